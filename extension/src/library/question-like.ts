// Whether somebody asks, or looks for words. Questions are understood in English.

const ASKING =
  /^(how|what|when|where|which|who|whom|whose|why|did|does|do|is|are|was|were|has|have|had|can|could|should|summari[sz]e|tell me)\b/i;
const WORDS_MIN = 3;

export function isQuestionLike(text: string): boolean {
  const words = text.trim().split(/\s+/u);
  return words.length >= WORDS_MIN && (text.trim().endsWith('?') || ASKING.test(text.trim()));
}
