// Tells the recorder how the page's dialogs were answered: in the page's own world.
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { wrapDialogs } from '../pagekit/record/dialogs';

export default defineUnlistedScript(wrapDialogs);
