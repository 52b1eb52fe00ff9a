// For tests in a real page: the section of the options about what is remembered.
import { render } from 'preact';
import { MemorySection } from '../memory-section';

export function installMemoryPage(): void {
  render(
    <main>
      <div class="section">
        <MemorySection />
      </div>
    </main>,
    document.body,
  );
}
