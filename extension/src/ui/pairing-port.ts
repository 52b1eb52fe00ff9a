// The port that pairing talks to: the usual one, unless the person chose another.
import { keep, recall } from '../connection/memory';
import { DEFAULT_PORT } from '../wire';

export async function loadPairingPort(): Promise<number> {
  return (await recall('pairingPort')) ?? DEFAULT_PORT;
}

export async function keepPairingPort(port: number): Promise<void> {
  await keep('pairingPort', port);
}
