import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { stubDocument } from '../stub-nodes.ts';

let rules: typeof import('../../../src/injected/dom/rules.ts');

class StubMedia {
  readonly media: { mediaText: string };
  readonly parentRule: object | null;

  constructor(mediaText: string, parentRule: object | null = null) {
    this.media = { mediaText };
    this.parentRule = parentRule;
  }
}

class StubSupports {
  readonly conditionText: string;
  readonly parentRule: object | null;

  constructor(conditionText: string, parentRule: object | null = null) {
    this.conditionText = conditionText;
    this.parentRule = parentRule;
  }
}

const unreadable = {
  get cssRules(): never {
    throw new Error('another site');
  },
};
const rule = (name: string, more: object = {}) => ({ name, ...more });

beforeAll(async () => {
  stubDocument({
    styleSheets: [
      { cssRules: [rule('a', { styleSheet: { cssRules: [rule('b')] } }), rule('c', { styleSheet: null })] },
      unreadable,
      { cssRules: [rule('d', { cssRules: [rule('e', { cssRules: [rule('f')] }), rule('g')] })] },
    ],
    adoptedStyleSheets: [{ cssRules: [rule('h', { styleSheet: unreadable }), rule('i')] }],
  });
  vi.stubGlobal('CSSMediaRule', StubMedia);
  vi.stubGlobal('CSSSupportsRule', StubSupports);
  vi.stubGlobal('matchMedia', (media: string) => ({ matches: media === 'print' }));
  vi.stubGlobal('CSS', { supports: (condition: string) => condition === '(color: red)' });
  rules = await import('../../../src/injected/dom/rules.ts');
});
afterAll(() => void vi.unstubAllGlobals());

test('all rules that can be read are walked in the order of the cascade', () => {
  const names: unknown[] = [];
  rules.walkAllRules((each) => names.push((each as unknown as { name: string }).name));
  expect(names.join('')).toBe('abcdefghi');
});

describe('a rule', () => {
  const [print, screen] = [new StubMedia('print'), new StubMedia('screen')];

  test.each([
    ['alone', {}, true],
    ['of its media', { parentRule: print }, true],
    ['of other media', { parentRule: screen }, false],
    ['in a rule of other media', { parentRule: { parentRule: screen } }, false],
    ['of other media in its media', { parentRule: new StubMedia('print', screen) }, false],
    ['with support', { parentRule: new StubSupports('(color: red)') }, true],
    ['without support', { parentRule: new StubSupports('(color: no)') }, false],
    ['of other media, with support', { parentRule: new StubSupports('(color: red)', screen) }, false],
    ['of a sheet for all media', { parentStyleSheet: { media: { mediaText: '' } } }, true],
    ['of a sheet for its media', { parentStyleSheet: { media: { mediaText: 'print' } } }, true],
    ['of a sheet for other media', { parentStyleSheet: { media: { mediaText: 'screen' } } }, false],
    ['of a sheet without media', { parentStyleSheet: {} }, true],
    ['of its media in a sheet for others', { parentRule: print, parentStyleSheet: screen }, false],
  ])('%s applies: %#', (_what, given, isApplied) => {
    expect(rules.applies({ parentRule: null, parentStyleSheet: null, ...given } as unknown as CSSRule)).toBe(isApplied);
  });
});
