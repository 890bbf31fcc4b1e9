/**
 * Why a connection was not made. The first four and `unresolvable` must look alike in answers, which would otherwise map the
 * network behind the service. Only the operator's logs and tests distinguish them.
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

/** What a page asked for and did not get. */
export interface BlockedRequest {
  readonly host: string;
  readonly port: number;
  readonly reason: RefusalReason;
}

/** A connection was refused or failed. Its message stays inside: a page sees a closed connection. */
export class EgressRefusal extends Error {
  override readonly name = 'EgressRefusal';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, host: string) {
    super(`${host}: ${reason}`);
    this.reason = reason;
  }
}

/** Whether a reason becomes `address_not_allowed`. The others mean that an allowed address did not answer in full. */
export function isRefusal(reason: RefusalReason): boolean {
  return !['unreachable', 'proxy', 'budget', 'protocol'].includes(reason);
}
