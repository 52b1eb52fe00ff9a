// A link to the page itself, in a tab of its own. Only addresses of the web are links; the page is told nothing of us.
import type { ComponentChildren } from 'preact';
import { addressAtSentence, webAddress } from '../../library/text-fragment';
import { Icon } from '../icon';
import { ORIGINAL_LINK } from './use-result-keys';

interface Props {
  url: string;
  /** Where on the page: the browser scrolls to it and marks it. */
  sentence?: string;
  class?: string;
  label?: string;
  /** The `o` key opens it. */
  isMain?: boolean;
  children?: ComponentChildren;
}

export function OriginalLink({ url, sentence, label, isMain = false, children, ...more }: Props) {
  const address = sentence === undefined ? webAddress(url) : addressAtSentence(url, sentence);
  if (address === undefined) return null;
  return (
    <a
      class={more.class}
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      title={label}
      {...(isMain && { [ORIGINAL_LINK]: '' })}
    >
      <Icon name="external" />
      {children}
    </a>
  );
}
