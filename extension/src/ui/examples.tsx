// What an empty panel shows: lines that work at once. A press puts one into the composer.
import { Icon } from './icon';

const EXAMPLES = [
  'open wikipedia.org and zoom in',
  'search for train times',
  'read this page aloud',
  'go back',
] as const;
/** One that no command covers: it shows what a model adds. */
const TASK = 'find the contact address on this page and tell me';

interface Props {
  hasModel: boolean;
  onChoose: (text: string) => void;
}

export function Examples({ hasModel, onChoose }: Props) {
  const examples = hasModel ? [TASK, ...EXAMPLES] : EXAMPLES;
  return (
    <section class="examples">
      <h2>What should Tabwright do?</h2>
      <p class="detail">Type it in plain words. These work right away:</p>
      <ul class="suggestions">
        {examples.map((text) => (
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
