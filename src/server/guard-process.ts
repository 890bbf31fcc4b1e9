import { describeError } from './observe/log.ts';
import type { RunningServer } from './start.ts';

/** The part of a process that tells of errors nobody caught. */
export interface ProcessErrors {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown;
  off(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown;
}

/** A watch over a process. */
export interface ProcessGuard {
  /** Resolves with the first error that nobody caught, once the service is closed. Never without one. */
  failed: Promise<unknown>;
  stop(): void;
}

/**
 * Lets an error that nobody caught end the service as a signal would: what runs may finish within `graceMs` milliseconds.
 * Who calls this ends the process afterwards, with a code that says it failed.
 */
export function guardProcess(server: RunningServer, process: ProcessErrors, graceMs: number): ProcessGuard {
  const { promise: failed, resolve } = Promise.withResolvers<unknown>();
  const end = (error: unknown) => {
    server.log.write('fatal', 'uncaught_error', describeError(error));
    server.close(graceMs).then(
      () => resolve(error),
      () => resolve(error),
    );
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
  return {
    failed,
    stop() {
      process.off('uncaughtException', end);
      process.off('unhandledRejection', end);
    },
  };
}
