import { describe, expect, it } from 'vitest';
import { openSecretBox } from '../../../src/store/secrets/secret-box.ts';
import { buildWebhookStore } from '../../../src/store/webhooks/webhook-store.ts';
import { openCannedDatabase } from '../canned-database.ts';

const id = '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f';
const owner = { kind: 'webhook', account: 'a', id } as const;
const box = openSecretBox(['11'.repeat(32)], undefined);
const row = {
  ...{ id, account: 'a', address: 'https://a.example/', events: 'render.done render.failed', enabled: 1 },
  ...{ created_at: 0, created_by: 'b', secret: box.seal('new', owner), old_secret: null, old_secret_until: null },
};
const shown = {
  ...{ id, address: 'https://a.example/', events: ['render.done', 'render.failed'], enabled: true },
  ...{ created_at: '1970-01-01T00:00:00.000Z', created_by: 'b', old_secret_until: null },
};
const open = (...answers: object[][]) =>
  buildWebhookStore(openCannedDatabase(...answers).database, box, () => new Date(5_000));
const read = async (changes: object) => {
  const { id, address, events, enabled, created_at, created_by, old_secret_until } = { ...row, ...changes };
  return open([{ id, address, events, enabled, created_at, created_by, old_secret_until }]).get('a', id);
};

describe('a webhook', () => {
  it('is shown without its secrets', async () => {
    expect(await read({})).toEqual(shown);
    expect(await read({ enabled: 0, old_secret_until: 5_000 })).toEqual({ ...shown, enabled: false });
    expect(await read({ old_secret_until: 5_001 })).toEqual({ ...shown, old_secret_until: '1970-01-01T00:00:05.001Z' });
  });

  it('that is missing is an error', async () => {
    const missing = { code: 'not_found', message: 'there is no webhook with this id' };
    await expect(open([]).get('a', id)).rejects.toMatchObject(missing);
    await expect(open([]).delete('a', id)).rejects.toMatchObject(missing);
    await expect(open([]).rotate('a', id, 's', null)).rejects.toMatchObject(missing);
    await expect(open().get('a', 'x')).rejects.toMatchObject(missing);
  });
});

it.each([
  ['sealed', box, /^sealed:1:/],
  ['plain', openSecretBox([], undefined), /^whsec_1$/],
])('the secret of a new webhook is stored %s', async (_how, given, form) => {
  const { database, sent } = openCannedDatabase([{ id }]);
  const webhooks = buildWebhookStore(database, given, () => new Date(5_000));
  const wish = { address: 'https://a.example/', events: ['render.done'] as const, secret: 'whsec_1', createdBy: 'b' };
  expect(await webhooks.create('a', { ...wish, events: [...wish.events] }, 3)).toMatchObject({ enabled: true });
  expect(sent[0]).toContainEqual(expect.stringMatching(form));
});

it('a webhook more than an account may have is refused', async () => {
  const wish = { address: 'https://a.example/', events: [], secret: 's', createdBy: 'b' };
  await expect(open([]).create('a', wish, 3)).rejects.toMatchObject({
    ...{ code: 'invalid_request', message: 'an account has at most 3 webhooks' },
  });
});

describe('what a webhook is sent with', () => {
  const target = (changes: object) => open([{ ...row, ...changes }]).target(id);
  const { address } = row;
  const old = box.seal('old', owner);

  it.each([
    ['its secret', {}, ['new']],
    ['a secret of an older platen', { secret: 'whsec_1' }, ['whsec_1']],
    ['both until the old one ends', { old_secret: old, old_secret_until: 5_001 }, ['new', 'old']],
    ['the new one when the old one has ended', { old_secret: old, old_secret_until: 5_000 }, ['new']],
    ['the new one without an end of the old one', { old_secret: old, old_secret_until: null }, ['new']],
  ])('is %s', async (_what, changes, secrets) => {
    expect(await target(changes)).toEqual({ address, secrets });
  });

  it('is what can be opened, with the reason for the rest', async () => {
    const lost = box.seal('old', { ...owner, id: 'x' });
    expect(await target({ old_secret: lost, old_secret_until: 9_000 })).toEqual({
      ...{ address, secrets: ['new'], unopened: expect.objectContaining({ code: 'io_failed' }) },
    });
  });

  it('is nothing for one that is disabled or gone', async () => {
    expect(await target({ enabled: 0 })).toBeUndefined();
    expect(await open([]).target(id)).toBeUndefined();
  });
});
