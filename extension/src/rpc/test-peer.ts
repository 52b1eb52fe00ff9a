// For tests: the Rust twin as a child process that speaks our frames as JSON lines.
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import type { Channel, Handlers } from './contract';
import { createMultiplexer } from './multiplexer';

/** What the peer serves, and what it may ask of us. */
export interface PeerSides {
  asks: {
    echo: { params: unknown; result: unknown };
    fail: { params: { message: string }; result: never };
    wait: { params: object; result: never };
    ask: { params: { method: string; params: unknown }; result: unknown };
    burst: { params: { count: number }; result: { sent: number } };
    askAndCancel: { params: { method: string }; result: { cancelled: boolean } };
    nowhere: { params: object; result: never };
  };
  tells: { started: { params: object } };
  serves: Record<string, { params: unknown; result: unknown }>;
  hears: {
    tick: { params: { n: number } };
    cancelled: { params: { name: string } };
  };
}

export interface Peer {
  channel: Channel<PeerSides>;
  faults: string[];
  kill(): void;
  /** Ends its input and waits until it has gone. */
  leave(): Promise<void>;
}

export function startPeer(executable: string, handlers: Partial<Handlers<PeerSides>>): Peer {
  const child: ChildProcess = spawn(executable, { stdio: ['pipe', 'pipe', 'inherit'] });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('the peer has no pipes');
  const faults: string[] = [];
  const multiplexer = createMultiplexer((frame) => stdin.write(`${frame}\n`), {
    onProtocolError: (text) => faults.push(text),
  });
  const channel = multiplexer.channel<PeerSides>('test', {
    invokes: {},
    calls: { tick: () => undefined, cancelled: () => undefined },
    ...handlers,
  });

  createInterface({ input: stdout }).on('line', (line) => {
    const { name, message } = JSON.parse(line) as { name: string; message: unknown };
    multiplexer.receive(name, message);
  });
  // A pipe to a killed peer breaks; what that means is told by its exit.
  stdin.on('error', () => undefined);
  const exit = once(child, 'close').finally(() => {
    multiplexer.disconnect();
  });

  return {
    channel,
    faults,
    kill() {
      child.kill('SIGKILL');
    },
    async leave() {
      stdin.end();
      await exit;
    },
  };
}
