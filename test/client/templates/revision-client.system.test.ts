import { afterEach, expect, it } from 'vitest';
import { type Client, createClient } from '../../../src/client/index.ts';
import { type RecordingServer, sendJson, startRecordingServer } from '../../helpers/recording-server.ts';

const id = '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f';
const revision = { revision: 7, name: 'n', content: '<p>', preview_context: {}, labels: [] };
const label = { label: 'live', revision: 7 };

let server: RecordingServer;
let client: Client;

async function start(answer: object, status = 200): Promise<void> {
  server = await startRecordingServer((_request, response) => sendJson(response, status, answer));
  client = createClient({ baseUrl: server.url, apiKey: 'k', retries: 0 });
}
afterEach(async () => {
  await client.close();
  await server.close();
});

it('lists, reads and restores revisions, with the message of the change in its header', async () => {
  await start({ data: revision, page: { next: null } });
  expect(await client.getRevision(id, 7)).toEqual(revision);
  await client.restoreRevision(id, 7, { message: ' Größer, 5% ', ifMatch: '"v8"' });
  await client.updateTemplate(id, { name: 'n' }, { message: 'Renamed' }).catch(() => undefined);
  await client.getTemplate(id, { message: 'not sent' }).catch(() => undefined);
  expect(server.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', `/api/v1/templates/${id}/revisions/7`, ''],
    ['POST', `/api/v1/templates/${id}/revisions/7/restore`, ''],
    ['PATCH', `/api/v1/templates/${id}`, '{"template":{"name":"n"}}'],
    ['GET', `/api/v1/templates/${id}`, ''],
  ]);
  expect(server.requests.map(({ headers }) => headers['platen-revision-message'])).toEqual([
    undefined,
    'Gr%C3%B6%C3%9Fer%2C%205%25',
    'Renamed',
    undefined,
  ]);
  expect(server.requests[1]?.headers['if-match']).toBe('"v8"');
});

it('lists a page of revisions', async () => {
  await start({ data: [revision], page: { next: '7' } });
  expect(await client.listRevisions(id, { limit: 1, after: '8' })).toEqual({ data: [revision], page: { next: '7' } });
  expect(server.requests[0]?.path).toBe(`/api/v1/templates/${id}/revisions?limit=1&after=8`);
});

it('lists, sets and removes labels', async () => {
  await start({ data: label });
  expect(await client.setLabel(id, 'live', 7)).toEqual(label);
  await client.deleteLabel(id, 'a/b');
  await expect(client.listLabels(id)).rejects.toMatchObject({ code: 'unexpected_answer' });
  expect(server.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['PUT', `/api/v1/templates/${id}/labels/live`, '{"revision":7}'],
    ['DELETE', `/api/v1/templates/${id}/labels/a%2Fb`, ''],
    ['GET', `/api/v1/templates/${id}/labels`, ''],
  ]);
});

it('refuses a label or a message that cannot be sent', async () => {
  await start({ data: label });
  await expect(client.setLabel(id, '', 7)).rejects.toThrow('the label must be a text that is not empty');
  for (const message of ['', 'a\nb', 'x'.repeat(501), '\ud800']) {
    await expect(client.restoreRevision(id, 7, { message })).rejects.toThrow('message must be a text of 1 to 500');
  }
  expect(server.requests).toEqual([]);
});
