// A page that nobody sees, which gets at the clipboard for the worker. The events carry the text as
// it is; a field would change its line ends.
import { answerClipboard } from '../../messages';

answerClipboard((request) => (request.type === 'readClipboard' ? read() : write(request.text)));

function read(): string | null {
  return during('paste', ({ clipboardData }) => clipboardData?.getData('text/plain') ?? '');
}

function write(text: string): string | null {
  return during('copy', ({ clipboardData }) => {
    clipboardData?.setData('text/plain', text);
    return text;
  });
}

/** What the event's handler gave back; nothing when Chrome sent no event. */
function during(command: 'copy' | 'paste', handle: (event: ClipboardEvent) => string) {
  let given: string | null = null;
  const listener = (event: ClipboardEvent) => {
    given = handle(event);
    event.preventDefault();
  };
  document.getElementById('field')?.focus();
  document.addEventListener(command, listener, { once: true });
  // The modern clipboard wants a focused window, which a page that nobody sees never has.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  document.execCommand(command);
  document.removeEventListener(command, listener);
  return given;
}
