// The page kit for a browser that is driven over CDP: the daemon puts it into every frame's world.
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { installKit } from '../pagekit/standalone';

export default defineUnlistedScript(installKit);
