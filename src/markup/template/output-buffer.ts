import { Buffer } from 'node:buffer';
import type { Emitter } from 'liquidjs';
import { templateLimits } from './template-limits.ts';

/** The rendered text is over its limit. */
export class OutputLimitError extends Error {}

const flushAt = 64 * 1024;

/**
 * Collects what a template writes, as UTF-8 outside the JavaScript heap, and stops it at the limit before the heap is full.
 */
export class OutputBuffer implements Emitter {
  buffer = '';
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  write(value: unknown): void {
    this.buffer += stringifyValue(value);
    if (this.buffer.length > flushAt) this.#flush();
  }

  /** Everything written so far. */
  end(): Buffer[] {
    this.#flush();
    return this.#chunks;
  }

  #flush(): void {
    if (this.#bytes + this.buffer.length > templateLimits.output) throw new OutputLimitError();
    const chunk = Buffer.from(this.buffer);
    this.buffer = '';
    this.#bytes += chunk.length;
    if (this.#bytes > templateLimits.output) throw new OutputLimitError();
    this.#chunks.push(chunk);
  }
}

function stringifyValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return Array.isArray(value) ? value.map(stringifyValue).join('') : String(value);
}
