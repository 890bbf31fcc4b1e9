import { isErrorCode } from '../contract/index.ts';
import { ServiceError } from './service-error.ts';
import type { Transport } from './transport.ts';

/** A service in the same process, as its client needs it. */
export type CallableService = Pick<Transport, 'send' | 'heldMs' | 'close'>;

/** Makes a transport of a service in the same process. The request value is handed on unchanged; no listener is needed. */
export function openEmbeddedTransport(service: CallableService): Transport {
  return {
    send: (request) =>
      service.send(request).catch((error: unknown) => {
        throw request.signal.aborted ? error : explainFailure(error);
      }),
    heldMs: service.heldMs,
    embedded: true,
    proxy: undefined,
    close: () => service.close(),
  };
}

/** What a service would tell its operator alone, such as `browser_missing`: here the caller is the operator. */
export function explainFailure(cause: unknown): ServiceError {
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: string };
  const known = isErrorCode(code) ? code : 'internal';
  return new ServiceError(known, message ?? String(cause), { cause, retryable: false });
}
