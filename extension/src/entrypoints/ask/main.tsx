// The asking window: it opens when a question waits, and closes itself when none is left.
import { useEffect } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { Header } from '../../ui/header';
import { mount } from '../../ui/mount';
import { Position, QuestionList } from '../../ui/question-list';
import { useQuestions } from '../../ui/use-questions';

/** The next question often follows at once; closing late avoids a window that flickers. */
const CLOSE_DELAY_MS = 700;

function Ask() {
  const { waiting, fault, answer, forgetFault } = useQuestions();
  const isOver = waiting?.length === 0 && fault === undefined;

  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => void close(), CLOSE_DELAY_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isOver]);

  if (!waiting) return null;
  return (
    <>
      <Header title={waiting.length > 0 ? 'Your OK is needed' : 'Tabwright'}>
        <Position waiting={waiting} />
      </Header>
      <main>
        <QuestionList waiting={waiting} fault={fault} isAlone onAnswer={answer} />
        {waiting.length === 0 && (
          <>
            <p>No questions right now.</p>
            {fault !== undefined && (
              <button type="button" onClick={forgetFault}>
                Close
              </button>
            )}
          </>
        )}
      </main>
    </>
  );
}

/** Closes the tab and not its window, into which the person may have moved other tabs. */
async function close(): Promise<void> {
  const tab = await browser.tabs.getCurrent();
  if (tab?.id !== undefined) await browser.tabs.remove(tab.id);
}

mount(Ask);
