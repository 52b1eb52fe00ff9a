// Gives Node the module `host`, which the sandbox's engine brings otherwise.

import { register } from 'node:module';

register('./resolving.mjs', import.meta.url);
