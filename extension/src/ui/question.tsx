// One question to the person: who wants to do what where, why it asks, and the four answers.
import type { RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { timeLeftLabel, spokenTimeLeft } from '../policy/countdown';
import { describeQuestion } from '../policy/describe';
import type { PolicyAnswer, PolicyQuestion, Remember } from '../wire';
import { useArmed } from './use-armed';
import type { Waiting } from './use-questions';
import { useSecondsLeft } from './use-seconds-left';

interface Props {
  waiting: Waiting;
  /** It has a window to itself: it takes the keyboard, and Escape is a no. */
  isAlone: boolean;
  onAnswer: (answer: PolicyAnswer) => Promise<void>;
}

/** Longer ones are shown smaller, and still whole. */
const SITE_LENGTH_LARGE = 45;

export function Question({ waiting: { question, until }, isAlone, onAnswer }: Props) {
  const id = useId();
  const deny = useRef<HTMLButtonElement>(null);
  const { who, what, where, why } = describeQuestion(question);
  const Heading = isAlone ? 'h1' : 'h3';
  const identity = identityOf(question);
  const left = useSecondsLeft(until);
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
    // Who asks stands at the top, and must not be scrolled away.
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
      <Heading id={`${id}-who`} class="question-who">
        <bdi>{who}</bdi> wants to
      </Heading>
      <p id={`${id}-what`} class="question-what">
        <bdi>{what}</bdi>
      </p>
      {where && (
        <div id={`${id}-where`} class="question-where">
          <span class="detail">on</span>
          <strong class={`question-site ${where.name.length > SITE_LENGTH_LARGE ? 'long' : ''}`}>
            <bdi>{where.name}</bdi>
          </strong>
          {where.address !== undefined && (
            <code class="question-address">
              <bdi>{where.address}</bdi>
            </code>
          )}
        </div>
      )}
      <p id={`${id}-why`} class="question-why">
        {why}
      </p>
      <p class="detail" role="timer">
        {timeLeftLabel(left)}
      </p>
      <p class="unseen" role="status">
        {spokenTimeLeft(left)}
      </p>
      <div class="answers">
        <Answer
          isArmed={isArmed}
          button={deny}
          kind="deny"
          label="Deny"
          onPress={() => {
            answer(false);
          }}
        />
        <Answer
          isArmed={isArmed}
          kind="allow"
          label="Allow once"
          onPress={() => {
            answer(true);
          }}
        />
        <Answer
          isArmed={isArmed}
          label={where ? 'Allow on this site' : 'Allow for now'}
          hint="until Tabwright stops"
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
    </section>
  );
}

interface AnswerProps {
  label: string;
  hint?: string;
  kind?: 'allow' | 'deny';
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
      // Not disabled: a disabled button would lose the keyboard's focus.
      aria-disabled={!isArmed}
      onClick={onPress}
    >
      {label}
      {hint !== undefined && <small>{hint}</small>}
    </button>
  );
}

/** All that the person decides on: when any of it changes, it is another question. */
function identityOf({ id, client, what, url, sensitivity }: PolicyQuestion): string {
  return JSON.stringify([id, client, what, url, sensitivity]);
}
