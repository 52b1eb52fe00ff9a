// The kit as a script of its own, for a world that a debugger made: it leaves one name behind there.
import { createKit, type PageKit } from './kit';

interface KitWorld {
  tabwright?: PageKit;
  /** A debugger's binding, if it wants to hear of it. */
  tabwrightStop?: (said: string) => void;
}

export function installKit(): void {
  const world = globalThis as KitWorld;
  world.tabwright ??= createKit(window, {
    onStop: () => world.tabwrightStop?.(''),
  });
}
