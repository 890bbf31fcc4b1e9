import { constants } from 'node:fs';
import { createRequire } from 'node:module';
import process from 'node:process';
import { asDict, PdfDamage, PdfEncrypted, PdfRef } from '../pdf/objects.ts';
import { PdfFile } from '../pdf/pdf-file.ts';
import { writePdf } from '../pdf/write-pdf.ts';

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
 * The same PDF in a form that the strict reader takes: decrypted where it opens without a password, or with its
 * cross-reference and its lengths made anew. Undefined where nothing can be saved. The PDF is hostile and the memory of
 * WebAssembly has no limit of its own: call this only in a process that may be killed.
 */
export async function repairPdf(pdf: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    const file = new PdfFile(pdf, true);
    // A catalog that is not there would be found out only by the next reader.
    const info = asDict(file.trailer.get('Info')) ?? new Map();
    return writePdf({ version: file.version, catalog: new PdfRef(file.catalog, file), info: new PdfRef(info, file) });
  } catch (error) {
    if (error instanceof PdfEncrypted) return await decryptPdf(pdf);
    if (error instanceof PdfDamage) return undefined;
    throw error;
  }
}

// qpdf's build for WebAssembly cannot mend: its first exception ends it. It can decrypt what is sound.
async function decryptPdf(pdf: Uint8Array): Promise<Uint8Array | undefined> {
  // Its file system asks Node's internals for the numbers of flags, which a process without rights may not.
  if (process.permission !== undefined) Object.assign(process, { binding: () => ({ fs: constants }) });
  // A CommonJS module that finds its .wasm file beside itself, so it is never bundled.
  const openQpdf = createRequire(import.meta.url)('@neslinesli93/qpdf-wasm') as OpenQpdf;
  const silence = (module: Qpdf) =>
    module.FS.init(
      () => null,
      () => {},
      () => {},
    );
  const qpdf = await openQpdf({ preRun: [silence] });
  qpdf.FS.writeFile('/in.pdf', pdf);
  try {
    // Without the option, success with warnings has a status of its own.
    const status = qpdf.callMain(['--decrypt', '--warning-exit-0', '/in.pdf', '/out.pdf']);
    return status === 0 ? qpdf.FS.readFile('/out.pdf') : undefined;
  } catch {
    // An abort inside WebAssembly, such as one for want of memory.
    return undefined;
  }
}
