import { describe, expect, it } from 'vitest';
import { CommandError } from '../../../../src/cli/output/command-error.ts';
import { groups } from '../../../../src/cli/program/command-table.ts';
import { type ClientStub, type CommandSetting, linesOf, runCommand } from '../run-command.ts';

const id = '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f';
const webhook = {
  id,
  address: 'https://a.example/x',
  events: ['render.done', 'render.failed'],
  enabled: true,
  created_at: 'c',
};
const delivery = {
  ...{ id: 'd1', event: 'render.done', render: 'r1', state: 'delivered', attempts: 1, status: 200, ms: 12 },
  ...{ failure: null, next_attempt_at: null },
};

/** Runs `platen webhooks` with these words. */
function run(words: readonly string[], setting: CommandSetting = {}, changes: ClientStub = {}) {
  const stub: ClientStub = {
    createWebhook: async (wish: object) => ({ ...webhook, ...wish, secret: 'whsec_1' }),
    deleteWebhook: async () => undefined,
    listWebhooks: async () => [webhook, { ...webhook, id: 'w2', enabled: false }],
    updateWebhook: async (_: string, wish: object) => ({ ...webhook, ...wish }),
    rotateWebhook: async () => ({ ...webhook, secret: 'whsec_2', old_secret_until: '2026-01-02T00:00:00Z' }),
    testWebhook: async () => delivery,
    retryDelivery: async () => delivery,
    listDeliveries: async () => ({ data: [delivery] }),
    ...changes,
  };
  return runCommand(['webhooks', ...words], stub, setting);
}
const fails = (code: string, message: string) => async () => {
  throw new CommandError(code as 'not_found', message);
};

describe('a new webhook', () => {
  it('prints its secret alone, and notes that this is once', async () => {
    const { stdout, stderr, calls } = await run(['create', 'https://b.example/']);
    expect(calls).toEqual([['createWebhook', { address: 'https://b.example/' }]]);
    expect([stdout, stderr]).toEqual([
      'whsec_1\n',
      `Created the webhook ${id}. Its secret is shown only once. Try it: platen webhooks test ${id}\n`,
    ]);
  });

  it('may have some events, and is whole as JSON', async () => {
    const { stdout, stderr, calls } = await run(['create', 'x', '--event', 'render.failed', '--json']);
    expect(calls).toEqual([['createWebhook', { address: 'x', events: ['render.failed'] }]]);
    const data = { ...webhook, address: 'x', events: ['render.failed'], secret: 'whsec_1' };
    expect([JSON.parse(stdout), stderr]).toEqual([{ data, warnings: [] }, '']);
  });

  it('fails as the service says', async () => {
    const { error } = await run(['create', 'x'], {}, { createWebhook: fails('forbidden', 'not allowed') });
    expect(error).toMatchObject({ cause: { code: 'forbidden' }, words: { parts: [], flags: true } });
  });
});

describe('the list of webhooks', () => {
  it('is a table at a terminal and JSON in a pipe', async () => {
    const { stdout } = await run(['list'], { isTerminal: true });
    expect(linesOf(stdout)).toEqual([
      'ID ADDRESS EVENTS STATE CREATED',
      `${id} https://a.example/x render.done, render.failed enabled c`,
      'w2 https://a.example/x render.done, render.failed gone (410) c',
      '',
    ]);
    expect(JSON.parse((await run(['list'])).stdout).data).toHaveLength(2);
    const { stderr } = await run(['list'], { isTerminal: true }, { listWebhooks: async () => [] });
    expect(stderr).toBe(
      'There are no webhooks. Make one: platen webhooks create https://shop.example.com/hooks/platen\n',
    );
  });
});

describe('changing a webhook', () => {
  it.each<[string[], object, string]>([
    [['--enable'], { enabled: true }, `Changed the webhook ${id}\n`],
    [['--disable'], { enabled: false }, `Changed the webhook ${id}; it gets no events\n`],
    [['--address', 'y'], { address: 'y' }, `Changed the webhook ${id}\n`],
    [['--event', 'render.done'], { events: ['render.done'] }, `Changed the webhook ${id}\n`],
  ])('sends what is given: %j', async (words, changes, said) => {
    const { calls, stderr } = await run(['update', id, ...words]);
    expect([calls, stderr]).toEqual([[['updateWebhook', id, changes]], said]);
    const json = await run(['update', id, ...words, '--json']);
    expect([JSON.parse(json.stdout).data, json.stderr]).toEqual([{ ...webhook, ...changes }, '']);
  });

  it('needs a change', async () => {
    expect(await run(['update', id])).toMatchObject({
      ...{
        calls: [],
        error: { message: 'there is nothing to change', fix: 'name --address, --event, --enable or --disable' },
      },
    });
  });

  it('may delete it', async () => {
    const { calls, stderr } = await run(['delete', id]);
    expect([calls, stderr]).toEqual([[['deleteWebhook', id]], `Deleted the webhook ${id}\n`]);
    const json = await run(['delete', id, '--json']);
    expect([JSON.parse(json.stdout).data, json.stderr]).toEqual([{ id, deleted: true }, '']);
  });

  it.each([
    [[], {}],
    [['--overlap', '2h'], { overlap_seconds: 7200 }],
    [['--overlap', '0s'], { overlap_seconds: 0 }],
  ])('may replace its secret: %j', async (words, rotation) => {
    const { calls, stdout, stderr } = await run(['rotate', id, ...words]);
    expect([calls, stdout]).toEqual([[['rotateWebhook', id, rotation]], 'whsec_2\n']);
    expect(stderr).toContain('The old one signs too until 2026-01-02T00:00:00Z.');
  });

  it('says if the old secret has ended', async () => {
    const rotateWebhook = async () => ({ ...webhook, secret: 's', old_secret_until: null });
    expect((await run(['rotate', id], {}, { rotateWebhook })).stderr).toContain('The old one has ended.');
    expect(await run(['rotate', id, '--overlap', '31d'])).toMatchObject({ error: { code: 'usage' }, calls: [] });
  });
});

describe('events of a webhook', () => {
  it.each([
    [['test', id], 'testWebhook'],
    [['retry', 'd1'], 'retryDelivery'],
  ])('are sent by %j', async (words, method) => {
    const { calls, stderr } = await run(words);
    expect([calls, stderr]).toEqual([[[method, words[1]]], 'Delivered: the endpoint returned 200 after 12 ms\n']);
    const json = await run([...words, '--json']);
    expect([JSON.parse(json.stdout).data, json.stderr]).toEqual([delivery, '']);
  });

  it.each([
    [{ status: 500, next_attempt_at: 't' }, '500 after 12 ms; the next attempt is at t'],
    [{ status: null, failure: 'unreachable' }, 'nothing took the connection; it was given up'],
    [{ status: null }, 'not sent yet; it was given up'],
  ])('may not arrive: %j', async (facts, why) => {
    const testWebhook = async () => ({ ...delivery, state: 'failed', ...facts });
    expect((await run(['test', id], {}, { testWebhook })).error).toMatchObject({
      ...{ code: 'not_delivered', message: 'the event d1 did not arrive', why },
    });
  });

  it('are listed as a table', async () => {
    const { stdout, calls } = await run(['deliveries', id, '--state', 'failed', '--limit', '100'], {
      isTerminal: true,
    });
    expect(calls).toEqual([['listDeliveries', id, { limit: 100, state: 'failed' }]]);
    expect(linesOf(stdout)).toEqual([
      'ID EVENT RENDER STATE ATTEMPTS LAST ATTEMPT NEXT ATTEMPT',
      'd1 render.done r1 delivered 1 200 after 12 ms',
      '',
    ]);
    const none = await run(['deliveries', id], { isTerminal: true }, { listDeliveries: async () => ({ data: [] }) });
    expect([none.calls, none.stderr]).toEqual([
      [['listDeliveries', id, { limit: 50 }]],
      `Nothing was sent. Try it: platen webhooks test ${id}\n`,
    ]);
  });

  it.each(['0', '101', 'x'])('are at most 100: %s', async (limit) => {
    expect(await run(['deliveries', id, '--limit', limit])).toMatchObject({ error: { code: 'usage' }, calls: [] });
  });
});

describe('a webhook that does not exist', () => {
  it('is an error that says where the ids are', async () => {
    const gone = { testWebhook: fails('not_found', 'there is no webhook with this id') };
    expect((await run(['test', id], {}, gone)).error).toMatchObject({
      ...{ code: 'not_found', message: `there is no webhook or delivery with this id: ${id}` },
      fix: 'see the ids: platen webhooks list, platen webhooks deliveries <id>',
    });
  });

  it.each([
    ['not_found', 'there is no such route'],
    ['forbidden', 'no webhook'],
  ])('is no other error: %s, %s', async (code, message) => {
    const { error } = await run(['test', id], {}, { testWebhook: fails(code, message) });
    expect(error).toMatchObject({ cause: { code, message } });
    expect(error).not.toMatchObject({ fix: expect.stringContaining('see the ids') });
  });
});

const verbs = Object.keys(groups.webhooks?.commands ?? {});

it.each(verbs)('webhooks %s has examples and says what it prints', async (name) => {
  const { code, stdout } = await runCommand(['webhooks', name, '--help']);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/\nExamples:\n {2}\$ platen webhooks.*\nOutput:\n/s)]);
});

it.each(verbs)('webhooks %s needs a service that keeps running', async (name) => {
  const words = [name, ...(name === 'list' ? [] : [id]), ...(name === 'update' ? ['--enable'] : [])];
  const { error, calls } = await run(words, { env: { PLATEN_BASE_URL: '', PLATEN_API_KEY: '' } });
  expect([error, calls]).toEqual([expect.objectContaining({ code: 'config_invalid' }), []]);
});
