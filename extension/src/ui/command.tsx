// A command for the terminal, with a button that copies it.
import { useEffect, useState } from 'preact/hooks';

const COPIED_MS = 1_500;

export function Command({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => {
      setCopied(false);
    }, COPIED_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isCopied]);

  const copy = () => {
    navigator.clipboard.writeText(text).then(() => {
      setCopied(true);
    }, console.warn);
  };

  return (
    <div class="command">
      <code>{text}</code>
      <button type="button" class="quiet" aria-label={`Copy ${text}`} onClick={copy}>
        <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
      </button>
    </div>
  );
}
