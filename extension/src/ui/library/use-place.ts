// Where the person is in the library, by the address and its entry in the tab's history.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { placeOf, type Place, type PlaceState, type Section } from '../../library/route';

export interface Places {
  place: Place;
  go: (section: Section, state?: PlaceState) => void;
  keep: (state: PlaceState) => void;
  back: (section: Section) => void;
}

export function usePlace(): Places {
  const [place, setPlace] = useState(placeNow);
  // How many places of ours lie behind this one in the tab's history.
  const depth = useRef(0);

  useEffect(() => {
    const onMove = () => {
      setPlace(placeNow());
    };
    const onLink = () => {
      depth.current += 1;
    };
    // A link and the buttons of the browser tell by the same event; only the link makes a new entry.
    window.addEventListener('popstate', onMove);
    window.addEventListener('hashchange', onLink);
    return () => {
      window.removeEventListener('popstate', onMove);
      window.removeEventListener('hashchange', onLink);
    };
  }, []);

  const go = useCallback((section: Section, state: PlaceState = {}) => {
    history.pushState(state, '', `#${section}`);
    depth.current += 1;
    setPlace(placeNow());
  }, []);
  const keep = useCallback((state: PlaceState) => {
    history.replaceState(state, '');
  }, []);
  const back = useCallback(
    (section: Section) => {
      if (depth.current > 0) history.back();
      else go(section);
    },
    [go],
  );
  return { place, go, keep, back };
}

function placeNow(): Place {
  return placeOf(location.hash, history.state);
}
