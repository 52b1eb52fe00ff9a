// The small window that comes up when something waits for the person, and goes when nothing does.
import { useEffect } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { Header } from '../../ui/header';
import { mount } from '../../ui/mount';
import { Position, QuestionList } from '../../ui/question-list';
import { useQuestions } from '../../ui/use-questions';

/** The next question often follows at once, and finds the window still there. */
const LINGER_MS = 700;

function Ask() {
  const { waiting, fault, answer, forgetFault } = useQuestions();
  const isOver = waiting?.length === 0 && fault === undefined;

  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => void close(), LINGER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isOver]);

  if (!waiting) return null;
  return (
    <>
      <Header title="Tabwright asks">
        <Position waiting={waiting} />
      </Header>
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
    </>
  );
}

/** The tab and not its window: somebody may have moved it in among others. */
async function close(): Promise<void> {
  const tab = await browser.tabs.getCurrent();
  if (tab?.id !== undefined) await browser.tabs.remove(tab.id);
}

mount(Ask);
