// Permissions by the names of CDP (`Browser.PermissionType`) and of the Permissions API, as content
// settings of Chrome. Pure.
import { HandlerError } from '../rpc/errors';
import type { PermissionParams, PermissionSetting } from '../wire';

export type Kind =
  'automaticDownloads' | 'camera' | 'clipboard' | 'location' | 'microphone' | 'notifications';

const KINDS: Readonly<Record<string, Kind>> = {
  geolocation: 'location',
  notifications: 'notifications',
  push: 'notifications',
  audioCapture: 'microphone',
  microphone: 'microphone',
  videoCapture: 'camera',
  camera: 'camera',
  clipboardReadWrite: 'clipboard',
  'clipboard-read': 'clipboard',
  automaticDownloads: 'automaticDownloads',
};

export const ALL_KINDS: readonly Kind[] = [...new Set(Object.values(KINDS))];

/** Chrome grants these to every page without a prompt. */
const GRANTED = new Set([
  'accelerometer',
  'ambient-light-sensor',
  'background-fetch',
  'background-sync',
  'backgroundFetch',
  'backgroundSync',
  'clipboard-write',
  'clipboardSanitizedWrite',
  'gyroscope',
  'keyboard-lock',
  'keyboardLock',
  'magnetometer',
  'payment-handler',
  'paymentHandler',
  'pointer-lock',
  'pointerLock',
  'screen-wake-lock',
  'sensors',
  'storage-access',
  'storageAccess',
  'wakeLockScreen',
]);

const CHROME_SETTINGS = { granted: 'allow', denied: 'block', prompt: 'ask' } as const;

/** One content setting to set in Chrome. */
export interface Step {
  kind: Kind;
  primaryPattern: string;
  setting: (typeof CHROME_SETTINGS)[PermissionSetting];
}

/** Throws for a name that cannot be set, before anything is changed. */
export function plan({ names, setting, origin }: PermissionParams): Step[] {
  const kinds = new Set(names.flatMap((name) => kindOf(name, setting)));
  return [...kinds].flatMap((kind) =>
    patternsFor(kind, setting, origin).map((primaryPattern) => ({
      kind,
      primaryPattern,
      setting: CHROME_SETTINGS[setting],
    })),
  );
}

function kindOf(name: string, setting: PermissionSetting): Kind[] {
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (kind !== undefined) return [kind];
  if (!GRANTED.has(name)) {
    throw new HandlerError('failed', `Chrome lets no extension set the permission ${name}`);
  }
  if (setting === 'granted') return [];
  throw new HandlerError(
    'failed',
    `Chrome grants the permission ${name} to every page, and lets no extension change that`,
  );
}

/** Chrome rejects a grant of these for `<all_urls>`, and accepts it for separate patterns. */
const NEVER_ALLOWED_BY_DEFAULT: readonly Kind[] = ['camera', 'microphone'];

function patternsFor(kind: Kind, setting: PermissionSetting, origin: string | undefined): string[] {
  if (origin !== undefined) return [`${origin}/*`];
  const isRefused = setting === 'granted' && NEVER_ALLOWED_BY_DEFAULT.includes(kind);
  return isRefused ? ['http://*/*', 'https://*/*'] : ['<all_urls>'];
}
