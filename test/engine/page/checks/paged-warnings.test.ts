import { describe, expect, it } from 'vitest';
import { describeCut, describePaged, describeUnbroken } from '../../../../src/engine/page/checks/paged-warnings.ts';
import type { PageWarning } from '../../../../src/engine/page/open/warnings.ts';
import type { UnsupportedCss } from '../../../../src/injected/calls.ts';

type Faults = Parameters<typeof describePaged>[0];

const none: Faults = { paged: undefined, uncounted: [], hyphenated: undefined, cut: [], isSettled: true };
const describeOf = (faults: Partial<Faults>, origin?: string) => describePaged({ ...none, ...faults }, origin);
const details = (warnings: readonly PageWarning[]) => warnings.map(({ detail }) => detail);
const paged = (entries: object) =>
  ({ unsupported: [], unsided: [], notes: { inText: new Map() }, ...entries }) as unknown as Faults['paged'];
const note = (fault: string, side?: string) => ({ note: 'n', text: 'See there', side, fault });
const inText = (...notes: object[]) =>
  details(describeOf({ paged: paged({ notes: { inText: new Map(notes.map((each, at) => [String(at), each])) } }) }));

describe('what a page asks for and paper does not have', () => {
  it('is nothing for a page that has none of it', () => {
    expect(describeOf({})).toEqual([]);
    expect(describeOf({ paged: paged({}), hyphenated: { unhyphenated: [], isAll: true } as never })).toEqual([]);
  });

  it.each<[UnsupportedCss, string]>([
    [{ kind: 'declaration', property: 'bleed', value: '3' }, 'bleed: 3 has no effect.'],
    [{ kind: 'declaration', property: 'float', value: 'top', selector: '.a' }, 'float: top (.a) has no effect.'],
    [{ kind: 'value', value: 'leader()' }, 'leader() has no effect.'],
    [{ kind: 'limit', property: 'string-set', limit: 9 }, 'string-set on more than 9 elements has no effect.'],
    [
      { kind: 'count', property: 'counter-reset', value: '.a', limit: 9 },
      'counter-reset of more than 9 counters in .a has no effect.',
    ],
    [{ kind: 'length', property: 'content', value: 'x', limit: 9 }, 'content: x beyond 9 characters has no effect.'],
    [{ kind: 'nested', property: 'float', value: 'footnote' }, 'float: footnote in a footnote has no effect.'],
    [
      { kind: 'mixed', property: 'content', value: 'element(x)', selector: '@page' },
      'content: element(x) next to other content (@page) has no effect.',
    ],
    [
      { kind: 'use', property: 'position', value: 'running(x)', selector: 'td' },
      'position: running(x) for td has no effect.',
    ],
  ])('is CSS, as %j', (css, detail) => {
    expect(describeOf({ paged: paged({ unsupported: [css] }) })).toEqual([{ code: 'css_ignored', detail }]);
    expect(details(describeUnbroken([css]))).toEqual([detail]);
  });

  it('is colours of inks, counters of pages in the text, and the side of a page', () => {
    const sheets = { unsupported: ['@page :x'], isInRgb: true } as unknown as NonNullable<Faults['sheets']>;
    const unsided = [{ kind: 'declaration', property: 'break-before', value: 'left' }];
    const uncounted = [{ value: 'counter(page)', selector: 'p::before' }];
    expect(details(describeOf({ sheets, uncounted, paged: paged({ unsided }) }))).toEqual([
      '@page :x has no effect.',
      'device-cmyk() is printed in RGB, as near as that is: the browser does not support CMYK.',
      'counter(page) (p::before) is 0: pages are counted in the margin boxes of @page.',
      'break-before: left starts the next page, whichever side it is on.',
    ]);
  });

  it.each([
    [note('noRoom'), 'The footnote "See there" is in the text instead: it does not fit at the foot of its page.'],
    [
      note('noRoom', 'top'),
      'float: top ("See there") is in the text instead: it does not fit on its page, or on one after it.',
    ],
    [
      note('outside', 'bottom'),
      'float: bottom ("See there") is in the text instead: its call is not in the lines of the text.',
    ],
  ])('is a footnote or a float, as %j', (one, detail) => {
    expect(inText(one)).toEqual([detail]);
  });

  it('is at most ten footnotes, each by itself', () => {
    const notes = Array.from({ length: 11 }, (_, at) => ({ ...note('cut'), text: String(at) }));
    expect(inText(...notes.slice(0, 10))).toHaveLength(10);
    expect(inText(...notes).slice(9)).toEqual([
      expect.stringContaining('"9"'),
      'Footnotes and floats that are in the text instead: 1 more.',
    ]);
  });

  it('is hyphens of a language without patterns', () => {
    const unhyphenated = [
      { language: '', element: 'p' },
      { language: 'tlh', element: 'p.k' },
    ];
    expect(details(describeOf({ hyphenated: { unhyphenated, isAll: false } as never }))).toEqual([
      'hyphens: auto (p) breaks no words: its text names no language (lang).',
      'hyphens: auto (p.k) breaks no words: there are no patterns for "tlh".',
      'hyphens: auto breaks no words beyond the first 20 million characters.',
    ]);
  });

  it('is what scrolls, and page numbers that never came to rest', () => {
    const cut = [{ name: '<div> https://own.example/a', shown: 100, all: 300, side: 'height' as const }];
    expect(describeOf({ cut, isSettled: false }, 'https://own.example')).toEqual([
      { code: 'content_cut', detail: '<div> a shows 100 of 300 px of its height: paper does not scroll.' },
      {
        code: 'still_moving',
        detail: 'The page numbers in the text move what they name, and some may be wrong.',
      },
    ]);
    expect(describeCut({ name: 'x', shown: 1, all: 2, side: 'width' }, { clean: (text) => text }).detail).toBe(
      'x shows 1 of 2 px of its width: paper does not scroll.',
    );
  });
});
