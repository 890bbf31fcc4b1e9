import { beforeEach, describe, expect, it } from 'vitest';
import { collectArchiveBreaches } from '../../../src/pdf/conformance/archive-clauses.ts';
import { ColourChecker, type IntentSpace, readIntentSpace } from '../../../src/pdf/conformance/check-colour.ts';
import { buildDict, type PdfObject, PdfStream, PdfString } from '../../../src/pdf/objects/objects.ts';

type Entries = Record<string, PdfObject>;

/** The header of an ICC profile of 128 bytes (ICC.1, 7.2). */
function profile(space: string, { kind = 'mntr', version = 2, bytes = 128, entries = {} as Entries } = {}) {
  const header = Buffer.alloc(bytes);
  header[8] = version;
  header.write(kind, 12, 'latin1');
  header.write(space, 16, 'latin1');
  const count = { GRAY: 1, CMYK: 4 }[space] ?? 3;
  return new PdfStream(buildDict({ N: count, ...entries }), header);
}

let part: 2 | 4;
let spots: Map<string, string>;
let repairs: string[];

beforeEach(() => {
  [part, spots, repairs] = [2, new Map(), []];
});

/** What breaks the standard; undefined if nothing does. */
function check(
  space: PdfObject,
  { intent = 'RGB ' as IntentSpace, resources = {} as Entries, repair = false, blending = false } = {},
): string | undefined {
  const breaches = collectArchiveBreaches({ part, level: 'B' } as Parameters<typeof collectArchiveBreaches>[0]);
  const note = (change: string) => void repairs.push(change);
  const checker = new ColourChecker(breaches, intent, { bytes: 100_000 }, spots, repair ? note : undefined);
  if (blending) checker.checkBlending(space, buildDict(resources));
  else checker.check(space, buildDict(resources));
  return breaches.describe();
}

const named = (spaces: Entries) => ({ ColorSpace: buildDict(spaces) });
const cmyk = 'DeviceCMYK, which the output intent says nothing of (ISO 19005-2, 6.2.4.3)';
const rgb = 'DeviceRGB, which the output intent says nothing of (ISO 19005-2, 6.2.4.3)';

describe('device colours (6.2.4.3)', () => {
  it.each<[PdfObject, IntentSpace, string | undefined]>([
    ['DeviceRGB', 'RGB ', undefined],
    ['RGB', 'RGB ', undefined],
    ['DeviceCMYK', 'CMYK', undefined],
    ['DeviceGray', 'RGB ', undefined],
    ['G', 'CMYK', undefined],
    ['DeviceCMYK', 'RGB ', cmyk],
    ['CMYK', 'RGB ', cmyk],
    ['DeviceRGB', 'CMYK', rgb],
    ['RGB', 'GRAY', rgb],
    [['DeviceCMYK'], 'RGB ', cmyk],
    [['Indexed', 'DeviceCMYK', 0], 'RGB ', cmyk],
    [['I', 'CMYK', 0], 'RGB ', cmyk],
    [['Pattern', 'DeviceCMYK'], 'RGB ', cmyk],
    [['Indexed', ['Indexed', 'DeviceCMYK', 0], 0], 'RGB ', cmyk],
    [['CalRGB', 'DeviceCMYK'], 'RGB ', undefined],
    [['DeviceN', ['Cyan'], 'DeviceCMYK', null], 'RGB ', cmyk],
    ['constructor', 'RGB ', undefined],
    ['Pattern', 'RGB ', undefined],
    [null, 'RGB ', undefined],
  ])('%j with an intent of %s: %s', (space, intent, breach) => {
    expect(check(space, { intent })).toBe(breach);
  });

  it('may be replaced by colours that are described, not by other device colours', () => {
    const replace = (space: PdfObject) => check('DeviceCMYK', { resources: named({ DefaultCMYK: space }) });
    expect(replace(['CalRGB', null])).toBeUndefined();
    expect(replace(['ICCBased', profile('CMYK')])).toBeUndefined();
    expect(replace(['DeviceCMYK'])).toBe(cmyk);
    expect(replace(['Indexed', 'DeviceCMYK', 0])).toBeUndefined();
    expect(replace(['ICCBased', null])).toBe('a colour space without its profile (ISO 19005-2, 6.2.4.2)');
    expect(check('DeviceCMYK', { resources: named({ DefaultRGB: ['CalRGB', null] }) })).toBe(cmyk);
  });

  it('are found behind names of resources', () => {
    expect(check('C1', { resources: named({ C1: 'C2', C2: ['DeviceCMYK'] }) })).toBe(cmyk);
    expect(check('C1', { resources: named({ C1: 'C1' }) })).toBeUndefined();
    expect(check(['C1'], { resources: named({ C1: 'DeviceCMYK' }) })).toBe(cmyk);
    expect(check(['C1', 0], { resources: named({ C1: 'DeviceCMYK' }) })).toBeUndefined();
    expect(check('C9', { resources: named({}) })).toBeUndefined();
    expect(check('Pattern', { resources: named({ Pattern: 'DeviceCMYK' }) })).toBeUndefined();
  });
});

describe('colours of a profile (6.2.4.2)', () => {
  it.each<[string, PdfStream, string | undefined]>([
    ['of a screen', profile('RGB '), undefined],
    ['of a printer', profile('CMYK', { kind: 'prtr' }), undefined],
    ['of a scanner', profile('GRAY', { kind: 'scnr' }), undefined],
    ['of a colour space', profile('Lab ', { kind: 'spac' }), undefined],
    ['of version 4', profile('RGB ', { version: 4 }), undefined],
    ['of version 5', profile('RGB ', { version: 5 }), 'a colour profile of a later version (ISO 19005-2, 6.2.4.2)'],
    [
      'that links devices',
      profile('RGB ', { kind: 'link' }),
      'a colour profile of another kind (ISO 19005-2, 6.2.4.2)',
    ],
    ['of HSV', profile('HSV '), 'a colour profile of another kind (ISO 19005-2, 6.2.4.2)'],
    ['of 127 bytes', profile('RGB ', { bytes: 127 }), 'a colour profile that is cut off (ISO 19005-2, 6.2.4.2)'],
    [
      'of another number of colours',
      profile('RGB ', { entries: { N: 4 } }),
      'a colour profile of another number of colours (ISO 19005-2, 6.2.4.2)',
    ],
  ])('%s: %s', (_what, stream, breach) => {
    expect(check(['ICCBased', stream])).toBe(breach);
  });

  it('become device colours if the profile has another number of colours, as viewers take them', () => {
    const space = ['ICCBased', profile('GRAY', { entries: { N: 3 } })];
    expect(check(space, { repair: true })).toBeUndefined();
    expect(space).toEqual(['DeviceRGB']);
    expect(repairs).toEqual(['colour spaces whose profile does not fit are device colours']);
    expect(check(['ICCBased', profile('RGB ', { entries: { N: 4 } })], { repair: true })).toBe(cmyk);
  });

  it('stay if the profile names other colours for viewers that do not read it', () => {
    const space = ['ICCBased', profile('GRAY', { entries: { N: 3, Alternate: ['Lab', null] } })];
    expect(check(space, { repair: true })).toBe('a colour profile of another number of colours (ISO 19005-2, 6.2.4.2)');
    expect(repairs).toEqual([]);
    const same = ['ICCBased', profile('GRAY', { entries: { N: 3, Alternate: 'DeviceRGB' } })];
    expect(check(same, { repair: true })).toBeUndefined();
  });

  it('of CMYK are those of the intent in part 4 alone', () => {
    const space = ['ICCBased', profile('CMYK')];
    expect(check(space, { intent: 'CMYK' })).toBeUndefined();
    expect(check(space, { blending: true })).toBeUndefined();
    part = 4;
    expect(check(space)).toBeUndefined();
    expect(check(space, { intent: 'CMYK' })).toContain('a CMYK profile with an output intent of CMYK');
    expect(check(space, { blending: true })).toContain('a transparency group of a CMYK profile (ISO 19005-4, 6.2.4.2)');
    expect(check(['ICCBased', profile('RGB ')], { blending: true, intent: 'CMYK' })).toBeUndefined();
    expect(check('DeviceCMYK', { blending: true })).toContain('DeviceCMYK, which the output intent');
  });
});

describe('inks (6.2.4.4)', () => {
  const tint = (red: number, entries: Entries = {}) => buildDict({ FunctionType: 2, C1: [red, 0, 0], ...entries });
  const spot = (name: string, made: PdfObject, alternate: PdfObject = 'DeviceRGB') => [
    'Separation',
    name,
    alternate,
    made,
  ];
  const inks = (names: string[], attributes?: Entries) => [
    'DeviceN',
    names,
    'DeviceRGB',
    tint(1),
    ...(attributes ? [buildDict(attributes)] : []),
  ];

  it('are made in one way throughout a document', () => {
    const gold = spot('Gold', tint(1));
    for (const each of [gold, spot('Gold', tint(1)), spot('Silver', tint(0.5))]) expect(check(each)).toBeUndefined();
    expect(check(spot('Gold', tint(0.5)))).toBe('the ink Gold, which is made in two ways (ISO 19005-2, 6.2.4.4)');
    expect(check(spot('Gold', tint(1), 'DeviceGray'))).toContain('made in two ways');
    expect(check(gold)).toBeUndefined();
  });

  it('are made in two ways if a string of their function differs', () => {
    expect(check(spot('Gold', buildDict({ A: new PdfString('one') })))).toBeUndefined();
    expect(check(spot('Gold', buildDict({ A: new PdfString('two') })))).toContain('made in two ways');
  });

  it.each([
    [12, 'the ink Gold, which is made in two ways (ISO 19005-2, 6.2.4.4)'],
    [13, undefined],
  ])('are told apart by what is %i arrays deep: %s', (depth, breach) => {
    const nest = (value: number) => {
      let made: PdfObject = value;
      for (let level = 0; level < depth; level++) made = [made];
      return made;
    };
    expect(check(spot('Gold', nest(1)))).toBeUndefined();
    expect(check(spot('Gold', nest(2)))).toBe(breach);
  });

  it('are the same however their function is written', () => {
    const stream = (entries: Entries, data = 'x') => new PdfStream(buildDict(entries), Buffer.from(data));
    expect(check(spot('Gold', stream({ FunctionType: 4, Domain: [0, 1], Length: 1 })))).toBeUndefined();
    expect(check(spot('Gold', stream({ Length: 2, Domain: [0, 1], FunctionType: 4 })))).toBeUndefined();
    expect(check(spot('Gold', stream({ FunctionType: 4, Domain: [0, 1] }, 'y')))).toContain('made in two ways');
  });

  it.each<[string, PdfObject, string | undefined]>([
    ['of the process', inks(['Cyan', 'Magenta', 'Yellow', 'Black', 'None']), undefined],
    ['that are described', inks(['Gold'], { Colorants: buildDict({ Gold: spot('Gold', tint(1)) }) }), undefined],
    [
      'of another process',
      inks(['Red'], { Process: buildDict({ Components: ['Red'], ColorSpace: 'DeviceRGB' }) }),
      undefined,
    ],
    ['that are not described', inks(['Cyan', 'Gold']), 'the ink Gold, which is not described (ISO 19005-2, 6.2.4.4)'],
    ['made of colours that the intent does not have', spot('Gold', tint(1), 'DeviceCMYK'), cmyk],
    [
      'described by such colours',
      inks(['Gold'], { Colorants: buildDict({ Gold: spot('Gold', tint(1), 'DeviceCMYK') }) }),
      cmyk,
    ],
    ['of a process of such colours', inks(['Cyan'], { Process: buildDict({ ColorSpace: 'DeviceCMYK' }) }), cmyk],
    [
      'with a name that is not UTF-8',
      spot('G\xc3', tint(1)),
      'the ink G\xc3, whose name is not UTF-8 (ISO 19005-2, 6.1.8)',
    ],
    [
      'of several with a name that is not UTF-8',
      inks(['Cyan', 'G\xc3'], { Colorants: buildDict({ 'G\xc3': spot('Gold', tint(1)) }) }),
      'the ink G\xc3, whose name is not UTF-8 (ISO 19005-2, 6.1.8)',
    ],
    ['of which there are 32', inks(Array<string>(32).fill('None')), undefined],
    [
      'of which there are 33',
      inks(Array<string>(33).fill('None')),
      'a colour space of more than 32 inks (ISO 19005-2, 6.1.13)',
    ],
  ])('%s: %s', (_what, space, breach) => {
    expect(check(space)).toBe(breach);
  });
});

describe('what an output intent is for (6.2.3)', () => {
  const intent = (stream: PdfObject, S = 'GTS_PDFA1') => buildDict({ S, DestOutputProfile: stream });
  const screen = profile('RGB ');

  it.each<[string, PdfObject[], IntentSpace | undefined]>([
    ['a screen', [intent(screen)], 'RGB '],
    ['a printer', [intent(profile('CMYK', { kind: 'prtr' }))], 'CMYK'],
    ['gray', [intent(profile('GRAY'))], 'GRAY'],
    ['one profile of two standards', [intent(screen, 'GTS_PDFX'), intent(screen)], 'RGB '],
    ['two profiles', [intent(screen, 'GTS_PDFX'), intent(profile('RGB '))], undefined],
    ['another standard', [intent(screen, 'GTS_PDFX')], undefined],
    ['no profile', [intent(null)], undefined],
    ['nothing', [], undefined],
    ['a scanner', [intent(profile('RGB ', { kind: 'scnr' }))], undefined],
    ['Lab', [intent(profile('Lab ', { kind: 'mntr' }))], undefined],
    ['a profile that does not fit', [intent(profile('RGB ', { entries: { N: 4 } }))], undefined],
    ['a profile that does not unfold', [intent(profile('RGB ', { entries: { Filter: 'FlateDecode' } }))], undefined],
  ])('%s: %s', (_what, intents, space) => {
    expect(readIntentSpace(intents)).toBe(space);
  });
});

describe('spaces within each other', () => {
  const wraps: [string, (inner: PdfObject) => PdfObject][] = [
    ['tables', (inner) => ['Indexed', inner, 0]],
    ['inks', (inner) => ['Separation', 'Gold', inner, null]],
    ['alternates of several inks', (inner) => ['DeviceN', [], inner, null]],
    [
      'inks of several',
      (inner) => ['DeviceN', [], 'DeviceRGB', null, buildDict({ Colorants: buildDict({ Gold: inner }) })],
    ],
    [
      'processes',
      (inner) => ['DeviceN', [], 'DeviceRGB', null, buildDict({ Process: buildDict({ ColorSpace: inner }) })],
    ],
    ['lists', (inner) => [inner]],
  ];
  it.each(wraps)('are checked down to a hundred: %s', (_what, wrap) => {
    const nest = (depth: number) => {
      let space: PdfObject = 'DeviceCMYK';
      for (let level = 0; level < depth; level++) space = wrap(space);
      return space;
    };
    spots = new Map();
    expect(check(nest(100))).toContain(cmyk);
    expect(check(nest(101)) ?? '').not.toContain(cmyk);
  });

  it('are checked behind a hundred names', () => {
    const behind = (names: number) =>
      check('C1', {
        resources: named(
          Object.fromEntries(
            Array.from({ length: names }, (_, index) => [
              `C${index + 1}`,
              index + 1 === names ? 'DeviceCMYK' : `C${index + 2}`,
            ]),
          ),
        ),
      });
    expect([behind(100), behind(101)]).toEqual([cmyk, undefined]);
  });
});

describe('spaces that hold each other', () => {
  it('are checked, each once', () => {
    const inks = Array.from({ length: 20 }, (_, index) => `ink${index}`);
    let space: PdfObject = 'DeviceCMYK';
    for (let depth = 0; depth < 8; depth++) {
      const inner: PdfObject = space;
      const colorants = buildDict(Object.fromEntries(inks.map((ink) => [ink, inner])));
      space = ['DeviceN', inks, 'DeviceRGB', null, buildDict({ Colorants: colorants })];
    }
    expect(check(space)).toBe(cmyk);
  });

  it('are checked if one of them holds itself', () => {
    const space: PdfObject[] = ['Indexed'];
    space.push(space, 'DeviceCMYK');
    expect(check(['DeviceN', [], space, null, buildDict({ Colorants: buildDict({ a: 'DeviceCMYK' }) })])).toBe(cmyk);
  });

  it('make an ink alike if they are written alike', () => {
    const nest = () => {
      let tint: PdfObject = 1;
      for (let depth = 0; depth < 11; depth++) tint = Array.from({ length: 30 }, () => tint);
      return tint;
    };
    expect(check(['Separation', 'a', 'DeviceRGB', nest()])).toBeUndefined();
    expect(check(['Separation', 'a', 'DeviceRGB', nest()])).toBeUndefined();
    expect(check(['Separation', 'a', 'DeviceRGB', [nest(), 2]])).toContain('made in two ways');
  });
});
