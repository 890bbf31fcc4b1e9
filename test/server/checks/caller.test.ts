import { describe, expect, it } from 'vitest';
import {
  type Caller,
  isBelowFolder,
  isLimited,
  reachOf,
  requireFolder,
  requireParts,
  requireTemplate,
} from '../../../src/server/checks/caller.ts';

const caller = (limits: { templates?: string[]; folder?: string }) =>
  ({ account: 'a', templates: null, folder: null, ...limits }) as unknown as Caller;
const id = '0198c5a0-0000-7000-8000-000000000001';

describe('a key for certain templates', () => {
  it.each([
    ['the part', 'https://example.com'],
    ['the part', { html: '<p>x' }],
    ['part 0', [{ html: '<p>x' }]],
    ['part 1', [{ template: id }, { pdf: 'JVBERi0=' }]],
    ['part 2', [{ template: id }, { template: id }, 'https://example.com']],
  ])('renders nothing else: %s', (place, parts) => {
    const limited = caller({ templates: [id] });
    expect(() => requireParts(limited, parts as never)).toThrow(
      `this API key renders certain templates only, and ${place} is not a template`,
    );
    expect(() => requireParts(caller({}), parts as never)).not.toThrow();
  });

  it('has these, however their ids are written', () => {
    const limited = caller({ templates: [id] });
    expect(() => requireTemplate(limited, id.toUpperCase())).not.toThrow();
    expect(() => requireTemplate(caller({}), 'other')).not.toThrow();
    expect(() => requireTemplate(limited, 'other')).toThrow(
      'this API key is for certain templates only, and other is not one of them',
    );
  });
});

describe('a key for a folder', () => {
  it.each([
    ['letters', true],
    ['letters/old', true],
    ['letters2', false],
    ['', false],
    ['other/letters', false],
  ])('may put a template into %j: %s', (wanted, isAllowed) => {
    expect(isBelowFolder(wanted, 'letters')).toBe(isAllowed);
    const check = () => requireFolder(caller({ folder: 'letters' }), wanted);
    if (isAllowed) expect(check).not.toThrow();
    else
      expect(check).toThrow(
        `this API key is for the folder "letters", and ${wanted === '' ? 'no folder' : `the folder "${wanted}"`} is outside of it`,
      );
    expect(() => requireFolder(caller({}), wanted)).not.toThrow();
  });

  it.each([
    [{}, false],
    [{ templates: [] }, true],
    [{ folder: 'letters' }, true],
  ])('and one for templates is limited: %j %s', (limits, expected) => {
    expect(isLimited(caller(limits))).toBe(expected);
  });

  it('reaches the templates of its account in there', () => {
    expect(reachOf(caller({ folder: 'letters' }))).toEqual({ account: 'a', ids: null, folder: 'letters' });
  });
});
