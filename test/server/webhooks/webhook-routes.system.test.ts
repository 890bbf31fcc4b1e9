import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../src/client/webhooks/verify-webhook.ts';
import { type Delivery, formatApiKey, type Scope } from '../../../src/contract/index.ts';
import { buildOutside, openReceiver } from '../../helpers/webhook-receiver.ts';
import { buildTestEngine, openTestService } from '../test-service.ts';

const path = '/api/v1/webhooks';
const names: Record<string, string[]> = { 'metadata.example': ['169.254.169.254'] };

/** A service that may send to public addresses and to these ports of this machine, and a key of it. */
async function openService(...ports: number[]) {
  const engine = Object.assign(buildTestEngine(), buildOutside(ports, names));
  const noted: { action: string; target?: object | undefined; details?: object | undefined }[] = [];
  const audit = {
    note: (entry: (typeof noted)[number]) => void noted.push(entry),
    add: async () => {},
    settle: async () => {},
  };
  const service = await openTestService({ engine, audit });
  async function makeCaller(scopes: Scope[] = ['webhooks'], account = 'a', templates?: string[]) {
    const key = formatApiKey(randomBytes(32));
    await service.store.keys.create({ account, name: 'caller', key, scopes, templates });
    return (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
      service.app.inject({ method, url, headers: { authorization: `Bearer ${key}` }, ...(payload && { payload }) });
  }
  return { ...service, noted, makeCaller, send: await makeCaller() };
}

describe('a webhook', () => {
  it('is made with a secret that is shown once, listed, and deleted', async () => {
    const { send, noted, makeCaller } = await openService();
    const address = 'https://shop.example.com/hooks?token=1';
    const made = await send('POST', path, { webhook: { address, events: ['render.failed'] } });
    expect(made.statusCode).toBe(201);
    const { secret, ...rest } = made.json().data;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rest).toEqual({
      id: expect.any(String),
      address,
      events: ['render.failed'],
      enabled: true,
      created_at: expect.any(String),
      created_by: 'key caller',
      old_secret_until: null,
    });
    const list = await send('GET', path);
    expect(list.json()).toEqual({ data: [rest] });
    expect(list.body).not.toContain('whsec_');
    const other = await makeCaller(['webhooks'], 'b');
    expect((await other('GET', path)).json()).toEqual({ data: [] });
    expect((await other('DELETE', `${path}/${rest.id}`)).statusCode).toBe(404);
    expect((await send('DELETE', `${path}/${rest.id}`)).statusCode).toBe(204);
    expect((await send('DELETE', `${path}/${rest.id}`)).json()).toMatchObject({ code: 'not_found' });
    const target = { id: rest.id, name: 'shop.example.com' };
    expect(noted).toMatchObject([
      { action: 'webhook.created', target, details: { events: ['render.failed'] } },
      { action: 'webhook.deleted', target },
    ]);
    expect(JSON.stringify(noted)).not.toContain('token');
  });

  it('needs its own scope, and a key for all templates', async () => {
    const { makeCaller, auth, app } = await openService();
    expect((await app.inject({ url: path, headers: auth })).json()).toMatchObject({ code: 'forbidden' });
    const limited = await makeCaller(['webhooks'], 'a', ['01890a5d-ac96-774b-bcce-b302099a8057']);
    const refused = await limited('POST', path, { webhook: { address: 'https://shop.example.com/' } });
    expect(refused.json()).toMatchObject({ code: 'forbidden' });
  });

  it.each([
    ['http://shop.example.com/', 'invalid_request'],
    ['https://user:word@shop.example.com/', 'invalid_request'],
    ['https://shop.example.com/#part', 'invalid_request'],
    ['ftp://shop.example.com/', 'invalid_request'],
    ['shop.example.com', 'invalid_request'],
    ['https://127.0.0.1/', 'address_not_allowed'],
    ['https://[::1]/', 'address_not_allowed'],
    ['https://2852039166/', 'address_not_allowed'],
    ['https://10.0.0.7/', 'address_not_allowed'],
    ['https://shop.example.com:22/', 'address_not_allowed'],
  ])('is refused for %s with %s', async (address, code) => {
    const { send } = await openService();
    const answer = await send('POST', path, { webhook: { address } });
    expect([answer.statusCode, answer.json().code]).toEqual([422, code]);
  });

  it('is one of at most twenty', async () => {
    const { send } = await openService();
    const make = () => send('POST', path, { webhook: { address: 'https://shop.example.com/' } });
    for (let count = 0; count < 20; count += 1) expect((await make()).statusCode).toBe(201);
    expect((await make()).json()).toMatchObject({ code: 'invalid_request' });
  });

  it('is tested by an event that its secret signs, and says status, time and attempts', async () => {
    const receiver = await openReceiver();
    const { send } = await openService(receiver.port);
    const { id, secret } = (await send('POST', path, { webhook: { address: receiver.address } })).json().data;
    const tested = await send('POST', `${path}/${id}/test`);
    expect(tested.statusCode).toBe(200);
    expect(tested.json().data).toEqual({
      id: receiver.got[0]?.headers['webhook-id'],
      event: 'webhook.test',
      render: null,
      state: 'delivered',
      created_at: expect.any(String),
      attempts: 1,
      attempted_at: expect.any(String),
      status: 200,
      failure: null,
      ms: expect.any(Number),
      next_attempt_at: null,
    });
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.got;
    expect(verifyWebhook(body, headers, secret)).toMatchObject({ type: 'webhook.test', data: { webhook: id } });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'platen/1.2.3' });
    const list = await send('GET', `${path}/${id}/deliveries`);
    expect(list.json()).toEqual({ data: [tested.json().data], page: { next: null } });
  });

  it('is changed, and turned on again after its address said that it was gone', async () => {
    let status = 410;
    const receiver = await openReceiver((response) => response.writeHead(status).end());
    const { send, noted, makeCaller } = await openService(receiver.port);
    const { id } = (await send('POST', path, { webhook: { address: receiver.address } })).json().data;
    await send('POST', `${path}/${id}/test`);
    expect((await send('GET', path)).json().data).toMatchObject([{ enabled: false }]);
    status = 204;
    const change = (webhook: object, call = send) => call('PATCH', `${path}/${id}`, { webhook });
    const on = await change({ enabled: true });
    expect([on.statusCode, on.json().data]).toMatchObject([200, { enabled: true, address: receiver.address }]);
    expect(on.body).not.toContain('whsec_');
    expect((await send('POST', `${path}/${id}/test`)).json().data).toMatchObject({ state: 'delivered' });

    const moved = { address: `${receiver.address}/moved?token=1`, events: ['render.failed'] };
    expect((await change(moved)).json().data).toMatchObject({ ...moved, enabled: true });
    await send('POST', `${path}/${id}/test`);
    expect(receiver.got).toHaveLength(3);
    expect((await change({ address: 'https://10.0.0.7/' })).json()).toMatchObject({ code: 'address_not_allowed' });
    for (const wrong of [{}, { events: [] }, { enabled: 'yes' }, { secret: 'x' }, { address: 'no address' }]) {
      expect((await change(wrong)).statusCode).toBe(422);
    }
    expect((await change({ enabled: false }, await makeCaller(['webhooks'], 'b'))).json()).toMatchObject({
      code: 'not_found',
    });
    expect(noted.slice(1)).toMatchObject([
      { action: 'webhook.changed', details: { changed: ['enabled'], enabled: true } },
      { action: 'webhook.changed', details: { changed: ['address', 'events'], events: ['render.failed'] } },
    ]);
    expect(JSON.stringify(noted)).not.toContain('token');
  });

  it('has two secrets that sign for a while after a rotation', async () => {
    const receiver = await openReceiver();
    const { send, noted } = await openService(receiver.port);
    const { id, secret: old } = (await send('POST', path, { webhook: { address: receiver.address } })).json().data;
    const rotated = await send('POST', `${path}/${id}/rotate`, { rotation: { overlap_seconds: 3600 } });
    const { secret, old_secret_until } = rotated.json().data;
    expect(rotated.statusCode).toBe(200);
    expect(Date.parse(old_secret_until) - Date.now()).toBeGreaterThan(3_500_000);
    await send('POST', `${path}/${id}/test`);
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.got;
    for (const one of [old, secret]) expect(verifyWebhook(body, headers, one)).toBeTruthy();
    const ended = await send('POST', `${path}/${id}/rotate`, { rotation: { overlap_seconds: 0 } });
    await send('POST', `${path}/${id}/test`);
    const last = receiver.got[1] ?? { headers: {}, body: '' };
    expect(verifyWebhook(last.body, last.headers, ended.json().data.secret)).toBeTruthy();
    for (const one of [old, secret]) expect(() => verifyWebhook(last.body, last.headers, one)).toThrow();
    expect(noted.map(({ action }) => action)).toEqual(['webhook.created', 'webhook.rotated', 'webhook.rotated']);
    expect(JSON.stringify(noted)).not.toContain('whsec_');
  });

  it('follows no redirect and reaches no private address by name, and says only that it is not allowed', async () => {
    const inside = await openReceiver();
    const receiver = await openReceiver((response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/` }).end(),
    );
    const { send } = await openService(receiver.port);
    const test = async (address: string): Promise<Delivery> => {
      const { id } = (await send('POST', path, { webhook: { address } })).json().data;
      return (await send('POST', `${path}/${id}/test`)).json().data;
    };
    expect(await test(receiver.address)).toMatchObject({ state: 'waiting', status: 302, failure: null });
    expect(inside.got).toEqual([]);
    const failed = { state: 'waiting', status: null, failure: 'not_allowed' };
    expect(await test('https://metadata.example/latest/')).toMatchObject(failed);
    expect(await test('https://nowhere.example/')).toMatchObject(failed);
  });

  it('shows what is to come, page by page and by state, and sends one once more', async () => {
    const receiver = await openReceiver((response, count) => response.writeHead(count === 1 ? 503 : 204).end());
    const { send, makeCaller } = await openService(receiver.port);
    const { id } = (await send('POST', path, { webhook: { address: receiver.address } })).json().data;
    const first: Delivery = (await send('POST', `${path}/${id}/test`)).json().data;
    expect(first).toMatchObject({ state: 'waiting', status: 503, attempts: 1 });
    const pause = Date.parse(first.next_attempt_at ?? '') - Date.parse(first.attempted_at ?? '');
    expect(pause).toBeGreaterThan(4_000);
    expect(pause).toBeLessThan(7_000);
    await send('POST', `${path}/${id}/test`);
    const page = await send('GET', `${path}/${id}/deliveries?limit=1`);
    expect(page.json().data).toMatchObject([{ state: 'delivered' }]);
    const rest = await send('GET', `${path}/${id}/deliveries?limit=1&after=${page.json().page.next}`);
    expect(rest.json()).toEqual({ data: [first], page: { next: null } });
    expect((await send('GET', `${path}/${id}/deliveries?state=waiting`)).json().data).toEqual([first]);
    const other = await makeCaller(['webhooks'], 'b');
    expect((await other('POST', `/api/v1/deliveries/${first.id}/retry`)).statusCode).toBe(404);
    expect((await other('GET', `${path}/${id}/deliveries`)).statusCode).toBe(404);
    const again = await send('POST', `/api/v1/deliveries/${first.id}/retry`);
    expect(again.json().data).toMatchObject({ id: first.id, state: 'delivered', attempts: 2, status: 204 });
    const sent = receiver.got.map(({ headers }) => headers['webhook-id']);
    expect(sent).toEqual([first.id, page.json().data[0].id, first.id]);
    expect((await send('GET', `${path}/${id}/deliveries?state=lost`)).json()).toMatchObject({
      code: 'invalid_request',
    });
  });

  it('is counted by what became of its events, without an address', async () => {
    const receiver = await openReceiver();
    const { send, app } = await openService(receiver.port);
    const { id } = (await send('POST', path, { webhook: { address: receiver.address } })).json().data;
    await send('POST', `${path}/${id}/test`);
    const { body } = await app.inject('/metrics');
    expect(body).toContain('platen_webhook_attempts_total{state="delivered"} 1');
    expect(body).not.toContain('127.0.0.1');
  });
});
