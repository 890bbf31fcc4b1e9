/** What one render may use up, and how long it may wait for the network. */
export interface EgressLimits {
  /** Plain requests and tunnels together, refused ones included; default 500. */
  readonly requests: number;
  /** Bytes sent and received, all protocols' own bytes included; default 100 MB. */
  readonly bytes: number;
  /** Connections at one time, those being dialled included; default 64. */
  readonly sockets: number;
  /** Milliseconds for a name to resolve; default 2 000. */
  readonly resolveMs: number;
  /** Milliseconds to connect, over all addresses of a name; default 5 000. */
  readonly connectMs: number;
  /** Milliseconds without a byte either way after which a connection is cut; default 10 000. */
  readonly idleMs: number;
}

export const defaultEgressLimits: EgressLimits = {
  requests: 500,
  bytes: 100_000_000,
  sockets: 64,
  resolveMs: 2_000,
  connectMs: 5_000,
  idleMs: 10_000,
};
