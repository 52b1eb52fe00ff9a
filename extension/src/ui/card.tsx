// One part of the options.
import type { ComponentChildren } from 'preact';

interface Props {
  /** To be linked to. */
  id?: string;
  title?: string;
  children: ComponentChildren;
}

export function Card({ id, title, children }: Props) {
  return (
    <section class="card" {...(id === undefined ? {} : { id })}>
      {title && <h2>{title}</h2>}
      {children}
    </section>
  );
}
