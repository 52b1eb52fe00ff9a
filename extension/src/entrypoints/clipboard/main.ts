// The offscreen document that reads and writes the clipboard for the worker. It uses the clipboard
// events, which carry the text unchanged; a text field would change its line ends.
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

/** Returns what the event's handler returned, or null when Chrome fired no event. */
function during(command: 'copy' | 'paste', handle: (event: ClipboardEvent) => string) {
  let given: string | null = null;
  const listener = (event: ClipboardEvent) => {
    given = handle(event);
    event.preventDefault();
  };
  document.getElementById('field')?.focus();
  document.addEventListener(command, listener, { once: true });
  // The newer clipboard API needs a focused document, which an offscreen document never is.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  document.execCommand(command);
  document.removeEventListener(command, listener);
  return given;
}
