import type { Readable } from 'node:stream';
import type { ResultPiece } from '../../store/index.ts';
import type { ResultName } from './result-name.ts';

/** The place of the bytes of a result. A JSON value, kept in the row of its job. */
export interface ResultPlace {
  /** The kind of store that took it. */
  store: ResultStore['kind'];
  /** Its name there. */
  name: ResultName;
  /** How many bytes it has. */
  bytes: number;
}

/** Bytes of a result by their index from 0, both ends included, as ranges of HTTP count them (RFC 9110, section 14.1.2). */
export interface ByteRange {
  first: number;
  last: number;
}

/** A result that is read. */
export interface OpenedResult {
  /** Bytes of the whole result, even if only a range is read. */
  size: number;
  /** The bytes asked for, to be read to the end or destroyed. It fails if they cannot be read to the end. */
  stream: Readable;
}

/** The place of a result, or its place once the end of its job has kept `piece`. */
export interface PlacedResult {
  place: ResultPlace;
  piece?: ResultPiece;
}

/** Keeps what background renders have made: PDFs and images. Throws `ResultError` or `StoreError` alone. */
export interface ResultStore {
  readonly kind: 'folder' | 'database' | 's3';
  /**
   * Keeps the result of a job: whole or not at all, and once answered for good. Every call takes a new name, so that a late second
   * attempt at the job changes nothing of the first. `type` is its media type, by default
   * that of a PDF. Throws `result_too_large`, `storage_full`, `results_unavailable`.
   */
  put(id: string, result: Uint8Array, type?: string): Promise<ResultPlace>;
  /**
   * What the end of a job shall include instead of a `put` before it: one statement less. Undefined for a result that is too large,
   * missing if results are not in the database of the jobs.
   */
  carry?(id: string, result: Uint8Array): PlacedResult | undefined;
  /** Opens a result for reading. The range must be within it. Throws `result_gone`. */
  open(place: ResultPlace, range?: ByteRange): Promise<OpenedResult>;
  /** Removes a result. One that is gone already, or is in another kind of store, is left. */
  drop(place: ResultPlace): Promise<void>;
  /**
   * An address that needs no key, for this many seconds and at most a week, with this Content-Disposition. Missing
   * if the store has no addresses. Whether the result is still there is not looked at.
   */
  link?(place: ResultPlace, seconds: number, disposition: string): Promise<string>;
  /** What was put before that time for jobs of the same database, unfinished puts of killed processes included. */
  list(before: Date): AsyncIterable<ResultPlace>;
  /** Releases what the store holds. */
  close(): Promise<void>;
}
