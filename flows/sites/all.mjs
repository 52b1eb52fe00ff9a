// @ts-check

import album from './album/site.mjs';
import board from './board/site.mjs';
import calendar from './calendar/site.mjs';
import club from './club/site.mjs';
import desk from './desk/site.mjs';
import feed from './feed/site.mjs';
import jobs from './jobs/site.mjs';
import mail from './mail/site.mjs';
import permit from './permit/site.mjs';
import settings from './settings/site.mjs';
import shop from './shop/site.mjs';
import travel from './travel/site.mjs';

export const SITES = [
  shop,
  desk,
  calendar,
  mail,
  board,
  settings,
  club,
  feed,
  jobs,
  album,
  permit,
  travel,
];
