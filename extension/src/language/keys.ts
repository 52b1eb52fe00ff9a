// What the keys do in the line where the person types.
import type { Draft } from './draft';

/** `handled`: the key has done its work. `passed`: it does what it always does. */
export type Pressed = 'handled' | 'say' | 'passed';

export function press(draft: Draft, key: string, isAtEnd: boolean): Pressed {
  const { text, completions, chosen } = draft.get();
  const isOpen = completions.length > 0;
  switch (key) {
    case 'ArrowDown':
      if (isOpen) draft.choose(1);
      else if (!draft.recallLater()) draft.lookAhead();
      return 'handled';
    case 'ArrowUp': {
      const looksBack = text === '' && chosen === undefined;
      if (!isOpen || looksBack) return handledIf(draft.recallEarlier());
      draft.choose(-1);
      return 'handled';
    }
    case 'ArrowRight':
      return handledIf(isAtEnd && isOpen && draft.take());
    case 'Tab':
      return handledIf(isOpen && draft.take());
    case 'Enter':
      if (chosen === undefined) return 'say';
      draft.take();
      return 'handled';
    case 'Escape':
      if (isOpen) draft.close();
      return handledIf(isOpen);
    default:
      return 'passed';
  }
}

function handledIf(isHandled: boolean): Pressed {
  return isHandled ? 'handled' : 'passed';
}
