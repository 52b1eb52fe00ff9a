// Which fields nothing may be recorded of but that something was typed.
import type { FieldValue } from '../../wire';
import { trimmedAttribute } from '../dom/native';
import { isPasswordField } from '../dom/secrets';
import { takesCardData, takesOneTimeCode, takesSecret } from '../ready/sensitive';

export type SecretKind = Extract<FieldValue, { kind: 'secret' | 'oneTimeCode' }>['kind'];

/** Fields that were secret once: a page may show in clear what was typed there. */
const known = new WeakMap<Element, SecretKind>();

export function secretKindOf(field: Element): SecretKind | undefined {
  const before = known.get(field);
  if (before) return before;
  const kind = judge(field);
  if (kind) known.set(field, kind);
  return kind;
}

function judge(field: Element): SecretKind | undefined {
  if (isPasswordField(field)) return 'secret';
  if (/(?:^|\s)one-time-code(?:\s|$)/i.test(trimmedAttribute(field, 'autocomplete'))) {
    return 'oneTimeCode';
  }
  // The code on the back of a card is called as other codes are.
  if (takesCardData(field) || takesSecret(field)) return 'secret';
  return takesOneTimeCode(field) ? 'oneTimeCode' : undefined;
}
