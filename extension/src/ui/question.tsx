// One question: who wants to do what, on which site, why it is asked, and the four answers.
import type { RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { timeLeftLabel, spokenTimeLeft } from '../policy/countdown';
import { describeQuestion } from '../policy/describe';
import type { PolicyAnswer, PolicyQuestion, Remember } from '../wire';
import { Sentence } from './untrusted';
import { useArmed } from './use-armed';
import type { Waiting } from './use-questions';
import { useSecondsLeft } from './use-seconds-left';

interface Props {
  waiting: Waiting;
  /** In a window of its own: it takes the focus, and Escape denies. */
  isAlone: boolean;
  onAnswer: (answer: PolicyAnswer) => Promise<void>;
}

/** Longer names are shown smaller, but never truncated: their end is the part that matters. */
const SITE_LENGTH_LARGE = 45;

export function Question({ waiting: { question, until }, isAlone, onAnswer }: Props) {
  const id = useId();
  const deny = useRef<HTMLButtonElement>(null);
  const { who, what, where, why } = describeQuestion(question);
  const Heading = isAlone ? 'h1' : 'h3';
  const identity = identityOf(question);
  const left = useSecondsLeft(until);
  const [total] = useState(Math.max(1, left));
  const [isAnswering, setAnswering] = useState(false);
  const isArmed = useArmed(identity) && !isAnswering && left > 0;

  const answer = (allow: boolean, remember: Remember = 'once') => {
    if (!isArmed) return;
    setAnswering(true);
    void onAnswer({ id: question.id, allow, remember }).finally(() => {
      setAnswering(false);
    });
  };

  useEffect(() => {
    // Without scrolling: who asks stands at the top and must stay in view.
    if (isAlone) deny.current?.focus({ preventScroll: true });
  }, [isAlone, identity]);

  useEffect(() => {
    if (!isAlone) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') answer(false);
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  });

  return (
    <section
      class="question"
      role={isAlone ? 'alertdialog' : 'group'}
      aria-labelledby={`${id}-who ${id}-what`}
      aria-describedby={`${id}-where ${id}-why`}
    >
      <div class="question-body">
        <Heading id={`${id}-who`} class="question-who">
          <bdi>{who}</bdi> wants to
        </Heading>
        <div id={`${id}-what`} class="question-what">
          <Sentence parts={what} />
        </div>
        {where && (
          <div id={`${id}-where`} class="question-where">
            <span class="letter" aria-hidden="true">
              {letterOf(where.name)}
            </span>
            <div class="grow">
              <span class="detail">on</span>
              <strong class={where.name.length > SITE_LENGTH_LARGE ? 'long' : ''}>
                <bdi>{where.name}</bdi>
              </strong>
              {where.address !== undefined && (
                <code>
                  <bdi>{where.address}</bdi>
                </code>
              )}
            </div>
          </div>
        )}
        <p id={`${id}-why`} class="question-why">
          {why}{' '}
          <span class="detail">
            Words in <span class="untrusted">this style</span> come from the page or the agent.
          </span>
        </p>
      </div>
      <div class="question-foot">
        <div class="question-facts detail">
          <p role="timer">{timeLeftLabel(left)}</p>
          {question.code !== undefined && (
            <p>
              Terminal code: <code>{question.code}</code>
            </p>
          )}
        </div>
        <span class="time-bar" aria-hidden="true">
          <span style={{ width: `${Math.min(100, (left / total) * 100)}%` }} />
        </span>
        <p class="unseen" role="status">
          {spokenTimeLeft(left)}
        </p>
        <div class="answers">
          <Answer
            isArmed={isArmed}
            button={deny}
            kind="danger"
            label="Deny"
            onPress={() => {
              answer(false);
            }}
          />
          <Answer
            isArmed={isArmed}
            label="Allow once"
            onPress={() => {
              answer(true);
            }}
          />
          <Answer
            isArmed={isArmed}
            label={where ? 'Allow here for now' : 'Allow for now'}
            hint="until Tabwright restarts"
            onPress={() => {
              answer(true, 'session');
            }}
          />
          <Answer
            isArmed={isArmed}
            label={where ? 'Always allow here' : 'Always allow'}
            hint="adds a rule"
            onPress={() => {
              answer(true, 'always');
            }}
          />
        </div>
      </div>
    </section>
  );
}

interface AnswerProps {
  label: string;
  hint?: string;
  kind?: 'danger';
  isArmed: boolean;
  button?: RefObject<HTMLButtonElement | null>;
  onPress: () => void;
}

function Answer({ label, hint, kind, isArmed, button, onPress }: AnswerProps) {
  return (
    <button
      type="button"
      ref={button ?? null}
      class={kind ?? ''}
      // Marked and not disabled: a disabled button would lose the keyboard's focus.
      aria-disabled={!isArmed}
      onClick={onPress}
    >
      {label}
      {hint !== undefined && <small>{hint}</small>}
    </button>
  );
}

/** Everything the person decides by. When any of it changes, the answers must arm again. */
function identityOf({ id, client, what, url, sensitivity }: PolicyQuestion): string {
  return JSON.stringify([id, client, what, url, sensitivity]);
}

/** Shown in place of the site's icon, which the site could have chosen to mislead. */
function letterOf(site: string): string {
  return /[a-z0-9]/i.exec(site)?.[0].toUpperCase() ?? '?';
}
