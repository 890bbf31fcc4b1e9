import { describeForLog } from './observe/log.ts';
import type { RunningServer } from './start-server.ts';

/** The part of a process that reports uncaught errors. */
interface ProcessErrors {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown;
  off(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown;
}

/** Watches a process for uncaught errors. */
interface ProcessGuard {
  /** Resolves with the first such error, once the service has closed because of it; pending until then. */
  failed: Promise<unknown>;
  /** Stops watching. */
  stop(): void;
}

/**
 * Ends the service at an uncaught error, as a signal would: renders may finish within `graceMs` milliseconds. The caller
 * then ends the process with a code that reports the failure.
 */
export function guardProcess(server: RunningServer, process: ProcessErrors, graceMs: number): ProcessGuard {
  const { promise: failed, resolve } = Promise.withResolvers<unknown>();
  const end = (error: unknown) => {
    server.log.write('fatal', 'uncaught_error', describeForLog(error));
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
