// The kit as a script of its own, for a world that a debugger made: it leaves one name behind there.
import { createKit, type PageKit } from './kit';

interface KitWorld {
  tabwright?: PageKit;
  /** A debugger's binding, if it wants to hear of it. */
  tabwrightStop?: (said: string) => void;
  /** A debugger's binding for what the person does; it is recorded where there is one. */
  tabwrightGesture?: (gesture: string) => void;
}

export function installKit(): void {
  const world = globalThis as KitWorld;
  if (world.tabwright) return;
  world.tabwright = createKit(window, {
    onStop: () => world.tabwrightStop?.(''),
  });
  const tell = world.tabwrightGesture;
  if (tell) {
    world.tabwright.record((gesture) => {
      tell(JSON.stringify(gesture));
    });
  }
}
