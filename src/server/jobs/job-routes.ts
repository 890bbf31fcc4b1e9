import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type RenderListQuery, routes } from '../../contract/index.ts';
import type { JobOwner, StoredJob } from '../../store/index.ts';
import { matchesEtag } from '../answers/etag.ts';
import { RequestError } from '../answers/problems.ts';
import { type Caller, isLimited } from '../checks/caller.ts';
import { addRoute } from '../requests/route.ts';
import type { Shutdown } from '../requests/shutdown.ts';
import { linkResult, sendResult } from './answer-result.ts';
import type { Background } from './background.ts';
import { isAtEnd } from './describe-render.ts';
import { waitForEnd } from './wait-for-end.ts';
import type { WaitPlaces } from './wait-places.ts';

/** Renders on a page of a list if the request names no number. */
const defaultLimit = 50;

/** What the operations work with. */
interface JobParts {
  background: Background;
  shutdown: Shutdown;
  waitPlaces: WaitPlaces;
  /** Tells webhooks of each end that is recorded by now. Default: does nothing. */
  announce?: (() => Promise<void>) | undefined;
}

/** Registers the operations on background renders. */
export function addJobs(app: FastifyInstance, { background, shutdown, waitPlaces, announce }: JobParts): void {
  const find = async (request: FastifyRequest) => (await background.jobs()).get(ownerOf(request.caller), idOf(request));

  addRoute(app, routes.listRenders, async ({ caller, query }) => {
    const { status, limit, after } = query as RenderListQuery;
    const wanted = { status, after, limit: limit === undefined ? defaultLimit : Number(limit) };
    const { jobs, next } = await (await background.jobs()).list(ownerOf(caller), wanted);
    return { data: await Promise.all(jobs.map(background.describe)), page: { next } };
  });

  addRoute(app, routes.getRender, async (request, reply) => {
    const { wait_seconds: seconds = '0' } = request.query as { wait_seconds?: string };
    const found = await find(request);
    // A caller without a place is answered immediately, with the present state of the render.
    const leave = seconds === '0' || isAtEnd(found) ? undefined : waitPlaces.enter(request.account);
    const job = leave
      ? await waitForEnd(found, {
          background,
          ms: Number(seconds) * 1000,
          read: () => find(request),
          isEnding: () => shutdown.announced,
          signal: shutdown.signalFor(reply),
        }).finally(leave)
      : found;
    const answer = { data: await background.describe(job) };
    const etag = `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', etag);
    if (!isAtEnd(job)) reply.header('retry-after', '1');
    if (!matchesEtag(request.headers['if-none-match'], etag)) return answer;
    reply.code(304);
    return undefined;
  });

  const answerResult = (job: StoredJob, request: FastifyRequest, reply: FastifyReply) => {
    const { link } = request.query as { link?: string };
    return link === 'true' ? linkResult(background, job) : sendResult(background, job, request, reply);
  };

  addRoute(app, routes.getRenderResult, async (request, reply) => answerResult(await find(request), request, reply));

  addRoute(app, routes.getRenderPdf, async (request, reply) => {
    const job = await find(request);
    if (job.kind === 'pdf') return answerResult(job, request, reply);
    const address = routes.getRenderResult.path.replace('{id}', job.id);
    throw new RequestError('not_found', `the render makes images instead of a PDF: GET ${address}`);
  });

  addRoute(app, routes.deleteRender, async (request, reply) => {
    const [jobs, owner, id] = [await background.jobs(), removerOf(request.caller), idOf(request)];
    const cancelled = await jobs.cancel(owner, id);
    if (cancelled) {
      background.noteEnd(cancelled);
      return { data: await background.describe(cancelled) };
    }
    // A deleted render could no longer be reported.
    await announce?.();
    const forgotten = await jobs.forget(owner, id);
    if (forgotten) await dropResult(background, forgotten);
    reply.code(204);
    return undefined;
  });
}

/** A key that is for certain templates or a folder sees what it has submitted itself. */
function ownerOf(caller: Caller): JobOwner {
  return { account: caller.account, api_key: isLimited(caller) ? caller.keyId : undefined };
}

/** A viewer sees all of the account, and takes away what they have submitted themselves. */
function removerOf(caller: Caller): JobOwner {
  return caller.role === 'viewer' ? { account: caller.account, api_key: caller.keyId } : ownerOf(caller);
}

function idOf({ params }: FastifyRequest): string {
  return (params as { id: string }).id;
}

/** What cannot be removed now is found later, because no job names it. */
async function dropResult(background: Background, { result }: StoredJob): Promise<void> {
  if (result === null) return;
  const results = await background.results();
  await results.drop(result as Parameters<typeof results.drop>[0]).catch(() => undefined);
}
