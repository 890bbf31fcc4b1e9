import { constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import process from 'node:process';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { findBundled } from '../../children/index.ts';
import { findLostPages, isWhole, type PdfDamage, PdfEncrypted, rebuildPdf } from '../../pdf/index.ts';

export interface RepairedPdf {
  pdf: Uint8Array;
  /** The numbers of pages that have less content than before. */
  lostPages: number[];
}

/**
 * Rewrites a PDF for the strict reader: decrypts one that opens without a password, repairs any other. Of several repairs the
 * one that loses the fewest pages' content counts. Undefined if all fail, or if pages would be missing. The PDF is hostile: call
 * this only in a process that may be killed.
 */
export async function repairPdf(pdf: Uint8Array, damage: PdfDamage): Promise<RepairedPdf | undefined> {
  const tries = [
    () => (damage instanceof PdfEncrypted ? runQpdf(pdf, ['--decrypt']) : undefined),
    () => rewritePdf(pdf),
    () => rebuildPdf(pdf),
  ];
  let best: RepairedPdf | undefined;
  for (const attempt of tries) {
    const repaired = await attempt();
    if (repaired === undefined || !isWhole(repaired)) continue;
    const lostPages = findLostPages(pdf, repaired);
    if (lostPages.length === 0) return { pdf: repaired, lostPages };
    if (best === undefined || lostPages.length < best.lostPages.length) best = { pdf: repaired, lostPages };
  }
  return best;
}

/** What is called of PDFium (public/fpdfview.h, fpdf_save.h). */
interface Pdfium {
  memory: WebAssembly.Memory;
  __indirect_function_table: WebAssembly.Table;
  malloc(bytes: number): number;
  FPDF_LoadMemDocument(data: number, bytes: number, password: number): number;
  FPDF_GetPageCount(document: number): number;
  FPDF_SaveAsCopy(document: number, writer: number, flags: number): number;
  FPDF_CloseDocument(document: number): void;
}

/** FPDF_REMOVE_SECURITY: rewrite all objects without the encryption. */
const saveFlags = 3;

/**
 * A module with one function that calls an imported one: `(i32, i32, i32) -> i32`. Only such a function can be in the table
 * that PDFium takes its callbacks from.
 */
const trampoline = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 8, 1, 96, 3, 127, 127, 127, 1, 127, 2, 7, 1, 1, 101, 1, 102, 0, 0, 7, 5, 1, 1, 102, 0,
  0,
]);

/**
 * Reads a PDF as a viewer does, which finds its way through most damage and opens what has an empty password, and rewrites
 * it. Undefined if nothing can be read. Blocks its thread.
 */
export async function rewritePdf(pdf: Uint8Array): Promise<Uint8Array | undefined> {
  let exports: Pdfium | undefined;
  const library = await PDFiumLibrary.init({
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(
        new WebAssembly.Module(readFileSync(findFile('@hyzyla/pdfium/pdfium.wasm', 'pdfium/pdfium.wasm'))),
        imports,
      );
      exports = instance.exports as unknown as Pdfium;
      (done as unknown as (instance: WebAssembly.Instance) => void)(instance);
      return instance.exports;
    },
  });
  try {
    return exports === undefined ? undefined : save(exports, pdf);
  } catch {
    // WebAssembly aborted, for instance because memory ran out.
    return undefined;
  } finally {
    library.destroy();
  }
}

function save(pdfium: Pdfium, pdf: Uint8Array): Uint8Array | undefined {
  const data = pdfium.malloc(pdf.length);
  new Uint8Array(pdfium.memory.buffer, data, pdf.length).set(pdf);
  const document = pdfium.FPDF_LoadMemDocument(data, pdf.length, 0);
  if (document === 0) return undefined;
  try {
    if (pdfium.FPDF_GetPageCount(document) < 1) return undefined;
    const chunks: Uint8Array[] = [];
    const write = (_writer: number, at: number, bytes: number) => {
      chunks.push(new Uint8Array(pdfium.memory.buffer, at, bytes).slice());
      return 1;
    };
    // FPDF_FILEWRITE: a version and a function.
    const writer = pdfium.malloc(8);
    const view = new DataView(pdfium.memory.buffer);
    view.setUint32(writer, 1, true);
    view.setUint32(writer + 4, addFunction(pdfium.__indirect_function_table, write), true);
    return pdfium.FPDF_SaveAsCopy(document, writer, saveFlags) === 0 ? undefined : Buffer.concat(chunks);
  } finally {
    pdfium.FPDF_CloseDocument(document);
  }
}

/** The table does not grow. Its first place is that of the null pointer, which nothing calls. */
function addFunction(table: WebAssembly.Table, call: (a: number, b: number, c: number) => number): number {
  const { f } = new WebAssembly.Instance(new WebAssembly.Module(trampoline), { e: { f: call } }).exports;
  table.set(0, f);
  return 0;
}

/** A file of a package: in the bundle next to the program, under the name that the build gives it. */
function findFile(inPackage: string, built: string): string {
  const here = import.meta.url;
  return here.endsWith('.ts') ? createRequire(here).resolve(inPackage) : findBundled(built, here);
}

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
 * and the memory of WebAssembly has no limit. The WebAssembly build aborts at its first exception, so it cannot
 * repair a PDF.
 */
export async function runQpdf(pdf: Uint8Array, options: readonly string[]): Promise<Uint8Array | undefined> {
  // Its file system reads flag numbers from Node's internals, which the permission model forbids.
  if (process.permission !== undefined) Object.assign(process, { binding: () => ({ fs: constants }) });
  // It loads its .wasm file from its own folder, so it is never bundled.
  const program = findFile('@neslinesli93/qpdf-wasm', 'qpdf/qpdf.cjs');
  const openQpdf = createRequire(import.meta.url)(program) as OpenQpdf;
  const nothing = () => {};
  const silence = ({ FS }: Qpdf) => FS.init(() => null, nothing, nothing);
  const qpdf = await openQpdf({ preRun: [silence] });
  qpdf.FS.writeFile('/in.pdf', pdf);
  try {
    // Without --warning-exit-0, success with warnings has its own status.
    const status = qpdf.callMain([...options, '--warning-exit-0', '/in.pdf', '/out.pdf']);
    return status === 0 ? qpdf.FS.readFile('/out.pdf') : undefined;
  } catch {
    // WebAssembly aborted, for instance because memory ran out.
    return undefined;
  }
}
