// Records the page's event listeners, in the page's main world and before its own scripts run.
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { noteListeners } from '../pagekit/listeners/listeners';

export default defineUnlistedScript(noteListeners);
