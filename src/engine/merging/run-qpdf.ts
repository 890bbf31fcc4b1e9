import { constants } from 'node:fs';
import { createRequire } from 'node:module';
import process from 'node:process';

/** What is used of qpdf's WebAssembly build. */
interface Qpdf {
  /** Runs the command line of qpdf; gives its exit status. */
  callMain(args: string[]): number;
  FS: {
    /** Sets where standard input comes from, and where standard output and error go, byte by byte. */
    init(input: () => null, output: () => void, error: () => void): void;
    writeFile(path: string, data: Uint8Array): void;
    readFile(path: string): Uint8Array;
  };
}

type OpenQpdf = (settings: { preRun: ((module: Qpdf) => void)[] }) => Promise<Qpdf>;

/**
 * Runs qpdf with the options on a PDF and gives the PDF that it makes; undefined where it makes none. It holds up its
 * thread, and the memory of WebAssembly has no limit of its own. Built for WebAssembly, qpdf ends at its first exception, so
 * it mends nothing.
 */
export async function runQpdf(pdf: Uint8Array, options: readonly string[]): Promise<Uint8Array | undefined> {
  // Its file system asks Node's internals for the numbers of flags, which a process without rights may not.
  if (process.permission !== undefined) Object.assign(process, { binding: () => ({ fs: constants }) });
  // A CommonJS module that finds its .wasm file beside itself, so it is never bundled.
  const openQpdf = createRequire(import.meta.url)('@neslinesli93/qpdf-wasm') as OpenQpdf;
  const nothing = () => {};
  const silence = ({ FS }: Qpdf) => FS.init(() => null, nothing, nothing);
  const qpdf = await openQpdf({ preRun: [silence] });
  qpdf.FS.writeFile('/in.pdf', pdf);
  try {
    // Without the option, success with warnings has a status of its own.
    const status = qpdf.callMain([...options, '--warning-exit-0', '/in.pdf', '/out.pdf']);
    return status === 0 ? qpdf.FS.readFile('/out.pdf') : undefined;
  } catch {
    // An abort inside WebAssembly, such as one for want of memory.
    return undefined;
  }
}
