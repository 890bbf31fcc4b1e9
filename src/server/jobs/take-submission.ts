import type { FastifyReply, FastifyRequest } from 'fastify';
import { defaultKeepSeconds, type RenderRequest, routes } from '../../contract/index.ts';
import { type Engine, loadPartTemplate } from '../../engine/index.ts';
import type { NewJob, Store } from '../../store/index.ts';
import { RequestError } from '../answers/problems.ts';
import { requireParts } from '../checks/caller.ts';
import { checkDestination } from '../destination/check-destination.ts';
import { findTemplates } from '../destination/render-and-send.ts';
import { readTraceparent } from '../observe/tracing.ts';
import { outlineRequest } from '../records/outline-request.ts';
import { findSecrets, leaveOutSecrets, writeSecrets } from '../records/request-secrets.ts';
import { readStart } from '../requests/job-fields.ts';
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
 * what the key may do, the date, the templates and the quota.
 */
export async function takeSubmission(
  { engine, store, background, sharedReplays }: SubmissionParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<object> {
  const { caller, bodyDigest, headers } = request;
  const { job: overrides = {}, ...body } = request.body as RenderRequest;
  const name = readIdempotencyKey(headers['idempotency-key']);
  const startAt = readStart({ ...body, job: overrides }, new Date());
  requireParts(caller, body.parts);
  if (body.destination) await checkDestination(engine, body.destination);
  await requireTemplates(store, caller.account, body.parts);
  const { source, template } = outlineRequest(body);
  const submission: Parameters<Background['submit']>[0] = {
    account: caller.account,
    api_key: caller.keyId,
    by: caller.by,
    request_id: request.id,
    source,
    template,
    ...storeSecretly(store, body),
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
function storeSecretly({ canSeal }: Store, body: RenderRequest): Pick<NewJob, 'request' | 'secrets'> {
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

/** Throws for a template, a revision or a label that the account does not have, as the render would. */
async function requireTemplates(store: Store, account: string, parts: RenderRequest['parts']): Promise<void> {
  const loadTemplate = findTemplates(store.revisions, account);
  const known = new Set<string>();
  for (const [part, source] of [parts].flat().entries()) {
    if (typeof source === 'string' || source.template === undefined) continue;
    const name = JSON.stringify(source.template);
    if (known.has(name)) continue;
    const pointer = Array.isArray(parts) ? `/parts/${part}` : '/parts';
    await loadPartTemplate(source.template, pointer, { account, loadTemplate }).catch((error: Error) => {
      throw Object.assign(error, { part });
    });
    known.add(name);
  }
}
