// Who this browser is to the daemon: its profile id, its product, and what the person calls it.
import { browser } from 'wxt/browser';
import type { Hello, ProfileId } from '../wire';
import { productOf, readBrands } from './brands';
import { removeFromStorage, writeStorage, readStorage } from './storage';

export interface Identity extends Hello {
  profile: ProfileId;
}

const NAME_LENGTH_MAX = 64;

export async function loadIdentity(): Promise<Identity> {
  const { product, productVersion } = productOf(await readBrands());
  return {
    profile: await loadProfile(),
    name: (await readStorage('name')) ?? product.toLowerCase(),
    product,
    productVersion,
    extensionVersion: browser.runtime.getManifest().version,
  };
}

/** An empty name brings the default back. */
export async function rename(name: string): Promise<void> {
  const trimmed = name.trim().slice(0, NAME_LENGTH_MAX);
  if (trimmed === '') await removeFromStorage('name');
  else await writeStorage('name', trimmed);
}

/** Under a lock, because worker and pages may race to create the profile id. */
async function loadProfile(): Promise<ProfileId> {
  return navigator.locks.request('profile', async () => {
    const known = await readStorage('profile');
    if (known !== undefined) return known;
    const profile = crypto.randomUUID();
    await writeStorage('profile', profile);
    return profile;
  });
}
