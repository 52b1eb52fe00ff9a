// The header of every page: the icon and the product's name.
import type { ComponentChildren } from 'preact';

export function Header({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <header class="header">
      <img src="/icon/48.png" alt="" width="24" height="24" />
      <span class="header-title">{title}</span>
      {children}
    </header>
  );
}
