import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Upstream } from './dial.ts';
import type { AnswerEnd, EgressPeriod } from './egress-period.ts';
import { forwardHeaders } from './forward-headers.ts';
import { sendUpstream } from './send-upstream.ts';
import { parseAbsoluteForm, type Target } from './target.ts';

/**
 * Serves a request in absolute form over its own connection: with one exchange per connection, no answer can be
 * mistaken for that of another request. Never rejects; refuses by destroying the connection.
 */
export async function servePlain(request: IncomingMessage, response: ServerResponse, period: EgressPeriod) {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    const form = parseAbsoluteForm(request.url ?? '');
    if (form === undefined) throw new RangeError('Not in absolute form.');
    const upstream = await period.reach(form.target, 'request', gone.signal);
    response.once('close', () => upstream.socket.destroy());
    forward(request, response, upstream, form, period);
  } catch {
    request.socket.destroy();
  }
}

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  upstream: Upstream,
  { target, path }: { target: Target; path: string },
  period: EgressPeriod,
): void {
  const client = request.socket;
  const forwarded = sendUpstream(request, upstream, target, path);
  forwarded.on('error', () => client.destroy());
  forwarded.once('upgrade', () => client.destroy());
  forwarded.once('response', (answer) => {
    // A browser would think that the status is ours, and ask for a password.
    if (answer.statusCode === 407) {
      period.noteProtocol(target);
      client.destroy();
      return;
    }
    try {
      response.sendDate = false;
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, forwardHeaders(answer.rawHeaders));
      watchEnd(answer, response, (end) => period.noteEnd(request.url ?? '', end));
      pipeline(answer, period.meter(target), response, () => upstream.socket.destroy());
    } catch {
      client.destroy();
    }
  });
  pipeline(request, period.meter(target), forwarded, (error) => error && client.destroy());
}

/** Reports how an answer ends. One that its client no longer wants has not ended. */
function watchEnd(
  answer: IncomingMessage,
  response: ServerResponse,
  report: (end: AnswerEnd | undefined) => void,
): void {
  const { 'content-length': length, 'transfer-encoding': coding } = answer.headers;
  let isCut = false;
  const cut = () => {
    if (response.destroyed) return;
    isCut = true;
    report('cut');
  };
  answer.once('error', cut);
  answer.socket.once('error', cut);
  // A body with neither ends where its connection ends.
  const ended = length === undefined && coding === undefined ? undefined : 'whole';
  answer.once('end', () => !isCut && report(ended));
}
