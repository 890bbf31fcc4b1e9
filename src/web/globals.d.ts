/** Name of the file with the worker of pdf.js, beside the scripts. Set by the build. */
declare const PDF_WORKER_FILE: string;

declare module 'pdfjs-dist/legacy/build/pdf.mjs' {
  export * from 'pdfjs-dist';
}
