// A welcomed connection: the socket, and the channels that run over it.
import type { CallHandlers, Channel, InvokeHandlers } from '../rpc/contract';
import { createMultiplexer } from '../rpc/multiplexer';
import { validateCalls, validateInvokes, validateResults } from '../rpc/readers';
import {
  AGENT_SERVICE,
  BROWSER_CONTROL,
  CDP,
  type AgentService,
  type AgentServiceNotices,
  type BrowserControl,
  type BrowserControlNotices,
  type CdpControl,
  type CdpNotices,
  type Hello,
} from '../wire';
import {
  agentServiceResults,
  browserControlNoticeParams,
  browserControlParams,
  cdpControlParams,
} from '../wire-readers';
import { openSocket, type Closing } from './socket';

export interface Session {
  daemonVersion: string;
  agentService: Channel<{ asks: AgentService; tells: AgentServiceNotices }>;
  cdp: Channel<{ serves: CdpControl; tells: CdpNotices }>;
  closed: Promise<Closing>;
  close(): void;
}

/** The handlers for the daemon's requests, by channel. */
export interface Services {
  browserControl: InvokeHandlers<BrowserControl>;
  /** The handlers for calls without an answer, on the same channel. */
  notices: CallHandlers<BrowserControlNotices>;
  cdp: InvokeHandlers<CdpControl>;
}

/** The limit of reports per connection, so that a faulty daemon does not get one per bad frame. */
const REPORTS_MAX = 20;
const REPORT_LENGTH_MAX = 500;

/** Resolves with a session after the welcome, or with why the socket closed before it. */
export function openSession(
  address: string,
  hello: Hello,
  services: Services,
): Promise<Session | Closing> {
  return new Promise((resolve) => {
    const closed = Promise.withResolvers<Closing>();
    let reportsLeft = 0;

    const socket = openSocket(address, hello, {
      onWelcome({ daemonVersion }) {
        reportsLeft = REPORTS_MAX;
        resolve({
          daemonVersion,
          agentService: validateResults(agentServiceResults, agentService),
          cdp,
          closed: closed.promise,
          close() {
            socket.close();
          },
        });
      },
      onFrame(channel, message) {
        multiplexer.receive(channel, message);
      },
      onProtocolError: report,
      onClose(closing) {
        multiplexer.disconnect();
        closed.resolve(closing);
        resolve(closing);
      },
    });
    const multiplexer = createMultiplexer(
      (frame) => {
        socket.send(frame);
      },
      { onProtocolError: report, isCongested: () => socket.isCongested() },
    );
    multiplexer.channel<{ serves: BrowserControl; hears: BrowserControlNotices }>(BROWSER_CONTROL, {
      invokes: validateInvokes(browserControlParams, services.browserControl),
      calls: validateCalls(browserControlNoticeParams, services.notices),
    });
    const cdp = multiplexer.channel<{ serves: CdpControl; tells: CdpNotices }>(CDP, {
      invokes: validateInvokes(cdpControlParams, services.cdp),
      calls: {},
    });
    const agentService = multiplexer.channel<{ asks: AgentService; tells: AgentServiceNotices }>(
      AGENT_SERVICE,
      { invokes: {}, calls: {} },
    );

    function report(text: string) {
      console.warn(`The daemon broke the protocol: ${text}`);
      if (reportsLeft === 0) return;
      reportsLeft -= 1;
      try {
        const message = text.slice(0, REPORT_LENGTH_MAX);
        agentService.call('report', { level: 'warn', message });
      } catch (error) {
        console.warn('and could not be told so:', error);
      }
    }
  });
}
