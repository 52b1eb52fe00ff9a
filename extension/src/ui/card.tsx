// A bordered part of a page, with or without a heading.
import type { ComponentChildren } from 'preact';

export function Card({ title, children }: { title?: string; children: ComponentChildren }) {
  return (
    <section class="card">
      {title && <h2>{title}</h2>}
      {children}
    </section>
  );
}
