import { type RecordingServer, startRecordingServer } from '../helpers/recording-server.ts';

/** A receiver of webhooks that refuses every third request. */
export interface WebhookReceiver extends Pick<RecordingServer, 'url' | 'close'> {
  /** The render that each accepted event is about, by the `webhook-id` of the event. */
  accepted: Map<string, string>;
  refused: number;
}

/** Starts one on loopback. It refuses an event at most `limit` times, because the pauses between attempts grow to hours. */
export async function startWebhookReceiver(limit: number): Promise<WebhookReceiver> {
  const refusals = new Map<string, number>();
  const receiver = { accepted: new Map<string, string>(), refused: 0 };
  const server = await startRecordingServer(({ headers, body }, response, number) => {
    const id = String(headers['webhook-id']);
    const before = refusals.get(id) ?? 0;
    if (number % 3 === 2 && before < limit) {
      refusals.set(id, before + 1);
      receiver.refused += 1;
      response.writeHead(500).end();
      return;
    }
    receiver.accepted.set(id, JSON.parse(body).data.id);
    response.writeHead(204).end();
  });
  return Object.assign(receiver, { url: server.url, close: server.close });
}
