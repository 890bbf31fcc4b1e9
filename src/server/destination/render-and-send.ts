import { isSlug, type RenderRequest } from '../../contract/index.ts';
import type { Engine, RenderContext, RenderResult } from '../../engine/index.ts';
import type { Reach, Store } from '../../store/index.ts';

/** Milliseconds of a render if the request does not say, and that its sending has at least. */
const times = { render: 30_000, sending: 10_000 };

/**
 * Renders, and sends the PDF to the request's destination, if it has one, in what is left of `timeout_ms` and at least ten seconds:
 * no slot of the engine waits for it. Throws `EngineError`, and what `checkDestination` and `sendToDestination` throw.
 */
export async function renderAndSend(
  engine: Engine,
  request: RenderRequest,
  context: RenderContext,
): Promise<RenderResult> {
  const { destination } = request;
  if (destination === undefined) return engine.render(request, context);
  const [{ checkDestination }, { sendToDestination }] = await Promise.all([
    import('./check-destination.ts'),
    import('./send-to-destination.ts'),
  ]);
  await checkDestination(engine, destination);
  const end = performance.now() + (request.options?.timeout_ms ?? times.render);
  const result = await engine.render(request, context);
  const timeoutMs = Math.max(times.sending, end - performance.now());
  await sendToDestination(engine, destination, result.pdf, { timeoutMs, signal: context.signal });
  return result;
}

/**
 * Finds the stored templates that a render may use, by id or slug, in the revision that is chosen; undefined for an unknown id. Throws
 * `template_not_found` for an unknown slug, with a similar one.
 */
export function findTemplates(
  revisions: Pick<Store['revisions'], 'choose'>,
  reach: Reach,
): NonNullable<RenderContext['loadTemplate']> {
  return async (name, choice) => {
    try {
      const { files, ...template } = await revisions.choose(reach, name, choice);
      return { ...template, ...files };
    } catch (error) {
      if ((error as { code?: unknown }).code === 'template_not_found' && !isSlug(name)) return undefined;
      throw error;
    }
  };
}
