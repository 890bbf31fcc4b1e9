import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';

GlobalWorkerOptions.workerSrc = new URL(PDF_WORKER_FILE, import.meta.url).href;

let worker: PDFWorker | undefined;

/** Reads a PDF in the one worker of the page. Its bytes move there. Compiles no WebAssembly, which a strict policy forbids. */
export async function openPdf(data: ArrayBuffer): Promise<PDFDocumentProxy> {
  worker ??= PDFWorker.create({});
  return getDocument({ data, worker, useWasm: false }).promise;
}

/** A picture of the first page, `width` CSS pixels across. */
export async function drawThumbnail(data: ArrayBuffer, width: number): Promise<Blob> {
  const pdf = await openPdf(data);
  try {
    const page = await pdf.getPage(1);
    const scale = (width * devicePixelRatio) / page.getViewport({ scale: 1 }).width;
    const viewport = page.getViewport({ scale });
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    await page.render({ canvas, viewport }).promise;
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
    });
  } finally {
    await pdf.loadingTask.destroy();
  }
}
