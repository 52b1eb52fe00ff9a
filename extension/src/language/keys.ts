// What the keys do in the line where the person types.
import type { Draft } from './draft';

/** `submit`: send the line. `handled`: nothing is left to do. `default`: the browser's own action. */
export type KeyResult = 'submit' | 'handled' | 'default';

export function handleKey(draft: Draft, key: string, isAtEnd: boolean): KeyResult {
  const { text, completions, chosen } = draft.get();
  const isOpen = completions.length > 0;
  switch (key) {
    case 'ArrowDown':
      if (isOpen) draft.choose(1);
      else if (!draft.recallLater()) draft.requestCompletions();
      return 'handled';
    case 'ArrowUp': {
      const recalls = text === '' && chosen === undefined;
      if (!isOpen || recalls) return handledIf(draft.recallEarlier());
      draft.choose(-1);
      return 'handled';
    }
    case 'ArrowRight':
      return handledIf(isAtEnd && isOpen && draft.accept());
    case 'Tab':
      return handledIf(isOpen && draft.accept());
    case 'Enter':
      if (chosen === undefined) return 'submit';
      draft.accept();
      return 'handled';
    case 'Escape':
      if (isOpen) draft.closeCompletions();
      return handledIf(isOpen);
    default:
      return 'default';
  }
}

function handledIf(isHandled: boolean): KeyResult {
  return isHandled ? 'handled' : 'default';
}
