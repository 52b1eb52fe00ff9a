// The port for pairing: the default, unless the person chose another.
import { writeStorage, readStorage } from '../connection/storage';
import { DEFAULT_PORT } from '../wire';

export async function loadPairingPort(): Promise<number> {
  return (await readStorage('pairingPort')) ?? DEFAULT_PORT;
}

export async function savePairingPort(port: number): Promise<void> {
  await writeStorage('pairingPort', port);
}
