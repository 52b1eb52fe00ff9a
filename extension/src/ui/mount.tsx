// Puts a page's root component into its document.
import { render, type ComponentType } from 'preact';
import './style.css';

export function mount(Page: ComponentType): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  render(<Page />, root);
}
