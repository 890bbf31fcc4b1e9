import { describe, expect, it } from 'vitest';
import { explainMissingKey, readLifetime, readOverlap } from '../../../src/cli/service/key-flags.ts';

const day = 86_400_000;

describe('the times of a key', () => {
  it.each([
    [undefined, undefined],
    ['1s', 1000],
    ['90d', 90 * day],
    ['36500d', 36_500 * day],
  ])('it may live for %s', (expires, ms) => {
    expect(readLifetime(expires === undefined ? {} : { expires })).toBe(ms);
  });

  it.each(['0s', '999ms', '36501d', 'soon'])('it may not live for %s', (expires) => {
    expect(() => readLifetime({ expires })).toThrow(expect.objectContaining({ code: 'usage' }));
  });

  it.each([
    [undefined, undefined],
    ['0s', 0],
    ['60s', 60_000],
  ])('an old one may stay for %s', (overlap, ms) => {
    expect(readOverlap(overlap === undefined ? {} : { overlap }, 60)).toBe(ms);
  });

  it('an old one may not stay for longer than the limit', () => {
    expect(() => readOverlap({ overlap: '61s' }, 60)).toThrow(expect.objectContaining({ code: 'usage' }));
  });
});

describe('a key that is not there', () => {
  const key = (id: string, name: string, revoked_at: string | null = null) => ({ id, name, revoked_at });
  const missing = Object.assign(new Error('x'), { code: 'not_found' });
  const explain = (id: string, ...stored: object[]) => {
    const keys = { list: async () => stored } as unknown as Parameters<typeof explainMissingKey>[2];
    return explainMissingKey(id, missing, keys).catch(({ code, fix }) => [code, fix]);
  };
  const list = 'see the ids: platen keys list';

  it.each<[string, object[], string]>([
    ['shop', [key('k1', 'shop')], 'the id of the key "shop" is k1'],
    ['shpo', [key('k1', 'shop'), key('k2', 'other')], 'the id of the key "shop" is k1'],
    ['shop', [key('k1', 'shop'), key('k2', 'shop'), key('k3', 'shop')], 'the id of the key "shop" is k1 or k2 or k3'],
    ['shop', ['k1', 'k2', 'k3', 'k4'].map((id) => key(id, 'shop')), list],
    ['shop', [key('k1', 'shop', '2030-01-01T00:00:00Z')], list],
    ['shop', [], list],
  ])('%s among %j is explained', async (id, stored, fix) => {
    expect(await explain(id, ...stored)).toEqual(['not_found', fix]);
  });

  it('is not shown if it is a key and no id', async () => {
    const error = await explainMissingKey(`platen_${'a'.repeat(43)}`, missing, { list: async () => [] }).catch(
      (cause: Error) => cause,
    );
    expect(error).toMatchObject({ code: 'usage', message: expect.stringMatching(/^this is a key, not its id: /) });
    expect((error as Error).message).not.toContain('a'.repeat(20));
  });

  it('is no reason for other failures', async () => {
    const other = Object.assign(new Error('x'), { code: 'unavailable' });
    await expect(explainMissingKey('k', other, { list: async () => [] })).rejects.toBe(other);
  });
});
