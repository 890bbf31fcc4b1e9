import { EngineError } from '../engine-error.ts';
import { type BlockedRequest, type EgressPolicy, isRefusal, openEgress, parsePolicy } from './index.ts';

/** The way of one render at a time to the network. */
export interface EgressSession {
  /** The port on 127.0.0.1 of the proxy that every page of the render gets. */
  port: number;
  /** Whether the rules refused the host of this address, or its name does not resolve: the two look alike. */
  isRefused(url: string): boolean;
  /** Whether the rules let it pass and the operator's proxy did not connect to its host. */
  isStopped(url: string): boolean;
  /** How many hosts the rules refused so far. */
  readonly refusals: number;
  /** Whether anything went out or tried to. */
  hasTraffic(): boolean;
  /** Cuts every connection and refuses new ones. */
  pause(): void;
  /** Serves the next render, with all its budgets unspent. */
  resume(): void;
  close(): Promise<void>;
}

/** Opens a way out under the operator's policy. */
export async function openEgressSession(policy: EgressPolicy): Promise<EgressSession> {
  const egress = await openEgress(policy);
  const refused = () => egress.blocked.filter(({ reason }) => isRefusal(reason));
  return {
    port: egress.port,
    isRefused: (url) => holdsHost(refused(), url),
    isStopped: (url) =>
      holdsHost(
        egress.blocked.filter(({ reason }) => reason === 'proxy'),
        url,
      ),
    get refusals() {
      return refused().length;
    },
    hasTraffic: () => egress.bytes > 0 || egress.blocked.length > 0,
    pause: () => egress.pause(),
    resume: () => egress.resume(),
    close: () => egress.close(),
  };
}

function holdsHost(blocked: readonly BlockedRequest[], url: string): boolean {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/\.$/, '');
  const number = Number(port || (/^(https|wss):$/.test(protocol) ? 443 : 80));
  return blocked.some((one) => one.host === host && one.port === number);
}

/** Throws `config_invalid` for a policy that cannot be understood, naming the setting. */
export function checkPolicy(policy: EgressPolicy): void {
  try {
    parsePolicy(policy);
  } catch (error) {
    throw new EngineError('config_invalid', error instanceof Error ? error.message : String(error));
  }
}
