import type { Call } from '../call-with-retries.ts';
import type { CallOptions } from '../options/client-options.ts';
import { checkReadOptions } from '../options/option-rules.ts';
import { writeListQuery } from '../options/write-list-query.ts';
import type { Resume } from '../receive/open-body.ts';
import { unpackImages } from '../receive/receive-images.ts';
import { receiveRender, receiveResult, requirePdf } from '../receive/receive-render.ts';
import { createRenderedPdf } from '../rendered-pdf.ts';
import type { Answer } from '../send-request.ts';
import { ServiceError } from '../service-error.ts';
import type { BackgroundClient } from './background-client.ts';
import { receiveCancelled, receiveState, receiveStates, receiveSubmitted } from './receive-states.ts';
import { waitForRender } from './wait-for-render.ts';

/**
 * The calls for background renders, made of the `call` of a client, which may take `callMs` milliseconds. `explain` translates an
 * error of a body.
 */
export function buildBackground(
  call: Call,
  callMs: number,
  explain: (error: unknown, signal: AbortSignal | undefined) => unknown,
): BackgroundClient {
  const getRender: BackgroundClient['getRender'] = async (id, options = {}) => {
    checkReadOptions(options);
    const { waitSeconds, ...choices } = options;
    return call('getRender', { id, query: { wait_seconds: waitSeconds?.toString() } }, receiveState, choices);
  };

  /** Fetches a result, and has the rest of a body that is cut asked for. */
  function fetch<T>(
    route: 'getRenderPdf' | 'getRenderResult',
    { id, accept }: { id: string; accept: string },
    read: (answer: Answer, url: URL, signal: AbortSignal, resume: Resume) => Promise<T>,
    choices: CallOptions | undefined,
  ): Promise<T> {
    const resume: Resume = (range) =>
      call(route, { id, headers: { accept, ...range } }, async (answer) => answer, choices);
    return call(route, { id, headers: { accept } }, (...answer) => read(...answer, resume), choices);
  }

  const receiveRenderPdf: BackgroundClient['receiveRenderPdf'] = (id, receive, choices) =>
    fetch(
      'getRenderPdf',
      { id, accept: pdfTypes },
      (answer, url, signal, resume) => receiveRender(answer, url, signal, receive, resume),
      choices,
    );

  const receiveRenderResult: BackgroundClient['receiveRenderResult'] = (id, receive, choices) =>
    fetch(
      'getRenderResult',
      { id, accept: resultTypes },
      (answer, url, signal, resume) => receiveResult(answer, url, signal, receive, resume),
      choices,
    );

  return {
    submitRender: (body, choices) => call('renderPdf', { body, headers: submissionHeaders }, receiveSubmitted, choices),
    submitImages: (body, choices) =>
      call('renderImage', { body, headers: submissionHeaders }, receiveSubmitted, choices),
    getRender,
    waitForRender: (id, options) => waitForRender(id, { getRender, callMs }, options),
    readRender: (id, choices) =>
      receiveRenderPdf(
        id,
        async (received) => createRenderedPdf(requirePdf(received), (error) => explain(error, choices?.signal)),
        choices,
      ),
    receiveRenderPdf,
    readImages: (id, choices) =>
      receiveRenderResult(
        id,
        async (file) => {
          if (file.kind === 'images') return unpackImages(file);
          throw new ServiceError('unexpected_answer', `the render ${id} has made a PDF: read it with readRender`);
        },
        choices,
      ),
    receiveRenderResult,
    cancelRender: (id, choices) => call('deleteRender', { id }, receiveCancelled, choices),
    listRenders: (query, choices) =>
      call('listRenders', { query: writeListQuery(query, 'status', 'limit', 'after') }, receiveStates, choices),
  };
}

const submissionHeaders = { prefer: 'respond-async' };
/** What is accepted. A link in JSON would lead past the key. */
const pdfTypes = 'application/pdf';
const resultTypes = 'application/pdf, image/*, application/zip';
