// What a step of a task may ask of the panel. A context, because the steps stand deep in the thread.
import { createContext } from 'preact';
import type { TabLabels } from '../chats/tab-labels';
import type { TabId } from '../wire';

export interface Picture {
  url: string;
  alt: string;
}

export interface StepServices {
  labels: TabLabels;
  /** Brings the tab and its window to the front. */
  showTab: (tab: TabId) => void;
  /** The address of a picture. Rejects with a message for a person. */
  readPicture: (picture: number) => Promise<string>;
  /** Shows a picture over the whole panel. */
  enlarge: (picture: Picture) => void;
}

/** Without it, neither places nor pictures are shown. */
export const StepContext = createContext<StepServices | undefined>(undefined);
