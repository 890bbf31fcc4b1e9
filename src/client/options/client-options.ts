import type { Render } from '../../contract/index.ts';
import type { AnswerHead, Attempt } from '../send-request.ts';
import type { ServiceError } from '../service-error.ts';

/** How a service is called. */
export interface CallSettings {
  /** Milliseconds for a whole call with all its tries. Default 120000. */
  timeoutMs?: number | undefined;
  /** Milliseconds for all calls together, from the first one on. Default: no limit besides that of each call. */
  totalMs?: number | undefined;
  /** Tries after the first. Default 3. */
  retries?: number | undefined;
  /** The User-Agent header. Default "platen". */
  userAgent?: string | undefined;
  /** Called with each try that ended. */
  onAttempt?: ((attempt: Attempt) => void) | undefined;
  /** Called before each wait for another try, with the number of the try that failed. */
  onWait?: ((attempt: number, error: ServiceError, waitMs: number) => void) | undefined;
}

/** The address of the service and how to call it. */
export interface ClientOptions extends CallSettings {
  /** The base address; a path prefix and a trailing slash are fine. */
  baseUrl: string;
  /** Sent as `Authorization: Bearer <key>` to that address and no other. */
  apiKey: string;
  /** Whether plain http to a host that is not loopback is allowed. Default false. */
  insecureHttp?: boolean | undefined;
  /** Where the proxy variables are read: `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, `NO_PROXY`. Default none. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Choices for one call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Sent as If-Match: the call succeeds only while the template still has this ETag. */
  ifMatch?: string | undefined;
  /** Sent as Platen-Revision-Message with a change of a template: why it is made, at most 500 characters. Default: none. */
  message?: string | undefined;
  /**
   * Sent as Idempotency-Key with a render: at most 255 visible characters of ASCII. The same request under the same key is done
   * once; asked again, also by another process, the service answers what there is. Default: a new key for each call.
   */
  idempotencyKey?: string | undefined;
  /** Tries after the first, instead of the client's own number. */
  retries?: number | undefined;
  /**
   * Called before each wait for another try, instead of the client's own `onWait`. False ends the call with that error, so
   * that several calls can share one budget of retries.
   */
  onWait?: ((attempt: number, error: ServiceError, waitMs: number) => boolean) | undefined;
  /** Called with the head of each answer, whatever its status. */
  onAnswer?: ((head: AnswerHead) => void) | undefined;
}

/** Choices for many renders. */
export interface RenderManyOptions extends Pick<CallOptions, 'signal' | 'retries' | 'onWait'> {
  /** Renders at the same time, 1 to 256. Default: 4 with a service, else the `concurrency` of `openPlaten`. */
  parallel?: number | undefined;
}

/** Choices for reading a background render. */
export interface ReadRenderOptions extends CallOptions {
  /** Whole seconds, 0 to 30, for which the service may keep the answer until the render has ended. Default 0. */
  waitSeconds?: number | undefined;
}

/** Choices for waiting for a background render. */
export interface WaitOptions {
  /** Ends the wait, not the render. */
  signal?: AbortSignal | undefined;
  /** Milliseconds to wait; then it rejects with `timeout`, and the render goes on. Default: as long as it takes. */
  timeoutMs?: number | undefined;
  /** Called with the render about once a second, and at its end. Without it the service is asked twice a minute. */
  onProgress?: ((render: Render) => void) | undefined;
  /** Called if the render has waited for some seconds without any service that does renders in the background. */
  onStall?: ((render: Render) => void) | undefined;
  /** Called before each wait for a service that does not answer, with the number of tries that failed one after another. */
  onWait?: ((attempt: number, error: ServiceError, waitMs: number) => void) | undefined;
}
