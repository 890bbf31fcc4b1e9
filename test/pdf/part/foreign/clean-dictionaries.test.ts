import { describe, expect, it } from 'vitest';
import {
  asDict,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  type PdfSource,
  PdfStream,
  PdfString,
} from '../../../../src/pdf/objects/objects.ts';
import { isSafeAddress, Sanitizer, trimAddress } from '../../../../src/pdf/part/foreign/sanitize.ts';

const source: PdfSource = { readObject: () => null };
const other: PdfSource = { readObject: () => null };
const text = (bytes: string) => new PdfString(bytes);
const stream = (entries: Record<string, PdfObject> = {}) => new PdfStream(buildDict(entries), Buffer.from('x'));

function clean(entries: Record<string, PdfObject>) {
  const sanitizer = new Sanitizer();
  const dict = buildDict(entries);
  sanitizer.clean(dict, source, dict);
  return { dict, sanitizer, entries: Object.fromEntries(dict) };
}
const action = (S: string, more: Record<string, PdfObject> = {}) => buildDict({ S, ...more });

/** Actions that leave the document. */
const active = `JavaScript Launch SubmitForm ResetForm ImportData GoToR GoToE GoTo3DView GoToDp Hide Movie Rendition
  RichMediaExecute SetOCGState Sound Thread Trans`.split(/\s+/);

describe('cleaning a dictionary', () => {
  it('takes out entries that run, open, send or carry something', () => {
    const keys = `AA OpenAction JS JavaScript XFA EF RF EmbeddedFiles AF RichMediaContent RichMediaSettings Ref OPI PieceInfo`;
    const entries = Object.fromEntries(keys.split(' ').map((key) => [key, 1]));
    expect(clean({ ...entries, Title: 1 }).entries).toEqual({ Title: 1 });
  });

  it.each(active)('empties an action of the kind %s, and takes it out of other dictionaries', (kind) => {
    const run = action(kind, { F: 1 });
    expect(clean({ S: kind, F: 1 }).entries).toEqual({});
    expect(clean({ A: run, PA: run, OpenAction: run, Title: 1 }).entries).toEqual({ Title: 1 });
  });

  it.each<[string, PdfDict, boolean]>([
    ['a place', action('GoTo', { D: 1 }), true],
    ['the next page', action('Named', { N: 'NextPage' }), true],
    ['a print', action('Named', { N: 'Print' }), false],
    ['nothing by name', action('Named'), false],
    ['a web page', action('URI', { URI: text('https://a.test/') }), true],
    ['a script', action('URI', { URI: text('javascript:alert(1)') }), false],
    ['no address', action('URI'), false],
    ['an unknown kind', action('Unknown'), false],
    ['what has no kind', buildDict({ N: 1 }), true],
  ])('takes out an action to %s unless it is safe', (_, run, isKept) => {
    expect(clean({ A: run }).entries).toEqual(isKept ? { A: run } : {});
  });

  it.each<[string, boolean]>([
    ['GoTo', false],
    ['URI', false],
    ['Named', false],
    ['P', true],
  ])('keeps what follows a dictionary of the kind %s: %s', (kind, isKept) => {
    expect(clean({ S: kind, Next: 1 }).entries).toEqual({ S: kind, ...(isKept && { Next: 1 }) });
  });

  it('keeps an element of tags with the name of an action in its place', () => {
    expect(clean({ S: 'Sound', P: 1 }).entries).toEqual({ S: 'NonStruct', P: 1 });
    expect(clean({ S: 'Sound', K: 1 }).entries).toEqual({ S: 'NonStruct', K: 1 });
  });

  it('lists the kinds of actions that it dropped, once for each file', () => {
    const { sanitizer } = clean({
      AA: buildDict({ O: action('Launch'), C: action('JavaScript'), X: 1 }),
      A: action('Launch'),
      PA: action('GoTo'),
    });
    const dict = buildDict({ S: 'Hide' });
    sanitizer.clean(dict, source, dict);
    const element = buildDict({ S: 'Sound', P: 1 });
    sanitizer.clean(element, source, element);
    expect(sanitizer.listDropped(source)).toEqual(['Hide', 'JavaScript', 'Launch']);
    expect(sanitizer.listDropped(other)).toEqual([]);
  });

  it.each<[string, PdfObject, string[]]>([
    ['one file', buildDict({ F: text('a.csv') }), ['a.csv']],
    [
      'a list of files',
      [buildDict({ F: text('a.csv'), UF: text('b.csv') }), 7, buildDict({})],
      ['b.csv', 'a file without a name'],
    ],
    ['an empty name', buildDict({ UF: text('') }), ['a file without a name']],
  ])('lists the names of files that it dropped: %s', (_, files, names) => {
    const { sanitizer } = clean({ AF: files });
    expect(sanitizer.listFiles(source)).toEqual(names);
    expect(sanitizer.listFiles(other)).toEqual([]);
  });

  it('empties a signature, and takes it out of its field', () => {
    const signature = { Type: 'Sig', Contents: text('x') };
    expect(clean(signature).entries).toEqual({});
    expect(clean({ FT: 'Sig', V: buildDict(signature), T: 1 }).entries).toEqual({ FT: 'Sig', T: 1 });
    expect(clean({ FT: 'Tx', V: text('Ada') }).entries).toEqual({ FT: 'Tx', V: text('Ada') });
  });

  it('leaves a signature that belongs to a stream', () => {
    const own = stream({ Type: 'Sig', Contents: text('x') });
    new Sanitizer().clean(own.dict, source, own);
    expect(own.dict.size).toBe(2);
  });

  it('lets no stream have its bytes in another file', () => {
    const own = stream({ F: 1, FFilter: 1, FDecodeParms: 1, Filter: 'FlateDecode' });
    new Sanitizer().clean(own.dict, source, own);
    expect([Object.fromEntries(own.dict), Buffer.from(own.data).toString()]).toEqual([{ Filter: 'FlateDecode' }, 'x']);
  });

  it('empties an embedded file', () => {
    const own = stream({ Type: 'EmbeddedFile', Subtype: 'text/csv' });
    new Sanitizer().clean(own.dict, source, own);
    expect([own.dict.size, own.data.length]).toEqual([0, 0]);
  });

  it('leaves the file of a dictionary inside of a stream', () => {
    const own = stream();
    const inner = buildDict({ F: 1 });
    new Sanitizer().clean(inner, source, own);
    expect(inner.has('F')).toBe(true);
  });
});

describe('the names that an author chose', () => {
  it('may look like active entries if the merger made the dictionary', () => {
    const sanitizer = new Sanitizer();
    const names = buildDict({ AA: 1, S: 'Launch' });
    sanitizer.allowNames(names);
    sanitizer.clean(names, source, names);
    expect([Object.fromEntries(names), sanitizer.findActive(names)]).toEqual([{ AA: 1, S: 'Launch' }, undefined]);
  });

  it.each<[string, PdfObject, boolean]>([
    ['CharProcs', stream(), true],
    ['CharProcs', buildDict({}), false],
    ['Colorants', [1], true],
    ['Colorants', buildDict({}), false],
  ])('of %s stay for values of their kind only', (key, value, isKept) => {
    const original = buildDict({ AA: value });
    const { dict, sanitizer } = clean({ [key]: original });
    const names = asDict(dict.get(key)) as PdfDict;
    expect(Object.fromEntries(names)).toEqual(isKept ? { AA: value } : {});
    expect(names).not.toBe(original);
    sanitizer.clean(names, source, names);
    sanitizer.clean(dict, source, dict);
    expect([dict.get(key), sanitizer.findActive(names)]).toEqual([names, undefined]);
    expect(dict.get(key)).toBe(names);
  });

  const font = buildDict({ Type: 'Font' });
  it.each<[string, PdfObject, boolean]>([
    ['ExtGState', buildDict({ ca: 1 }), true],
    ['ExtGState', buildDict({ S: 'Launch' }), false],
    ['ExtGState', buildDict({ Subtype: 'Link' }), false],
    ['ExtGState', buildDict({ FT: 'Tx' }), false],
    ['ExtGState', buildDict({ AA: 1 }), false],
    ['ExtGState', stream(), false],
    ['ColorSpace', 'DeviceRGB', true],
    ['ColorSpace', ['ICCBased', 1], true],
    ['ColorSpace', ['Other'], false],
    ['ColorSpace', 7, false],
    ['Pattern', buildDict({ PatternType: 2 }), true],
    ['Pattern', stream({ PatternType: 1 }), true],
    ['Pattern', buildDict({}), false],
    ['Pattern', 7, false],
    ['Shading', buildDict({ ShadingType: 2 }), true],
    ['Shading', buildDict({}), false],
    ['Shading', 7, false],
    ['XObject', stream({ Subtype: 'Form' }), true],
    ['XObject', stream(), false],
    ['XObject', buildDict({ Subtype: 'Form' }), false],
    ['Font', font, true],
    ['Font', buildDict({ BaseFont: 'A' }), true],
    ['Font', buildDict({ CharProcs: 1 }), true],
    ['Font', buildDict({ Type: 'Annot' }), false],
    ['Font', stream({ Type: 'Font' }), false],
    ['Properties', buildDict({ MCID: 1 }), true],
    ['Properties', buildDict({ Type: 'Pagination', Subtype: 'Footer' }), true],
    ['Properties', buildDict({ Subtype: 'Link' }), false],
    ['Other', font, false],
  ])('of resources stay for values of their kind only: %s %#', (category, value, isKept) => {
    const { dict, sanitizer } = clean({ Resources: buildDict({ [category]: buildDict({ AA: value, Null: null }) }) });
    const resources = asDict(dict.get('Resources')) as PdfDict;
    const names = asDict(resources.get(category));
    expect(names && Object.fromEntries(names)).toEqual(
      category === 'Other' ? undefined : { ...(isKept && { AA: value }) },
    );
    expect(sanitizer.listMisplaced(source)).toEqual(isKept || category === 'Other' ? [] : [`${category} AA`]);
    expect(sanitizer.listMisplaced(other)).toEqual([]);
  });

  it.each(['Resources', 'DR'])('of %s are copied once for all that share them', (key) => {
    const original = buildDict({ Font: buildDict({ F1: font }) });
    const shared = new PdfRef(original, source);
    const sanitizer = new Sanitizer();
    const [one, two, three] = [shared, new PdfRef(original, source), original].map((value) =>
      buildDict({ [key]: value }),
    );
    for (const dict of [one, two, three] as PdfDict[]) sanitizer.clean(dict, source, dict);
    const copy = asDict(one?.get(key)) as PdfDict;
    expect(copy).not.toBe(original);
    expect(one?.get(key)).toBeInstanceOf(PdfRef);
    expect(two?.get(key)).toBe(one?.get(key));
    expect(three?.get(key)).toBe(copy);
    const before = one?.get(key);
    sanitizer.clean(one as PdfDict, source, one as PdfDict);
    expect(one?.get(key)).toBe(before);
  });
});

describe('what is active in a dictionary', () => {
  it.each<[string, Record<string, PdfObject>, string | undefined]>([
    ['nothing', { Title: 1 }, undefined],
    ...['AA', 'JS', 'JavaScript', 'XFA', 'RichMediaContent'].map((key): [string, Record<string, PdfObject>, string] => [
      key,
      { [key]: 1 },
      `an entry ${key}`,
    ]),
    ['an attachment', { EF: 1 }, undefined],
    ['a place to open at', { OpenAction: [1, 'Fit'] }, undefined],
    ['an action to open at a place', { OpenAction: action('GoTo') }, undefined],
    [
      'an action to open a web page',
      { OpenAction: action('URI', { URI: text('https://a.test') }) },
      'an entry OpenAction',
    ],
    ['a link to a web page', { A: action('URI', { URI: text('https://a.test') }) }, undefined],
    ['a link to a program', { A: action('Launch') }, 'an action Launch'],
    ['an unknown action', { PA: action('Unknown') }, 'an action Unknown'],
    ['attributes', { A: buildDict({ O: 'Layout' }) }, undefined],
    ['an action itself', { S: 'Launch' }, 'an action Launch'],
    ['an element', { S: 'P' }, undefined],
  ])('is found: %s', (_, entries, expected) => {
    expect(new Sanitizer().findActive(buildDict(entries))).toBe(expected);
  });
});

describe('an address', () => {
  it.each([
    ['https://a.test/x y', 'https://a.test/x y'],
    [' https://a.test/ ', 'https://a.test/'],
    ['java\nscript:x', 'javascript:x'],
    ['java \tscript:x', 'javascript:x'],
    ['a\x7fb', 'ab'],
    ['\xfe\xff\0h\0i', 'hi'],
    ['\xff\xfeh\0i\0', 'hi'],
    ['\xef\xbb\xbfhi \xc3\xa4', 'hi %C3%A4'],
    ['h\xe4', 'h\xe4'],
  ])('%j is trimmed to %j', (bytes, expected) => {
    expect(trimAddress(bytes)).toBe(expected);
  });

  it.each([
    ['https://a.test', true],
    ['HTTP://a.test', true],
    ['mailto:ada@a.test', true],
    ['tel:1', true],
    ['\nhttps://a.test', true],
    ['ftp://a.test', false],
    ['javascript:https://a.test', false],
    ['https', false],
    ['', false],
  ])('%j is safe: %s', (address, expected) => {
    expect(isSafeAddress(address)).toBe(expected);
  });
});
