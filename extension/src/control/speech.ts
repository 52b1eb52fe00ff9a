// Reading aloud with the voices of the person's system.
import { browser, type Browser } from 'wxt/browser';
import { HandlerError } from '../rpc/errors';
import type { NoResult, SpeakParams } from '../wire';

type Event = Browser.tts.TtsEvent;

/** Resolves when the voice has begun. It interrupts what was being read before. */
export async function speak({ text, lang }: SpeakParams): Promise<NoResult> {
  // Checked here, because Chrome reports success even where there is no voice.
  requireVoice(await browser.tts.getVoices(), lang);
  await new Promise<void>((resolve, reject) => {
    const onEvent = ({ type, errorMessage }: Event) => {
      if (type === 'error') reject(refusal(errorMessage ?? 'Chrome does not say why'));
      else if (type === 'interrupted' || type === 'cancelled') reject(refusal('it was stopped'));
      else resolve();
    };
    const asked = browser.tts.speak(text, {
      ...(lang === undefined ? {} : { lang }),
      requiredEventTypes: ['start'],
      onEvent,
    });
    asked.catch(reject);
  });
  return {};
}

export function stopSpeaking(): NoResult {
  browser.tts.stop();
  return {};
}

/** Throws when there is no voice for that language, or no voice at all. */
export function requireVoice(
  voices: readonly Pick<Browser.tts.TtsVoice, 'lang'>[],
  lang: string | undefined,
): void {
  if (voices.length === 0) {
    throw new HandlerError('failed', 'this browser has no voice to read aloud with');
  }
  if (
    lang === undefined ||
    voices.some((voice) => languageOf(voice.lang ?? '') === languageOf(lang))
  ) {
    return;
  }
  const spoken = [...new Set(voices.flatMap((voice) => voice.lang ?? []))].sort().join(', ');
  throw new HandlerError('failed', `no voice of this browser speaks ${lang}; they speak ${spoken}`);
}

/** The primary language of a tag: `de` of `de-AT`. */
function languageOf(tag: string): string {
  return tag.split('-', 1)[0]?.toLowerCase() ?? '';
}

function refusal(why: string): HandlerError {
  return new HandlerError('failed', `the text was not read aloud: ${why}`);
}
