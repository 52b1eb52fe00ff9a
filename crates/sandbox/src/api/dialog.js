// A dialog of a page, which waits for an answer.

import { badArgument } from './errors.js';
import { inside, keep, seal } from './inside.js';
import { Guarded } from './missing.js';

export class Dialog extends Guarded {
  static label = 'dialog';

  constructor(tab, facts) {
    super();
    keep(this, { state: new DialogState(tab, facts) });
  }

  type() {
    return inside(this).state.facts.kind;
  }

  message() {
    return inside(this).state.facts.message;
  }

  defaultValue() {
    return inside(this).state.facts.defaultText ?? '';
  }

  async accept(text) {
    await inside(this).state.answer('dialog.accept', { accept: true, text });
  }

  async dismiss() {
    await inside(this).state.answer('dialog.dismiss', { accept: false });
  }

  toJSON() {
    return { dialog: this.type(), message: this.message() };
  }
}

/** Open until it is answered, once. */
class DialogState {
  facts;
  isOpen = true;
  answered;
  #tab;
  #answering = Promise.resolve();
  #tellAnswered;

  constructor(tab, facts) {
    this.#tab = tab;
    this.facts = facts;
    this.answered = new Promise((resolve) => {
      this.#tellAnswered = resolve;
    });
  }

  is({ kind, message }) {
    return this.facts.kind === kind && this.facts.message === message;
  }

  answer(doing, answer) {
    if (!this.isOpen) throw badArgument(`${doing}: the dialog has been answered already`);
    this.isOpen = false;
    const asked = this.#tab.ask(doing, 'dialog', answer);
    this.#answering = asked.catch(() => undefined).then(() => this.#tellAnswered());
    return asked;
  }

  /** When an answer that was begun has reached the page. */
  settled() {
    return this.#answering;
  }
}

/** For the one who tells of the dialog. */
export function stateOf(dialog) {
  return inside(dialog).state;
}

seal(Dialog);
