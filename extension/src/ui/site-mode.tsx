// What agents may do on the site of the active tab.
import { useId } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { MODE_NAMES, MODES, NO_RULE } from '../policy/describe';
import { siteOf } from '../policy/site-label';
import type { Mode } from '../wire';
import { useLoaded } from './use-loaded';
import { useModeChoice } from './use-mode-choice';
import type { Rules } from './use-rules';

const CHOICES: readonly (Mode | undefined)[] = [undefined, ...MODES];

const HINTS: Record<Mode, string> = {
  auto: 'You’re asked only before risky actions. What their scripts send by themselves is not checked.',
  ask: 'They may read. You’re asked before anything changes.',
  'read-only': 'They may read, but not change anything.',
  deny: 'They can’t use this site. What other pages have already loaded from it stays there.',
};

export function SiteMode({ rules }: { rules: Rules }) {
  const site = useLoaded(activeSite);
  if (site === undefined || !rules.rules) return null;
  return <Choice site={site} rules={rules} />;
}

function Choice({ site, rules }: { site: string; rules: Rules }) {
  const id = useId();
  const { mode, fault, choose } = useModeChoice(rules, { site });
  return (
    <section class="popup-section">
      <fieldset aria-describedby={`${id}-hint`}>
        <legend>
          Agents on <bdi class="site">{site}</bdi>
        </legend>
        <div class="segments">
          {CHOICES.map((choice) => (
            <label key={choice ?? ''}>
              <input
                type="radio"
                name={id}
                checked={choice === mode}
                onChange={() => {
                  choose(choice);
                }}
              />
              {choice ? MODE_NAMES[choice] : NO_RULE}
            </label>
          ))}
        </div>
      </fieldset>
      <p id={`${id}-hint`} class="detail">
        {mode ? HINTS[mode] : 'Your other rules apply here.'}
      </p>
      <p class="fault" role="alert">
        {fault}
      </p>
    </section>
  );
}

async function activeSite(): Promise<string | undefined> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return siteOf(tab?.url ?? '');
}
