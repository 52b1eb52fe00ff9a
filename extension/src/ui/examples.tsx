// What an empty panel shows: lines that work at once. A press puts one into the composer.
import { Icon } from './icon';

const EXAMPLES = [
  'open wikipedia.org and zoom in',
  'search for train times',
  'read this page aloud',
  'go back',
] as const;

export function Examples({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <section class="examples">
      <h2>What should Tabwright do?</h2>
      <p class="detail">Type it in plain words. These work right away:</p>
      <ul class="suggestions">
        {EXAMPLES.map((text) => (
          <li key={text}>
            <button
              type="button"
              onClick={() => {
                onChoose(text);
              }}
            >
              <span class="grow">{text}</span>
              <Icon name="right" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
