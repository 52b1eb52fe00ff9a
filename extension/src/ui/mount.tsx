// Puts a page's root component into its document.
import { render, type ComponentType } from 'preact';
import './tokens.css';
import './base.css';

export function mount(Page: ComponentType): void {
  // In a frame it would show its buttons where somebody else decides what they seem to be.
  if (window.top !== window.self) return;
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  render(<Page />, root);
}
