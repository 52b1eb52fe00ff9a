// Puts a page's root component into its document.
import { render, type ComponentType } from 'preact';
import './tokens.css';
import './base.css';

export function mount(Page: ComponentType): void {
  // Not inside a frame, where another page could disguise its buttons (clickjacking).
  if (window.top !== window.self) return;
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  render(<Page />, root);
}
