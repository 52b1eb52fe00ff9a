// How the extension is built: one manifest, no auto-imports, the permissions we ask for and no others.
import { defineConfig } from 'wxt';
import { REMEMBER_COMMAND } from './src/knowledge/remember';
import { EXTENSION_KEY } from './src/wire';

export default defineConfig({
  srcDir: 'src',
  publicDir: 'public',
  // Even so WXT puts its own `storage` into a file that uses this name without importing it.
  imports: false,
  manifest: {
    name: 'Tabwright',
    description: 'Lets your own AI agents and scripts work in the Chrome you already use.',
    key: EXTENSION_KEY,
    minimum_chrome_version: '125',
    permissions: [
      'alarms',
      'bookmarks',
      'clipboardRead',
      'clipboardWrite',
      'contentSettings',
      'cookies',
      'debugger',
      'declarativeNetRequestWithHostAccess',
      'downloads',
      'history',
      'nativeMessaging',
      'offscreen',
      'scripting',
      'sidePanel',
      'storage',
      'tabGroups',
      'tabs',
      'tts',
      'webNavigation',
    ],
    omnibox: { keyword: 'tw' },
    commands: {
      [REMEMBER_COMMAND]: {
        suggested_key: { default: 'Alt+Shift+R' },
        description: 'Remember this page',
      },
    },
    // Nobody may put one of our pages into a frame and have the person press its buttons unseen.
    content_security_policy: {
      extension_pages: "script-src 'self'; object-src 'none'; frame-ancestors 'none'",
    },
    host_permissions: ['<all_urls>'],
    // By hand: WXT's own content scripts tell the page of themselves by an event with our id.
    content_scripts: [
      {
        matches: ['<all_urls>'],
        js: ['listeners.js'],
        run_at: 'document_start',
        world: 'MAIN',
        all_frames: true,
        match_origin_as_fallback: true,
      },
    ],
    icons: {
      16: 'icon/16.png',
      32: 'icon/32.png',
      48: 'icon/48.png',
      128: 'icon/128.png',
    },
  },
});
