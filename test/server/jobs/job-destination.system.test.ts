import { expect, onTestFinished, test } from 'vitest';
import { refusesOutside, sendOutside } from '../../../src/browser/egress/send-outside.ts';
import { startRecordingServer } from '../../helpers/recording-server.ts';
import { pdf } from '../test-service.ts';
import { openBackgroundService } from './background-service.ts';

/** A service that sends for real, and a place to send to that answers with this status. */
async function openSending(status: number) {
  const destination = await startRecordingServer((_request, response) => response.writeHead(status).end());
  onTestFinished(() => destination.close());
  const service = await openBackgroundService();
  const policy = { level: 'public', allow: [`127.0.0.0/8:${new URL(destination.url).port}`] } as const;
  service.engine.sendOutside = (request) => sendOutside(policy, request);
  service.engine.refusesOutside = async (url) => refusesOutside(policy, url);
  service.background.start();
  return { ...service, destination };
}

test('a background render is sent to its destination as well, and its address is forgotten', async () => {
  const { destination, store, submit, send, until } = await openSending(200);
  const put = `${destination.url}/hidden?X-Amz-Signature=5ec3e7`;
  const { data } = (await submit({ destination: { put, headers: { 'x-token': 'hidden-token' } } })).json();
  const ended = await until(data.id, 'done');
  expect(destination.requests).toMatchObject([
    { method: 'PUT', path: '/hidden?X-Amz-Signature=5ec3e7', body: pdf.toString() },
  ]);
  expect((await send('GET', `/api/v1/renders/${data.id}/pdf`)).rawPayload.equals(pdf)).toBe(true);
  const kept = await (await store.jobs()).get({ account: 'a' }, data.id);
  expect(JSON.stringify([ended, kept])).not.toMatch(/5ec3e7|hidden/);
});

test('a background render whose destination refuses it fails by name', async () => {
  const { destination, submit, send, until } = await openSending(403);
  const { data } = (await submit({ destination: { put: `${destination.url}/?X-Amz-Signature=5ec3e7` } })).json();
  const { error } = await until(data.id, 'failed');
  expect(error).toMatchObject({
    code: 'destination_failed',
    detail: `${new URL(destination.url).host} answered with status 403`,
    retryable: false,
  });
  expect((await send('GET', `/api/v1/renders/${data.id}/pdf`)).statusCode).toBe(409);
});

test('a background render with a destination that is not allowed is refused at once', async () => {
  const { destination, submit, send } = await openSending(200);
  const refused = [
    await submit({ destination: { put: 'http://169.254.169.254/latest' } }),
    await submit({ destination: { put: destination.url, headers: { Host: 'other' } } }),
  ];
  expect(refused.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
    [422, 'address_not_allowed'],
    [422, 'invalid_request'],
  ]);
  expect((await send('GET', '/api/v1/renders')).json().data).toEqual([]);
});
