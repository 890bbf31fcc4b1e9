import { createHash } from 'node:crypto';
import type { RenderRequest } from '../../../src/contract/index.ts';
import type { Engine, RenderContext } from '../../../src/engine/index.ts';

/** A request, and the template that it names. */
export interface DigestedRequest {
  request: RenderRequest;
  template: Awaited<ReturnType<NonNullable<RenderContext['loadTemplate']>>>;
}

/** Renders a request so many times, as many at once as the engine does. Returns the SHA-256 of each PDF. */
export async function digestRenders(
  engine: Engine,
  { request: { options, ...rest }, template }: DigestedRequest,
  times: number,
): Promise<string[]> {
  // All wait in one queue, and the deadline counts that.
  const request = { ...rest, options: { ...options, timeout_ms: 600_000 } };
  const context = { account: 'a', loadTemplate: async () => template };
  const renders = Array.from({ length: times }, () => engine.render(request, context));
  return (await Promise.all(renders)).map(({ pdf }) => digestPdf(pdf));
}

/** The SHA-256 of a PDF. */
export function digestPdf(pdf: Uint8Array): string {
  return createHash('sha256').update(pdf).digest('hex');
}
