import { describe, expect, it } from 'vitest';
import { issueKey, rotateKey } from '../../../src/server/keys/issue-key.ts';
import type { KeyStore, StoredKey } from '../../../src/store/index.ts';

const now = new Date('2030-05-20T10:00:00Z');
const old = {
  id: 'k1',
  account: 'acme',
  name: 'shop',
  scopes: ['render'],
  templates: ['invoice'],
  folder: 'shop',
  created_at: '2030-05-10T10:00:00Z',
  expires_at: null,
  revoked_at: null,
} as unknown as StoredKey;

/** A store with one key that notes what happens to its keys. */
function open(stored: Partial<StoredKey> = {}) {
  const steps: unknown[] = [];
  const keys = {
    get: async (id: string, account?: string) => {
      steps.push(['get', id, account]);
      return { ...old, ...stored };
    },
    create: async ({ key: _, ...fields }: Parameters<KeyStore['create']>[0]) => {
      steps.push(['create', fields]);
      return { ...old, id: 'k2' };
    },
    revoke: async (id: string) => {
      steps.push(['revoke', id]);
      return old;
    },
    expire: async (id: string, at: Date) => {
      steps.push(['expire', id, at.toISOString()]);
      return old;
    },
  } as unknown as KeyStore;
  return { keys, steps };
}

const fields = { account: 'acme', name: 'shop', scopes: ['render'], templates: ['invoice'], folder: 'shop' };

describe('a key that is rotated', () => {
  it('ends a day after the new one is made, which may do the same and has no end either', async () => {
    const { keys, steps } = open();
    const { key } = await rotateKey(keys, 'k1', { by: 'ada' }, now);
    expect(key).toMatch(/^\S{40,}$/);
    expect(steps).toEqual([
      ['get', 'k1', undefined],
      ['create', { ...fields, expiresAt: undefined, createdBy: 'ada' }],
      ['expire', 'k1', '2030-05-21T10:00:00.000Z'],
    ]);
  });

  it.each<[string, number, unknown[]]>([
    ['no overlap', 0, ['revoke', 'k1']],
    ['one of a millisecond', 1, ['expire', 'k1', '2030-05-20T10:00:00.001Z']],
  ])('ends after %s', async (_what, overlapMs, last) => {
    const { keys, steps } = open();
    await rotateKey(keys, 'k1', { by: 'ada', overlapMs }, now);
    expect(steps.at(-1)).toEqual(last);
  });

  it.each<[string, Partial<StoredKey>, Date | null | undefined, string | undefined]>([
    [
      'as long as the old one was made for',
      { expires_at: '2030-05-30T10:00:00Z' },
      undefined,
      '2030-06-09T10:00:00.000Z',
    ],
    ['for ever, if that is wanted', { expires_at: '2030-05-30T10:00:00Z' }, null, undefined],
    ['until the day that is wanted', {}, new Date('2031-01-01T00:00:00Z'), '2031-01-01T00:00:00.000Z'],
  ])('is followed by one that lives %s', async (_what, stored, expiresAt, end) => {
    const { keys, steps } = open(stored);
    await rotateKey(keys, 'k1', { by: 'ada', expiresAt }, now);
    expect((steps[1] as [string, { expiresAt?: Date }])[1].expiresAt?.toISOString()).toBe(end);
  });

  it.each<[string, Partial<StoredKey>]>([
    ['revoked', { revoked_at: '2030-05-19T00:00:00Z' }],
    ['expired at this moment', { expires_at: now.toISOString() }],
  ])('must not be %s', async (_what, stored) => {
    const { keys, steps } = open(stored);
    await expect(rotateKey(keys, 'k1', { by: 'ada' }, now)).rejects.toMatchObject({ code: 'not_found' });
    expect(steps).toHaveLength(1);
  });

  it('stays if the new one is refused', async () => {
    const { keys, steps } = open();
    const check = () => {
      throw new Error('no such template');
    };
    await expect(rotateKey(keys, 'k1', { by: 'ada', account: 'acme', check }, now)).rejects.toThrow('no such template');
    expect(steps).toEqual([['get', 'k1', 'acme']]);
  });
});

it('each key has another text', async () => {
  const { keys } = open();
  const [one, other] = [await issueKey(keys, fields as never), await issueKey(keys, fields as never)];
  expect(one.key).not.toBe(other.key);
});
