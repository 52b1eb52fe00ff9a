// The header of a page: the icon, a title, and what the page puts at its end.
import type { ComponentChildren } from 'preact';

export function Header({
  title,
  children,
}: {
  title: ComponentChildren;
  children?: ComponentChildren;
}) {
  return (
    <header class="header">
      <img src="/icon/48.png" alt="" width="28" height="28" />
      <div class="grow">{title}</div>
      {children}
    </header>
  );
}
