import type { FastifyReply, FastifyRequest } from 'fastify';
import { defaultKeepSeconds, type ImageRequest, type Part, type RenderRequest, routes } from '../../contract/index.ts';
import { type Engine, loadPartTemplate } from '../../engine/index.ts';
import type { NewJob, Store } from '../../store/index.ts';
import type { ImageForm } from '../answers/answer-images.ts';
import { RequestError } from '../answers/problems.ts';
import { type Caller, reachOf, requireParts, requireSeal } from '../checks/caller.ts';
import { checkDestination } from '../destination/check-destination.ts';
import { findTemplates } from '../destination/render-and-send.ts';
import { readTraceparent } from '../observe/tracing.ts';
import { outlineRequest } from '../records/outline-request.ts';
import { findSecrets, leaveOutSecrets, writeSecrets } from '../records/request-secrets.ts';
import { readStart, type StoredRenderRequest } from '../requests/job-fields.ts';
import { readIdempotencyKey, scopeOf } from '../requests/replays.ts';
import type { SharedReplays } from '../requests/shared-replays.ts';
import type { Background } from './background.ts';

/** What submissions go through. */
interface SubmissionParts {
  engine: Engine;
  store: Store;
  background: Background;
  /** Guards an idempotency key against a render with another body that is waited for. */
  sharedReplays: Pick<SharedReplays, 'guard'>;
}

/**
 * Takes a render to be carried out in the background (RFC 7240, section 4.1), once everything is checked that can be refused at once:
 * what the key may do, the date, the templates and the quota. With `images` it makes images, else a PDF.
 */
export async function takeSubmission(
  { engine, store, background, sharedReplays }: SubmissionParts,
  request: FastifyRequest,
  reply: FastifyReply,
  images?: ImageForm,
): Promise<object> {
  const { caller, bodyDigest, headers } = request;
  const { job: overrides = {}, image: _, ...given } = request.body as RenderRequest & Pick<ImageRequest, 'image'>;
  const name = readIdempotencyKey(headers['idempotency-key']);
  const startAt = readStart({ ...given, job: overrides }, new Date());
  requireParts(caller, given.parts);
  requireSeal(caller, given);
  await engine.checkSigning(given);
  if (given.destination) await checkDestination(engine, given.destination);
  const body = { ...given, parts: await findPartTemplates(store, caller, given.parts) };
  const { source, template } = outlineRequest(body);
  const submission: Parameters<Background['submit']>[0] = {
    account: caller.account,
    api_key: caller.keyId,
    by: caller.by,
    request_id: request.id,
    kind: images ? 'image' : 'pdf',
    source,
    template,
    ...storeSecretly(store, { ...body, ...(images && { images }) }),
    priority: overrides.priority ?? 'normal',
    startAt,
    keepSeconds: overrides.keep_seconds ?? defaultKeepSeconds,
    traceparent: request.span?.traceparent ?? (readTraceparent(headers.traceparent) && String(headers.traceparent)),
    idempotency: name === undefined ? undefined : { name, digest: bodyDigest },
  };
  const submit = () => background.submit(submission);
  const replayed = { scope: scopeOf(request), idempotencyKey: name ?? '', digest: bodyDigest };
  const { job } = await (name === undefined ? submit() : sharedReplays.guard(replayed, submit));
  request.releasePlace?.();
  reply.code(202).headers({
    location: `${routes.listRenders.path}/${job.id}`,
    'preference-applied': 'respond-async',
    'retry-after': '1',
  });
  return { data: await background.describe(job) };
}

/**
 * The request as it is stored. Throws `invalid_request` for a password that the database would hold in plain text, because no key was
 * set to encrypt it.
 */
function storeSecretly({ canSeal }: Store, body: StoredRenderRequest): Pick<NewJob, 'request' | 'secrets'> {
  const secrets = findSecrets(body);
  if (secrets.length > 0 && canSeal) {
    return { request: JSON.stringify(leaveOutSecrets(body, secrets)), secrets: writeSecrets(secrets) };
  }
  const [first] = secrets.flatMap(({ password }) => password ?? []);
  if (first === undefined) return { request: JSON.stringify(body) };
  const { field, pointer } = first;
  const detail = 'has a password, which this service cannot encrypt in its database without PLATEN_SECRET_KEY';
  throw new RequestError('invalid_request', `${field} ${detail}: set that, or render in the foreground`, {
    errors: [{ pointer, detail }],
  });
}

/**
 * The parts with ids in place of slugs, which may be those of other templates when the job runs. Throws for a template, a revision or a
 * label that the caller may not use or the account does not have, as the render would.
 */
async function findPartTemplates(
  store: Store,
  caller: Caller,
  parts: RenderRequest['parts'],
): Promise<RenderRequest['parts']> {
  const { account } = caller;
  const loadTemplate = findTemplates(store.revisions, reachOf(caller));
  const known = new Map<string, string>();
  const find = async (source: string | Part, part: number): Promise<string | Part> => {
    if (typeof source === 'string' || source.template === undefined) return source;
    const name = JSON.stringify([source.template, source.context === undefined]);
    const pointer = Array.isArray(parts) ? `/parts/${part}` : '/parts';
    const load = () => loadPartTemplate(source, pointer, { account, loadTemplate });
    const id =
      known.get(name) ??
      (
        await load().catch((error: Error) => {
          throw Object.assign(error, { part });
        })
      ).id;
    known.set(name, id);
    if (typeof source.template === 'string' || source.template.slug === undefined) return source;
    const { slug: _, ...choice } = source.template;
    return { ...source, template: Object.keys(choice).length === 0 ? id : { ...choice, id } };
  };
  if (!Array.isArray(parts)) return find(parts, 0);
  const found: (string | Part)[] = [];
  for (const [part, source] of parts.entries()) found.push(await find(source, part));
  return found;
}
