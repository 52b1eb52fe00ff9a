// A picture over the whole panel, in its own size.
import { useEffect, useRef } from 'preact/hooks';
import { IconButton } from './icon-button';
import type { Picture } from './step-context';

interface Props {
  picture: Picture;
  onClose: () => void;
}

export function PictureDialog({ picture: { url, alt }, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    dialog.current?.showModal();
    // Wherever the focus is: this Escape is for the dialog, and must not stop what runs behind it.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      dialog.current?.close();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
    };
  }, []);

  return (
    // The browser gives the focus back to what opened it.
    <dialog ref={dialog} class="picture-dialog" aria-label={alt} onClose={onClose}>
      <IconButton icon="x" label="Close" onPress={() => dialog.current?.close()} />
      <div class="picture-whole" tabIndex={0} role="region" aria-label="Picture">
        <img src={url} alt={alt} />
      </div>
    </dialog>
  );
}
