import { Readable } from 'node:stream';
import type { FolderRenderer, SourceWarning } from '../cli/documents/index.ts';
import { ServiceError } from '../client/index.ts';
import { type ErrorCode, isErrorCode, type Warning } from '../contract/index.ts';

/** A request without files of this machine. */
export interface LocalContent {
  request: unknown;
  /** The warnings of its PDF, with those of reading the files. */
  merge(warnings: readonly Warning[]): Warning[];
}

/** Reads the files of requests. */
export interface RequestReader {
  /** Rejects with `ServiceError`, or with the reason of the signal. */
  read(request: unknown, signal: AbortSignal | undefined): Promise<LocalContent>;
  /** Ends the processes that render templates. */
  close(): Promise<void>;
}

/** Opens the reader of the files that requests name. Nothing of it is loaded before the first such request. */
export function openRequestReader(timezone: string | undefined): RequestReader {
  const closing: (() => Promise<void>)[] = [];
  let folders: FolderRenderer | undefined;

  return {
    async read(request, signal = new AbortController().signal) {
      const { parts, options } = (request ?? {}) as { parts?: unknown; options?: { timezone?: unknown } };
      if (![parts].flat().some(namesFiles)) return { request, merge: (warnings) => [...warnings] };
      const documents = await import('../cli/documents/index.ts');
      folders ??= documents.openFolderRenderer({
        defer: (close) => closing.push(close),
        settings: async () => ({ get: () => timezone ?? null }),
      });
      const cwd = process.cwd();
      const ownZone = options?.timezone;
      const edges = {
        cwd,
        platform: process.platform,
        stdin: Readable.from([]),
        renderTemplate: folders({ cwd, signal, timezone: typeof ownZone === 'string' ? ownZone : undefined }),
      };
      try {
        const { parts: read, warnings } = await documents.readLocalParts(parts, edges);
        signal.throwIfAborted();
        const listed = warnings.map(listWarning);
        return {
          request: { ...(request as object), parts: read },
          merge: (found) => [...listed, ...found.filter((warning) => !documents.isReported(warning, warnings))],
        };
      } catch (error) {
        signal.throwIfAborted();
        throw toServiceError(error);
      }
    },
    async close() {
      await Promise.all(closing.map((close) => close()));
    },
  };
}

/** Whether a part may name files; reading it says what is wrong with it. */
function namesFiles(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const { template } = part as { template?: unknown };
  return 'file' in part || (typeof template === 'object' && template !== null && !('id' in template));
}

function listWarning({ part, code, text }: SourceWarning): Warning {
  return { part, code, detail: text };
}

/** The error of reading files as a call has it: without what only a command line can do. */
function toServiceError(cause: unknown): ServiceError {
  const { code, message, why, ...place } = cause as FileError;
  const text = why === undefined ? message : `${message}; ${why}`;
  const { part, line, column } = place;
  return new ServiceError(readCode(code), text, {
    retryable: false,
    ...(part !== undefined && { part }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    cause,
  });
}

/** What is read of an error of a document or of the file system. */
interface FileError extends Error {
  code?: unknown;
  why?: string;
  part?: number;
  line?: number;
  column?: number;
}

function readCode(code: unknown): ErrorCode {
  if (code === 'usage') return 'invalid_request';
  if (isErrorCode(code)) return code;
  return typeof code === 'string' ? 'io_failed' : 'internal';
}
