import type net from 'node:net';
import { Transform } from 'node:stream';
import { readPageAddress } from '../page-address.ts';
import { type DialContext, type DialPurpose, dialTarget, type Upstream } from './dial.ts';
import type { EgressLimits } from './egress-limits.ts';
import { type BlockedRequest, EgressRefusal, type RefusalReason } from './egress-refusal.ts';
import type { CertificateFault, PrivateTrust } from './private-trust.ts';
import type { Target } from './target.ts';

/** How an answer ended: where its length or its chunks say, or before (RFC 9112, section 8). */
export type AnswerEnd = 'whole' | 'cut';

/**
 * One render in an egress session, from opening or resuming it to pausing it. Holds what the render has spent, what was
 * refused, and its open connections.
 */
export class EgressPeriod {
  readonly limits: EgressLimits;
  /** Authorities that the browser does not know; undefined if there are none. */
  readonly trust: PrivateTrust | undefined;
  readonly #context: DialContext;
  readonly #end: AbortController;
  readonly #blocked = new Map<string, BlockedRequest>();
  readonly #ends = new Map<string, AnswerEnd>();
  readonly #faults = new Map<string, CertificateFault>();
  readonly #upstreams = new Set<net.Socket>();
  #requests = 0;
  #dialling = 0;
  #closedBytes = 0;

  /** `end` must be the controller behind `context`, so that the end of the period also ends its questions to name servers. */
  constructor(context: DialContext, limits: EgressLimits, end: AbortController, trust?: PrivateTrust) {
    this.#context = context;
    this.limits = limits;
    this.trust = trust;
    this.#end = end;
  }

  /** What was refused or not reached: each host, port and reason once, in the order of occurrence. */
  get blocked(): readonly BlockedRequest[] {
    return [...this.#blocked.values()];
  }

  /** Bytes sent and received on all connections. */
  get bytes(): number {
    let bytes = this.#closedBytes;
    for (const { bytesRead, bytesWritten } of this.#upstreams) bytes += bytesRead + bytesWritten;
    return bytes;
  }

  /** Connects to a target if rules and budgets allow it. Rejects after noting a refusal, or when `gone` aborts. */
  async reach(target: Target, purpose: DialPurpose, gone: AbortSignal): Promise<Upstream> {
    this.#requests += 1;
    const open = this.#upstreams.size + this.#dialling;
    const isSpent =
      this.#requests > this.limits.requests || open >= this.limits.sockets || this.bytes > this.limits.bytes;
    if (isSpent) throw this.#block(target, 'budget');
    this.#dialling += 1;
    try {
      const over = AbortSignal.any([this.#end.signal, gone]);
      const upstream = await dialTarget(target, purpose, this.#context, over);
      this.#hold(upstream.socket);
      if (over.aborted) upstream.socket.destroy();
      return upstream;
    } catch (error) {
      if (error instanceof EgressRefusal) this.#block(target, error.reason);
      throw error;
    } finally {
      this.#dialling -= 1;
    }
  }

  /** A stream for the bytes of a target. It cuts all connections when the render has used up its bytes. */
  meter(target: Target): Transform {
    return new Transform({
      transform: (chunk, _encoding, pass) => {
        if (this.bytes <= this.limits.bytes) return pass(null, chunk);
        pass(this.#block(target, 'budget'));
        this.#destroyUpstreams();
      },
    });
  }

  /** Notes that a target gave an answer that a proxy must not pass on. */
  noteProtocol(target: Target): void {
    this.#block(target, 'protocol');
  }

  /** Notes what is wrong with a certificate of a private authority. */
  noteFault({ host, port }: Target, fault: CertificateFault): void {
    if (this.#faults.size < this.limits.requests) this.#faults.set(`${host}:${port}`, fault);
  }

  /** What is wrong with the certificate of a host; undefined if a private authority has signed none of it. */
  faultOf(host: string, port: number): CertificateFault | undefined {
    return this.#faults.get(`${host}:${port}`);
  }

  /** Notes how the answer to an address in absolute form ended. */
  noteEnd(url: string, end: AnswerEnd | undefined): void {
    if (end === undefined) this.#ends.delete(url);
    else this.#ends.set(url, end);
  }

  /** How the last answer to an address ended; undefined if the bytes do not say. */
  endOf(url: string): AnswerEnd | undefined {
    const address = readPageAddress(url);
    return address && this.#ends.get(address.origin + address.pathname + address.search);
  }

  /** Cuts every connection, also those that are being dialled. */
  end(): void {
    this.#end.abort();
    this.#destroyUpstreams();
  }

  #hold(socket: net.Socket): void {
    this.#upstreams.add(socket);
    socket.once('close', () => {
      this.#upstreams.delete(socket);
      this.#closedBytes += socket.bytesRead + socket.bytesWritten;
    });
    socket.setTimeout(this.limits.idleMs, () => socket.destroy());
  }

  #block({ host, port }: Target, reason: RefusalReason): EgressRefusal {
    // Bounded, because a page may ask for any number of names.
    if (this.#blocked.size < this.limits.requests)
      this.#blocked.set(`${reason} ${host}:${port}`, { host, port, reason });
    return new EgressRefusal(reason, host);
  }

  #destroyUpstreams(): void {
    for (const socket of this.#upstreams) socket.destroy();
  }
}
