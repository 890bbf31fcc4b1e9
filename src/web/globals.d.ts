/** Name of the file with the worker of pdf.js, beside the scripts. Set by the build. */
declare const PDF_WORKER_FILE: string;

declare module 'pdfjs-dist/legacy/build/pdf.mjs' {
  export * from 'pdfjs-dist';
}

/** The templates to start from, by the name of their folder in `examples/templates`. Read by the build. */
declare module 'platen:starters' {
  export const starters: Record<string, { content: string; preview_context: Record<string, unknown> } | undefined>;
}
