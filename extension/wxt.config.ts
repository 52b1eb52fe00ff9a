// How the extension is built: one manifest, no auto-imports, the permissions we ask for and no others.
import { defineConfig } from 'wxt';
import { EXTENSION_KEY } from './src/wire';

export default defineConfig({
  srcDir: 'src',
  publicDir: 'public',
  imports: false,
  manifest: {
    name: 'Tabwright',
    description: 'Lets your own AI agents and scripts work in the Chrome you already use.',
    key: EXTENSION_KEY,
    minimum_chrome_version: '125',
    permissions: [
      'alarms',
      'contentSettings',
      'cookies',
      'debugger',
      'downloads',
      'nativeMessaging',
      'scripting',
      'storage',
      'tabGroups',
      'tabs',
      'webNavigation',
    ],
    host_permissions: ['<all_urls>'],
    icons: {
      16: 'icon/16.png',
      32: 'icon/32.png',
      48: 'icon/48.png',
      128: 'icon/128.png',
    },
  },
});
