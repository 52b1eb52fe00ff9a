// Notes the page's listeners, in its own world and before its scripts.
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { noteListeners } from '../pagekit/listeners/listeners';

export default defineUnlistedScript(noteListeners);
