// The second look before a page, or a whole site, is forgotten: there is no way back.
import { useEffect, useRef, useState } from 'preact/hooks';
import { describeForgotten } from '../../knowledge/describe';
import { askWorker } from '../../messages';
import { sanitize } from '../../policy/sanitize';
import type { ForgetParams, KeptPage } from '../../wire';
import { Untrusted } from '../untrusted';
import { useLibrary } from './context';
import { titleOf } from './hit';

const TITLE_CHARS_MAX = 60;

interface Props {
  page: KeptPage;
  onClose: () => void;
}

export function ForgetPage({ page, onClose }: Props) {
  const { go, refreshStats } = useLibrary();
  const [said, setSaid] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const no = useRef<HTMLButtonElement>(null);
  const done = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    no.current?.focus();
  }, []);
  useEffect(() => {
    if (said !== undefined) done.current?.focus();
  }, [said]);

  const forget = async (what: ForgetParams) => {
    if (isBusy) return;
    setBusy(true);
    setFault(undefined);
    try {
      setSaid(describeForgotten(await askWorker('forgetPages', { what })));
      refreshStats();
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };

  if (said !== undefined) {
    return (
      <div class="banner">
        <p class="grow" role="status">
          {said}
        </p>
        <button
          type="button"
          ref={done}
          onClick={() => {
            go('search');
          }}
        >
          Go to the library
        </button>
      </div>
    );
  }
  return (
    <div
      class="banner bad"
      role="alertdialog"
      aria-labelledby="forget-page-question"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <p id="forget-page-question" class="grow">
        Forget <Untrusted text={sanitize(titleOf(page), TITLE_CHARS_MAX)} /> for good? Its text,
        versions and your note are deleted, and nothing brings it back by itself.
      </p>
      <div class="buttons">
        <button
          type="button"
          class="stop"
          aria-disabled={isBusy}
          onClick={() => void forget({ what: 'page', page: page.id })}
        >
          {isBusy ? 'Forgetting…' : 'Forget this page'}
        </button>
        <button
          type="button"
          class="danger"
          aria-disabled={isBusy}
          onClick={() => void forget({ what: 'site', site: page.site })}
        >
          Forget all of <bdi>{sanitize(page.site, TITLE_CHARS_MAX)}</bdi>
        </button>
        <button type="button" ref={no} onClick={onClose}>
          Keep it
        </button>
      </div>
      <p class="fault" role="alert">
        {fault}
      </p>
    </div>
  );
}
