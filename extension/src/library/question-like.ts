// Whether somebody asks, or looks for words. Questions are understood in English.

const ASKING =
  /^(how|what|when|where|which|who|whom|whose|why|did|does|do|is|are|was|were|has|have|had|can|could|should|summari[sz]e|tell me)\b/i;
/** Fewer that begin like a question are as likely the name of something: "how tea". */
const WORDS_MIN = 3;

export function isQuestionLike(text: string): boolean {
  const trimmed = text.trim();
  if (/\S\s*\?$/u.test(trimmed)) return !URL.canParse(trimmed);
  return trimmed.split(/\s+/u).length >= WORDS_MIN && ASKING.test(trimmed);
}
