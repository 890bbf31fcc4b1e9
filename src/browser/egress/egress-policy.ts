import { EngineError } from '../../children/index.ts';
import { type AddressRange, parseRange } from './address-range.ts';
import { canonicalHost, type Target } from './target.ts';

/**
 * How far a render may reach. `deny`: nowhere, no name is even resolved. `public`: public addresses. `allow-list`: the
 * hosts listed, if their addresses are public. `open`: whatever the machine reaches.
 */
export type EgressLevel = 'deny' | 'public' | 'allow-list' | 'open';

/** What a render may dial. At every level `.invalid` names and platen's own listeners are refused. */
export interface EgressPolicy {
  readonly level: EgressLevel;
  /** The exact host names of level `allow-list`; default none. */
  readonly hosts?: readonly string[];
  /** Ports in addition to 80 and 443 at `public` and `allow-list`; default none. */
  readonly ports?: readonly number[];
  /** The operator's exceptions from address rule and ports, "10.1.2.0/24:8080" or "[fd00:1::]/64:8080"; default none. */
  readonly allow?: readonly string[];
  /** Blocks refused at every level, "203.0.113.7/32", even if `allow` holds them; default none. */
  readonly refuse?: readonly string[];
  /** The ports on which platen listens on this machine. Those of egress sessions are known. */
  readonly ownPorts?: () => readonly number[];
  /**
   * The proxy between this machine and an address, if there is one; default none. It receives the name and resolves it itself,
   * after the rules have allowed the target.
   */
  readonly proxy?: ((url: URL) => URL | undefined) | undefined;
  /** A host of which no other port is dialled, because a browser sends cookies to all ports of a host; default none. */
  readonly bound?: Pick<Target, 'host' | 'port'> | undefined;
}

/** A valid policy, parsed. */
export interface EgressRules {
  readonly level: EgressLevel;
  readonly hosts: ReadonlySet<string>;
  readonly ports: ReadonlySet<number>;
  readonly allow: readonly EgressException[];
  readonly refuse: readonly AddressRange[];
  readonly ownPorts: () => readonly number[];
  readonly proxy: (url: URL) => URL | undefined;
  readonly bound: Pick<Target, 'host' | 'port'> | undefined;
}

/** An address block and the one port on which it may be dialled. */
interface EgressException {
  readonly range: AddressRange;
  readonly port: number;
}

const levels: readonly string[] = ['deny', 'public', 'allow-list', 'open'] satisfies EgressLevel[];

/** Reads a policy. Throws `config_invalid`, naming the first entry that is not valid. */
export function parsePolicy(policy: EgressPolicy): EgressRules {
  const { level, hosts = [], ports = [], allow = [], refuse = [], ownPorts = () => [] } = policy;
  const { proxy = () => undefined } = policy;
  if (!levels.includes(level)) {
    throw new EngineError('config_invalid', `egress: ${JSON.stringify(level)} is not one of ${levels.join(', ')}`);
  }
  return {
    level,
    hosts: new Set(readEach('hosts', hosts, parseHost)),
    ports: new Set([80, 443, ...readEach('ports', ports, parsePort)]),
    allow: readEach('allow', allow, parseException),
    refuse: readEach('refuse', refuse, parseRange),
    ownPorts,
    proxy,
    bound: policy.bound,
  };
}

/**
 * What a setting `allow` means: host names such as "example.com", and exceptions such as "10.1.2.0/24:8080". Throws `config_invalid`,
 * naming the first entry that is neither.
 */
export function readAllowList(entries: readonly string[]): Required<Pick<EgressPolicy, 'hosts' | 'allow'>> {
  const isException = (entry: string) => entry.includes(':') || entry.includes('/');
  readEach('allow', entries, (entry) => void (isException(entry) ? parseException : parseHost)(entry));
  return { hosts: entries.filter((entry) => !isException(entry)), allow: entries.filter(isException) };
}

/** Reads "CIDR:port". Throws a RangeError that says what is wrong. */
function parseException(text: string): EgressException {
  const match = /^(\[[^\]]*\](?:\/[^:]*)?|[^:/]*(?:\/[^:]*)?|[^/[\]]*\/[^:]*):([0-9]+)$/.exec(text);
  if (match === null) throw new RangeError('is not CIDR:port such as "10.1.2.0/24:8080" or "[fd00:1::]/64:8080"');
  const [, range = '', port] = match;
  return { range: parseRange(range), port: parsePort(Number(port)) };
}

function parsePort(port: number): number {
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw new RangeError('needs a port from 1 to 65535');
  return port;
}

function parseHost(text: string): string {
  const host = typeof text === 'string' ? canonicalHost(text) : undefined;
  if (host === undefined) throw new RangeError('is not a host name; write it without scheme, port, path or wildcard');
  return host;
}

function readEach<From, To>(field: string, entries: readonly From[], read: (entry: From) => To): To[] {
  return entries.map((entry, index) => {
    try {
      return read(entry);
    } catch (error) {
      const reason = error instanceof RangeError ? error.message : 'is not valid';
      throw new EngineError('config_invalid', `${field}[${index}]: ${JSON.stringify(entry)} ${reason}`);
    }
  });
}
