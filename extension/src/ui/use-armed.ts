// Guards buttons against a press that was meant for what stood there a moment before.
import { useEffect, useState } from 'preact/hooks';

const DEAD_MS = 500;

/** False for half a second after `what` changed, or after the page was shown or focused. */
export function useArmed(what: string): boolean {
  const [armedFor, setArmedFor] = useState<string>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const arm = () => {
      clearTimeout(timer);
      setArmedFor(undefined);
      timer = setTimeout(() => {
        setArmedFor(what);
      }, DEAD_MS);
    };
    arm();
    window.addEventListener('focus', arm);
    document.addEventListener('visibilitychange', arm);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('focus', arm);
      document.removeEventListener('visibilitychange', arm);
    };
  }, [what]);
  return armedFor === what;
}
