// Keeps secrets out of screenshots: their letters are drawn as dots, like those of a password.
import { concealedElements } from '../dom/secrets';

interface Before {
  value: string;
  priority: string;
}

const PROPERTY = '-webkit-text-security';
const blurred = new Map<HTMLElement, Before>();

/** Returns whether anything was changed. */
export function blurSecrets(on: boolean): boolean {
  if (!on) return clear();
  for (const element of concealedElements()) {
    if (!(element instanceof HTMLElement) || blurred.has(element)) continue;
    const { style } = element;
    blurred.set(element, {
      value: style.getPropertyValue(PROPERTY),
      priority: style.getPropertyPriority(PROPERTY),
    });
    style.setProperty(PROPERTY, 'disc', 'important');
  }
  return blurred.size > 0;
}

function clear(): boolean {
  const had = blurred.size > 0;
  for (const [{ style }, { value, priority }] of blurred) {
    if (value) style.setProperty(PROPERTY, value, priority);
    else style.removeProperty(PROPERTY);
  }
  blurred.clear();
  return had;
}
