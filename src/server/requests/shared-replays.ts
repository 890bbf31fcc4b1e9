import { randomUUID } from 'node:crypto';
import type { RenderResult } from '../../engine/index.ts';
import type { Claim, ClaimStore, KeptResult } from '../../store/index.ts';
import { RequestError } from '../answers/problems.ts';

/** A render under an idempotency key: within which scope, and the digest of its body. */
interface SharedRequest {
  scope: string;
  idempotencyKey: string;
  digest: string;
}

/** Idempotent renders over all services on one database, and over their restarts. */
export interface SharedReplays {
  /**
   * The kept result of the same request, else that of `work`. Failures are not kept, nor results beyond the limits: these are made
   * again. Throws `idempotency_mismatch` for another body under the same key, and `still_running` while another service works on it.
   */
  run(request: SharedRequest, work: () => Promise<RenderResult>): Promise<RenderResult>;
  /**
   * The result of `work`, which keeps its own repeats, such as a submission. Throws `idempotency_mismatch` for another body under
   * the same key, and meanwhile has `run` refuse one.
   */
  guard<Result>(request: SharedRequest, work: () => Promise<Result>): Promise<Result>;
  close(): void;
}

/** What shared replays are made with. */
interface SharedReplayEdges {
  openClaims: () => Promise<ClaimStore>;
  /** Milliseconds for which a result is kept. */
  keepMs: number;
  /** Milliseconds from any start. */
  clock: () => number;
}

/** Milliseconds after which the claim of a service that is gone is another's, and between two words that it is not gone. */
const hold = { holdMs: 10_000, renewMs: 3_000 };
/** Milliseconds between two sweeps. */
const sweepMs = 60_000;
/** Most bytes of a kept PDF, and of those that this service keeps at a time. */
const byteLimits = { pdf: 1024 * 1024, all: 64 * 1024 * 1024 };
/** Milliseconds after which another service may have finished. */
const waitMs = 1_000;

/** Opens them. */
export function openSharedReplays({ openClaims, keepMs, clock }: SharedReplayEdges): SharedReplays {
  const holder = randomUUID();
  const kept: { bytes: number; until: number }[] = [];
  let [working, keptBytes] = [0, 0];

  // Losing a claim has a render made twice at worst, so what fails here fails nothing else.
  const tend = (act: (claims: ClaimStore) => Promise<void>) =>
    openClaims()
      .then(act, () => undefined)
      .catch(() => undefined);
  const renewing = setInterval(() => {
    if (working > 0) void tend((claims) => claims.renew(holder, hold.holdMs));
  }, hold.renewMs).unref();
  const sweeping = setInterval(() => void tend((claims) => claims.sweep()), sweepMs).unref();

  /** The result as it is kept; undefined if there is no room for it. */
  function keep(result: RenderResult): KeptResult | undefined {
    while (kept[0] && kept[0].until <= clock()) keptBytes -= kept.shift()?.bytes ?? 0;
    const bytes = result.pdf.byteLength;
    if (bytes > byteLimits.pdf || keptBytes + bytes > byteLimits.all) return undefined;
    kept.push({ bytes, until: clock() + keepMs });
    keptBytes += bytes;
    const { pdf, ...facts } = result;
    return { facts, pdf };
  }

  async function workOn(claims: ClaimStore, request: ClaimedRequest, work: () => Promise<RenderResult>) {
    working += 1;
    try {
      const result = await work();
      await tend(() => claims.finish(request, holder, keep(result)));
      return result;
    } catch (error) {
      await tend(() => claims.release(request, holder));
      throw error;
    } finally {
      working -= 1;
    }
  }

  return {
    async run({ scope, idempotencyKey, digest }, work) {
      const claims = await openClaims();
      const request = { scope, name: idempotencyKey, digest };
      const claim = await claims.claim(request, holder, { holdMs: hold.holdMs, keepMs });
      if (claim.state === 'mine') return workOn(claims, request, work);
      return readResult(claim) ?? work();
    },
    async guard({ scope, idempotencyKey, digest }, work) {
      const claims = await openClaims();
      const request = { scope, name: idempotencyKey, digest };
      const { state } = await claims.claim(request, holder, { holdMs: hold.holdMs, keepMs });
      if (state === 'mismatch') throw refuseOtherBody();
      if (state !== 'mine') return work();
      return work().finally(() => tend(() => claims.release(request, holder)));
    },
    close() {
      clearInterval(renewing);
      clearInterval(sweeping);
    },
  };
}

type ClaimedRequest = Parameters<ClaimStore['claim']>[0];

function readResult(claim: Claim): RenderResult | undefined {
  if (claim.state === 'mismatch') throw refuseOtherBody();
  if (claim.state !== 'done') {
    throw new RequestError('still_running', 'another service is processing the same request', { retryAfterMs: waitMs });
  }
  if (claim.result === undefined) return undefined;
  const { facts, pdf } = claim.result;
  return { ...(facts as Omit<RenderResult, 'pdf'>), pdf };
}

function refuseOtherBody(): RequestError {
  return new RequestError('idempotency_mismatch', 'this Idempotency-Key was already used with a different body');
}
