import type { Drawing, Warning } from '../../contract/index.ts';
import { fetchAnswer } from '../api.ts';

/** A drawn PDF with its facts. */
export interface DrawnPdf {
  bytes: ArrayBuffer;
  pages: number;
  /** Milliseconds from asking to having it. */
  ms: number;
  warnings: Warning[];
}

/** Draws a template that need not be stored. Throws `ApiError`, with the place of a mistake in its problem. */
export async function drawTemplate(drawing: Drawing, signal: AbortSignal): Promise<DrawnPdf> {
  const started = performance.now();
  const response = await fetchAnswer('POST', '/api/dashboard/drawing', {
    body: drawing,
    signal,
    accept: 'application/pdf',
  });
  const bytes = await response.arrayBuffer();
  return {
    bytes,
    pages: Number(response.headers.get('platen-pages')),
    ms: performance.now() - started,
    warnings: JSON.parse(response.headers.get('platen-warning-list') ?? '[]'),
  };
}
