import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../../src/client/webhooks/verify-webhook.ts';
import { formatApiKey } from '../../../../src/contract/index.ts';
import { makeHome, runCli, type TestHome } from '../../../helpers/run-cli.ts';
import { buildOutside, openReceiver } from '../../../helpers/webhook-receiver.ts';
import { buildTestEngine, openTestService } from '../../../server/test-service.ts';

const unknown = '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f';
let home: TestHome;

beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

/** A service that listens and may send to these ports of this machine, and the command with a key of it. */
async function open(...ports: number[]) {
  const engine = Object.assign(buildTestEngine(), buildOutside(ports));
  const service = await openTestService({ engine });
  const key = formatApiKey(randomBytes(32));
  await service.store.keys.create({ account: 'a', name: 'hooks', key, scopes: ['webhooks'] });
  const url = `http://127.0.0.1:${await service.listen()}`;
  const env = { ...home.env, PLATEN_BASE_URL: url, PLATEN_API_KEY: key, PLATEN_RETRIES: '0' };
  return (...words: string[]) => runCli(['webhooks', ...words], { cwd: home.folder, env });
}

describe('platen webhooks', () => {
  it('makes one, shows its secret once, lists it and deletes it', async () => {
    const receiver = await openReceiver();
    const platen = await open(receiver.port);
    const made = await platen('create', receiver.address, '--event', 'render.done,render.failed');
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^whsec_\S{44}\n$/) });
    const { data } = JSON.parse((await platen('list')).stdout);
    expect(data).toMatchObject([
      { address: receiver.address, events: ['render.done', 'render.failed'], enabled: true },
    ]);
    const [{ id }] = data;
    expect(made.stderr).toBe(
      `Created the webhook ${id}. Its secret is shown only once. Try it: platen webhooks test ${id}\n`,
    );
    expect(await platen('delete', id)).toMatchObject({ code: 0, stdout: '', stderr: `Deleted the webhook ${id}\n` });
    expect(JSON.parse((await platen('list', '--json')).stdout)).toEqual({ data: [], warnings: [] });
  });

  it('changes one, and turns it off and on', async () => {
    const receiver = await openReceiver();
    const platen = await open(receiver.port);
    await platen('create', receiver.address);
    const [{ id }] = JSON.parse((await platen('list')).stdout).data;
    const off = await platen('update', id, '--disable', '--event', 'render.failed');
    expect(off).toMatchObject({ code: 0, stdout: '', stderr: `Changed the webhook ${id}; it gets no events\n` });
    const on = await platen('update', id, '--enable', '--address', `${receiver.address}new`, '--json');
    expect(JSON.parse(on.stdout).data).toMatchObject({
      ...{ id, enabled: true, address: `${receiver.address}new`, events: ['render.failed'] },
    });
    expect(await platen('update', id)).toMatchObject({ code: 2, stderr: expect.stringContaining('--enable') });
    expect((await platen('update', id, '--enable', '--disable')).code).toBe(2);
    expect((await platen('update', unknown, '--enable')).code).toBe(5);
  });

  it('tries one with an event that the printed secret signs, before and after a rotation', async () => {
    const receiver = await openReceiver();
    const platen = await open(receiver.port);
    const old = (await platen('create', receiver.address)).stdout.trim();
    const [{ id }] = JSON.parse((await platen('list')).stdout).data;
    const tested = await platen('test', id);
    expect(tested).toMatchObject({ code: 0, stdout: '' });
    expect(tested.stderr).toMatch(/^Delivered: the endpoint returned 200 after \d+ ms\n$/);
    const rotated = await platen('rotate', id, '--overlap', '2h');
    expect(rotated.stderr).toMatch(/The old one signs too until \d{4}-/);
    expect((await platen('test', id)).code).toBe(0);
    const [first, second] = receiver.got;
    if (!first || !second) throw new Error('two have come');
    expect(verifyWebhook(first.body, first.headers, old)).toMatchObject({ type: 'webhook.test' });
    for (const secret of [old, rotated.stdout.trim()]) {
      expect(verifyWebhook(second.body, second.headers, secret)).toMatchObject({ type: 'webhook.test' });
    }
  });

  it('says why an event did not arrive and when it is sent again, shows it, and sends it once more', async () => {
    const receiver = await openReceiver((response, count) => response.writeHead(count === 1 ? 500 : 204).end());
    const platen = await open(receiver.port);
    await platen('create', receiver.address);
    const [{ id }] = JSON.parse((await platen('list')).stdout).data;
    const failed = await platen('test', id);
    expect(failed).toMatchObject({ code: 11, stdout: '' });
    expect(failed.stderr).toMatch(
      /error: the event \S{36} did not arrive\n {2}why: 500 after \d+ ms; the next attempt is at /,
    );
    const { data } = JSON.parse((await platen('deliveries', id, '--state', 'waiting')).stdout);
    expect(data).toMatchObject([{ event: 'webhook.test', status: 500, attempts: 1, ms: expect.any(Number) }]);
    expect(Date.parse(data[0].next_attempt_at)).toBeGreaterThan(Date.now());
    expect(await platen('retry', data[0].id)).toMatchObject({ code: 0 });
    const shown = await platen('deliveries', id, '--json');
    expect(JSON.parse(shown.stdout).data).toMatchObject([{ state: 'delivered', attempts: 2, status: 204 }]);
  });

  it.each<[string, string[], number, string]>([
    ['an address inside', ['create', 'https://169.254.169.254/'], 7, 'the URL is not allowed'],
    ['plain http', ['create', 'http://shop.example.com/'], 7, 'why: the address must be https'],
    ['what is no address', ['create', 'shop'], 7, 'why: the address must be an absolute'],
    ['what is no address any more', ['update', unknown, '--address', 'x'], 7, 'why: the address must be an absolute'],
    ['a longer overlap than it may have', ['rotate', unknown, '--overlap', '31d'], 2, '"31d" is longer than 30d'],
    ['an event that nobody knows', ['create', 'https://shop.example.com/', '--event', 'x'], 2, 'render.done'],
    ['an unknown id', ['test', unknown], 5, 'platen webhooks list'],
    ['an unknown id to delete', ['delete', unknown], 5, 'platen webhooks list'],
    ['an unknown id to rotate', ['rotate', unknown], 5, 'platen webhooks list'],
    ['an unknown delivery', ['retry', unknown], 5, 'platen webhooks deliveries'],
    ['a time that is none', ['rotate', unknown, '--overlap', 'long'], 2, 'is not a duration'],
    ['a number that is none', ['deliveries', unknown, '--limit', '0'], 2, 'from 1 to 100'],
  ])('refuses %s', async (_, words, code, text) => {
    const platen = await open();
    const result = await platen(...words);
    expect([result.code, result.stdout]).toEqual([code, '']);
    expect(result.stderr).toContain(text);
  });

  it('takes an event that is named twice once', async () => {
    const receiver = await openReceiver();
    const platen = await open(receiver.port);
    const made = await platen('create', receiver.address, '--event', 'render.done,render.done', '--json');
    expect(JSON.parse(made.stdout).data.events).toEqual(['render.done']);
  });

  it('needs a service that keeps running', async () => {
    const result = await runCli(['webhooks', 'list'], { cwd: home.folder, env: home.env });
    expect(result).toMatchObject({ code: 3, stdout: '' });
    expect(result.stderr).toContain('needs a service that keeps running');
  });
});
