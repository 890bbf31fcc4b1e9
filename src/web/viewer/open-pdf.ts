import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';

GlobalWorkerOptions.workerSrc = new URL(PDF_WORKER_FILE, import.meta.url).href;

let worker: PDFWorker | undefined;

/** Reads a PDF in the one worker of the page. Its bytes move there. Compiles no WebAssembly, which a strict policy forbids. */
export async function openPdf(data: ArrayBuffer): Promise<PDFDocumentProxy> {
  worker ??= PDFWorker.create({});
  return getDocument({ data, worker, useWasm: false }).promise;
}
