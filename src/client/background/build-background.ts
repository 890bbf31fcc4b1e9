import type { Call } from '../call-with-retries.ts';
import type { CallOptions } from '../options/client-options.ts';
import { checkReadOptions } from '../options/option-rules.ts';
import { writeListQuery } from '../options/write-list-query.ts';
import { type ReceivedRender, receiveRender, requirePdf } from '../receive/receive-render.ts';
import { createRenderedPdf } from '../rendered-pdf.ts';
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

  function receiveRenderPdf<T>(
    id: string,
    receive: (answer: ReceivedRender) => Promise<T>,
    choices?: CallOptions,
  ): Promise<T> {
    const resume = (range: Record<string, string>) =>
      call('getRenderPdf', { id, headers: { ...pdfHeaders, ...range } }, async (answer) => answer, choices);
    return call(
      'getRenderPdf',
      { id, headers: pdfHeaders },
      (answer, url, signal) => receiveRender(answer, url, signal, receive, resume),
      choices,
    );
  }

  return {
    submitRender: (body, choices) =>
      call('renderPdf', { body, headers: { prefer: 'respond-async' } }, receiveSubmitted, choices),
    getRender,
    waitForRender: (id, options) => waitForRender(id, { getRender, callMs }, options),
    readRender: (id, choices) =>
      receiveRenderPdf(
        id,
        async (received) => createRenderedPdf(requirePdf(received), (error) => explain(error, choices?.signal)),
        choices,
      ),
    receiveRenderPdf,
    cancelRender: (id, choices) => call('deleteRender', { id }, receiveCancelled, choices),
    listRenders: (query, choices) =>
      call('listRenders', { query: writeListQuery(query, 'status', 'limit', 'after') }, receiveStates, choices),
  };
}

/** A link in JSON would lead past the key. */
const pdfHeaders = { accept: 'application/pdf' };
