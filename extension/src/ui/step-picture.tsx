// The picture that came with a step. It is loaded when the person opens it, and only once.
import { useContext, useState } from 'preact/hooks';
import { StepContext } from './step-context';

type Loading =
  | { state: 'unloaded' }
  | { state: 'loading' }
  | { state: 'loaded'; url: string }
  | { state: 'failed'; fault: string };

export function StepPicture({ picture, step }: { picture: number; step: number }) {
  const services = useContext(StepContext);
  const [loading, setLoading] = useState<Loading>({ state: 'unloaded' });
  const alt = `Picture of the page, step ${step}`;

  const load = async () => {
    if (!services || loading.state === 'loading' || loading.state === 'loaded') return;
    setLoading({ state: 'loading' });
    try {
      setLoading({ state: 'loaded', url: await services.readPicture(picture) });
    } catch (error) {
      // Opened again, it is tried again.
      setLoading({
        state: 'failed',
        fault: error instanceof Error ? error.message : String(error),
      });
    }
  };

  return (
    <details
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) void load();
      }}
    >
      <summary>Show picture</summary>
      <p class="detail" role="status">
        {loading.state === 'loading' && 'Loading the picture…'}
      </p>
      {loading.state === 'failed' && (
        <p class="fault" role="alert">
          <bdi>{loading.fault}</bdi>
        </p>
      )}
      {loading.state === 'loaded' && (
        <button
          type="button"
          class="step-picture"
          title="Show it large"
          aria-haspopup="dialog"
          onClick={() => services?.enlarge({ url: loading.url, alt })}
        >
          <img
            src={loading.url}
            alt={alt}
            onError={() => {
              setLoading({ state: 'failed', fault: 'This picture is damaged.' });
            }}
          />
        </button>
      )}
    </details>
  );
}
