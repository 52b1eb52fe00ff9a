// @ts-check
// The tools that can be run. Ours is written (`tabwright.mjs`) and comes in here once `tabwright flow` is there.

import { devtools } from './devtools.mjs';
import { person } from './person.mjs';
import { playwright } from './playwright.mjs';

/** @type {Record<string, import('./tool.mjs').Tool>} */
export const TOOLS = { person, playwright, devtools };
export const PEERS = ['playwright', 'devtools'];
