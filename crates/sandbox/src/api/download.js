// A file that a page gave to the browser.

import { inside, keep, seal } from './inside.js';
import { Guarded } from './missing.js';

export class Download extends Guarded {
  static label = 'download';

  constructor(tab, facts) {
    super();
    keep(this, { tab, facts });
  }

  url() {
    return inside(this).facts.url;
  }

  suggestedFilename() {
    return inside(this).facts.path.split(/[\\/]/).at(-1);
  }

  /** Where it lies, or will lie when it is finished. */
  async path() {
    return inside(this).facts.path;
  }

  /** Fetches it once more, to where the script wants it. */
  async saveAs(path) {
    const { tab, facts } = inside(this);
    await tab.ask('download.saveAs', 'download', { url: facts.url, to: path });
  }

  async failure() {
    return inside(this).facts.state === 'failed' ? 'The download was broken off' : null;
  }

  toJSON() {
    const { url, state, path, bytes } = inside(this).facts;
    return { download: url, state, path, bytes };
  }
}

seal(Download);
