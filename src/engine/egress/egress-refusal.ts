/**
 * Why a connection was not made. The first four and `unresolvable` must look alike to whoever asked for the render,
 * else the answers map the network behind the service; they are told apart for the operator's logs and for tests.
 */
export type RefusalReason =
  | 'level'
  | 'address_not_allowed'
  | 'port'
  | 'own_listener'
  | 'unresolvable'
  | 'unreachable'
  | 'proxy'
  | 'budget'
  | 'protocol';

/** A connection that was refused or could not be made, with what the page asked for. */
export interface BlockedRequest {
  readonly host: string;
  readonly port: number;
  readonly reason: RefusalReason;
}

/** Thrown where a connection was refused or could not be made. Nobody outside hears its words: a page sees a closed connection. */
export class EgressRefusal extends Error {
  override readonly name = 'EgressRefusal';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, host: string) {
    super(`${host}: ${reason}`);
    this.reason = reason;
  }
}

/** Whether a reason stands for `address_not_allowed`; the others mean that an allowed address did not answer in full. */
export function isRefusal(reason: RefusalReason): boolean {
  return !['unreachable', 'proxy', 'budget', 'protocol'].includes(reason);
}
