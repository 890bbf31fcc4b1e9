import { limits } from '../../contract/index.ts';
import { CommandError } from '../output/command-error.ts';

/** Bytes reserved for the fields of a request besides its parts. */
const reserve = 64 * 1024;

/** Adds up the size of the parts as JSON, so that a request that is too large is refused before it is built. */
export class RequestSize {
  #total = reserve;
  readonly #files: { name: string; bytes: number }[] = [];

  /** Counts a file that travels in base64 (RFC 4648, section 4: four characters for each three bytes). */
  addBytes(name: string, bytes: number): void {
    this.#add(name, bytes, Math.ceil(bytes / 3) * 4);
  }

  /** Counts a text, with what JSON escapes in it. */
  addText(name: string, text: string): void {
    this.#add(name, Buffer.byteLength(text), Buffer.byteLength(JSON.stringify(text)));
  }

  #add(name: string, bytes: number, onTheWire: number): void {
    this.#files.push({ name, bytes });
    this.#total += onTheWire + name.length + 64;
    if (this.#total <= limits.body) return;
    const largest = this.#files.toSorted((a, b) => b.bytes - a.bytes).slice(0, 5);
    throw new CommandError(
      'too_large',
      `the documents and their files are larger than a request can be (${inMebibytes(limits.body)})`,
      {
        why: `the largest: ${largest.map((file) => `${file.name} (${inMebibytes(file.bytes)})`).join(', ')}`,
        fix: 'make the images smaller, or render the documents one by one',
      },
    );
  }
}

function inMebibytes(bytes: number): string {
  const size = bytes / 1024 / 1024;
  return size >= 0.1 ? `${Number(size.toFixed(1))} MiB` : `${Math.ceil(bytes / 1024)} KiB`;
}
