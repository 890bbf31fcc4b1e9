import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { RenderRequest } from '../contract/index.ts';
import type { CallOptions, RenderManyOptions } from './options/client-options.ts';
import { checkManyOptions } from './options/option-rules.ts';
import { type ReceivedRender, requirePdf } from './receive/receive-render.ts';
import { createRenderedPdf, type RenderedPdf } from './rendered-pdf.ts';
import { ServiceError } from './service-error.ts';

/** A request among many, with an id that its result repeats. */
export type RenderManyJob<R = RenderRequest> = R & { id?: string | undefined };

/** The result of a job: its PDF, which is in memory, or the error that it failed with. */
export type RenderManyResult =
  | { index: number; id: string | undefined; pdf: RenderedPdf; error?: undefined }
  | { index: number; id: string | undefined; pdf?: undefined; error: ServiceError };

/** Jobs, in a list or as they arrive. */
export type RenderManyJobs<R = RenderRequest> = Iterable<RenderManyJob<R>> | AsyncIterable<RenderManyJob<R>>;

/** `Client.receivePdf`. */
type ReceivePdf = <T>(
  request: unknown,
  receive: (answer: ReceivedRender) => Promise<T>,
  options?: CallOptions,
) => Promise<T>;

/**
 * Renders jobs in parallel and yields their results in the order of the jobs. A job is taken when a place is free, and no more than twice
 * `parallel` results wait for their turn. The end of the iteration, by `break` too, aborts the renders that are running.
 */
export async function* renderMany<R extends object>(
  receivePdf: ReceivePdf,
  jobs: RenderManyJobs<R>,
  options: RenderManyOptions,
  defaultParallel: number,
): AsyncGenerator<RenderManyResult, void, undefined> {
  checkManyOptions(options);
  const { parallel = defaultParallel, signal, ...choices } = options;
  const source = openJobs(jobs);
  const ending = new AbortController();
  const stop = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
  /** A place for the result of each job that has started, in the order of the jobs. */
  const places: { result?: RenderManyResult }[] = [];
  const running = new Set<Promise<void>>();
  let started = 0;
  let isTaking = false;
  let isDone = false;
  let failure: { error: unknown } | undefined;
  let wake = (): void => undefined;
  const onAbort = () => wake();
  stop.addEventListener('abort', onAbort);

  async function take(): Promise<void> {
    isTaking = true;
    try {
      const { done, value } = await source.next();
      if (done) isDone = true;
      else if (!stop.aborted) start(value);
    } catch (error) {
      failure = { error };
    }
    isTaking = false;
    wake();
  }

  function start(job: RenderManyJob<R>): void {
    const place: (typeof places)[number] = {};
    places.push(place);
    const work: Promise<void> = run(job, started++).then((result) => {
      place.result = result;
      running.delete(work);
      wake();
    });
    running.add(work);
  }

  async function run(job: RenderManyJob<R>, index: number): Promise<RenderManyResult> {
    const { id, ...request } = job ?? {};
    try {
      const receive = async (received: ReceivedRender) => readWhole(requirePdf(received));
      return { index, id, pdf: await receivePdf(request, receive, { ...choices, signal: stop }) };
    } catch (cause) {
      const isKnown = cause instanceof ServiceError;
      return { index, id, error: isKnown ? cause : new ServiceError('internal', String(cause), { cause }) };
    }
  }

  try {
    while (true) {
      signal?.throwIfAborted();
      const { result } = places[0] ?? {};
      if (result) {
        places.shift();
        yield result;
        continue;
      }
      if (places.length === 0 && failure) throw failure.error;
      if (places.length === 0 && isDone) return;
      const hasRoom = running.size < parallel && places.length < parallel * 2;
      const sleep = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (hasRoom && !isTaking && !isDone && !failure) void take();
      await sleep;
    }
  } finally {
    stop.removeEventListener('abort', onAbort);
    ending.abort();
    // A source that is still asked for a job answers only after that job.
    const returned = isDone ? undefined : source.return?.();
    if (!isTaking) await returned;
    await Promise.all(running);
  }
}

function openJobs<J>(jobs: Iterable<J> | AsyncIterable<J>): AsyncIterator<J> | Iterator<J> {
  const { [Symbol.asyncIterator]: openAsync, [Symbol.iterator]: open } = (jobs ?? {}) as AsyncIterable<J> & Iterable<J>;
  if (openAsync !== undefined) return openAsync.call(jobs);
  if (open !== undefined && typeof jobs !== 'string') return open.call(jobs);
  throw new ServiceError('invalid_request', 'the jobs must be a list, or another iterable of requests');
}

/** The PDF with its body in memory, so that it holds no connection until its turn. */
async function readWhole(received: Parameters<typeof createRenderedPdf>[0]): Promise<RenderedPdf> {
  const bytes = await buffer(received.stream);
  const stream = Readable.from([bytes], { objectMode: false });
  return createRenderedPdf({ ...received, stream }, (error) => error);
}
