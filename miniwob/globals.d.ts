// What the pages of MiniWoB++ offer to a script that reads from them.

declare const core: {
  EPISODE_MAX_TIME: number;
  cover_div: Element | null;
  getUtterance(): string | { utterance: string; fields: Record<string, string> };
  startEpisodeReal(): void;
};
declare const WOB_DONE_GLOBAL: boolean;
declare const WOB_RAW_REWARD_GLOBAL: number;
declare const WOB_REWARD_REASON: string | null;

interface Math {
  seedrandom(seed: number): void;
}
