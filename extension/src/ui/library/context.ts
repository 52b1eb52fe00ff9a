// What every view of the library needs of the page around it.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PlaceState, Section } from '../../library/route';

export interface Library {
  isConnected: boolean;
  /** Goes to a section, as a link would, with what is to be shown there. */
  go: (section: Section, state?: PlaceState) => void;
  /** What is shown where the person is, for when they come back. */
  keep: (state: PlaceState) => void;
  /** Goes back to where the person came from; to a section, where they came from nowhere. */
  back: (section: Section) => void;
  /** Something has changed how much there is. */
  refreshStats: () => void;
}

const nothing = () => undefined;

export const LibraryContext = createContext<Library>({
  isConnected: false,
  go: nothing,
  keep: nothing,
  back: nothing,
  refreshStats: nothing,
});

export function useLibrary(): Library {
  return useContext(LibraryContext);
}
