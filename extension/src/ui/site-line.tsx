// What everybody may do on the site in front.
import { browser } from 'wxt/browser';
import { siteOf } from '../policy/site-label';
import { chosenMode } from '../policy/rules';
import { SITE_MODE_NAMES } from '../policy/describe';
import { ModeSelect } from './mode-select';
import { useLoaded } from './use-loaded';
import type { Rules } from './use-rules';

export function SiteLine({ rules: { rules, choose } }: { rules: Rules }) {
  const site = useLoaded(siteInFront);
  if (site === undefined || !rules) return null;
  return (
    <section class="site-line">
      <h2>
        On <bdi class="site">{site}</bdi>
      </h2>
      <ModeSelect
        label={`What agents may do on ${site}`}
        names={SITE_MODE_NAMES}
        chosen={chosenMode(rules, { site })}
        onChoose={(mode) => choose({ site }, mode)}
      />
    </section>
  );
}

async function siteInFront(): Promise<string | undefined> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return siteOf(tab?.url ?? '');
}
