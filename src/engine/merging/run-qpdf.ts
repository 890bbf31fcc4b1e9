import { constants } from 'node:fs';
import { createRequire } from 'node:module';
import process from 'node:process';

/** The part of qpdf's WebAssembly build that we use. */
interface Qpdf {
  /** Runs qpdf's command line and returns its exit status. */
  callMain(args: string[]): number;
  FS: {
    /** Sets the functions behind standard input, output and error, one byte per call. */
    init(input: () => null, output: () => void, error: () => void): void;
    writeFile(path: string, data: Uint8Array): void;
    readFile(path: string): Uint8Array;
  };
}

type OpenQpdf = (settings: { preRun: ((module: Qpdf) => void)[] }) => Promise<Qpdf>;

/**
 * Runs qpdf with these options on a PDF. Returns the PDF that it writes, or undefined if it writes none. Blocks its thread,
 * and the memory of WebAssembly has no limit of its own. The WebAssembly build aborts at its first exception, so it cannot
 * repair a PDF.
 */
export async function runQpdf(pdf: Uint8Array, options: readonly string[]): Promise<Uint8Array | undefined> {
  // Its file system reads flag numbers from Node's internals, which the permission model forbids.
  if (process.permission !== undefined) Object.assign(process, { binding: () => ({ fs: constants }) });
  // It loads its .wasm file from its own folder, so it is never bundled.
  const openQpdf = createRequire(import.meta.url)('@neslinesli93/qpdf-wasm') as OpenQpdf;
  const nothing = () => {};
  const silence = ({ FS }: Qpdf) => FS.init(() => null, nothing, nothing);
  const qpdf = await openQpdf({ preRun: [silence] });
  qpdf.FS.writeFile('/in.pdf', pdf);
  try {
    // Without --warning-exit-0, success with warnings has a status of its own.
    const status = qpdf.callMain([...options, '--warning-exit-0', '/in.pdf', '/out.pdf']);
    return status === 0 ? qpdf.FS.readFile('/out.pdf') : undefined;
  } catch {
    // WebAssembly aborted, for instance because memory ran out.
    return undefined;
  }
}
