import { describe, expect, it } from 'vitest';
import {
  type FormField,
  fieldFlags,
  findOnState,
  listExported,
  listFormFields,
  listStates,
} from '../../../src/pdf/fields/form-field.ts';
import { buildDict, type PdfDict, type PdfObject, PdfRef, PdfString } from '../../../src/pdf/objects/objects.ts';

type Entries = Record<string, PdfObject>;

const text = (value: string) => new PdfString(value);

/** A field, which its kids name as their parent. */
function field(entries: Entries, kids: PdfDict[] = []): PdfDict {
  const dict = buildDict({ ...entries, ...(kids.length > 0 && { Kids: kids }) });
  for (const kid of kids) kid.set('Parent', dict);
  return dict;
}

const list = (...fields: PdfDict[]) =>
  listFormFields(buildDict({ AcroForm: buildDict({ Fields: fields.map((dict) => new PdfRef(dict)) }) }), []);
const only = (entries: Entries, kids?: PdfDict[]) => list(field({ T: text('a'), ...entries }, kids))[0] as FormField;

describe('the fields of a form', () => {
  it('are in the order of the file, with their full names', () => {
    const street = field({ T: text('street'), FT: 'Tx' });
    const city = field({ T: text('city'), FT: 'Tx' });
    const fields = list(field({ T: text('name'), FT: 'Tx' }), field({ T: text('address') }, [street, city]));
    expect(fields.map(({ name }) => name)).toEqual(['name', 'address.street', 'address.city']);
  });

  it('are those with a name, and not those that have fields below them', () => {
    const inner = field({ T: text('b'), FT: 'Tx' });
    const fields = list(field({ FT: 'Tx' }), field({ T: text('a') }, [inner]));
    expect(fields.map(({ name }) => name)).toEqual(['a.b']);
  });

  it('have the widgets of their kids, or are their only one', () => {
    const [first, second] = [field({ Subtype: 'Widget' }), field({ Subtype: 'Widget' })];
    expect(only({ FT: 'Tx' }, [first]).widgets).toEqual([first]);
    expect(only({ FT: 'Tx' }, [first, second]).widgets).toEqual([first, second]);
    const alone = only({ FT: 'Tx' });
    expect(alone.widgets).toEqual([alone.dict]);
  });

  it('take what is above them, and what they have themselves first', () => {
    const inner = field({ T: text('b') });
    const [found] = list(field({ T: text('a'), FT: 'Tx', MaxLen: 7, Ff: 4096 }, [inner])) as [FormField];
    expect([found.kind, found.maxLength, found.has('multiline'), found.find('FT')]).toEqual(['text', 7, true, 'Tx']);
    inner.set('MaxLen', 3).set('Ff', 0);
    const [changed] = list(field({ T: text('a'), FT: 'Tx', MaxLen: 7, Ff: 4096 }, [inner])) as [FormField];
    expect([changed.maxLength, changed.has('multiline')]).toEqual([3, false]);
  });
});

describe('the kind of a field', () => {
  it.each<[string, number, string]>([
    ['Tx', 0, 'text'],
    ['Ch', 0, 'choice'],
    ['Sig', 0, 'signature'],
    ['Btn', 0, 'checkbox'],
    ['Btn', 1 << 15, 'radio'],
    ['Btn', 1 << 16, 'button'],
    ['Btn', 3 << 15, 'button'],
    ['Odd', 0, 'unknown'],
  ])('of the type %s with the flags %i is %s', (type, flags, kind) => {
    expect(only({ FT: type, Ff: flags }).kind).toBe(kind);
  });

  it('is unknown without a type', () => {
    expect(only({}).kind).toBe('unknown');
  });
});

describe('a flag of a field', () => {
  const names = Object.keys(fieldFlags) as (keyof typeof fieldFlags)[];

  it.each(names)('is one bit: %s', (name) => {
    const { has } = only({ FT: 'Tx', Ff: 2 ** (fieldFlags[name] - 1) });
    expect(names.filter(has)).toEqual([name]);
    expect(names.filter(only({ FT: 'Tx' }).has)).toEqual([]);
  });
});

describe('the options of a choice', () => {
  it('are values that are shown as they are, or as other texts', () => {
    const options = [text('a'), [text('b'), text('Bee')], [text('c')], 7, [text('d'), 8]];
    expect(only({ FT: 'Ch', Opt: options }).options).toEqual([
      { value: 'a', shown: 'a' },
      { value: 'b', shown: 'Bee' },
      { value: 'c', shown: 'c' },
      { value: 'd', shown: 'd' },
    ]);
  });

  it('may be missing', () => {
    expect(only({ FT: 'Ch' }).options).toEqual([]);
  });
});

describe('the states of buttons', () => {
  const button = (...states: string[]) =>
    buildDict({ AP: buildDict({ N: buildDict(Object.fromEntries(states.map((state) => [state, null]))) }) });

  it.each([
    [['Off', 'Yes'], 'Yes'],
    [['On', 'Off'], 'On'],
    [['Off'], undefined],
  ])('of %j that means on is %s', (states, on) => {
    expect(findOnState(button(...states))).toBe(on);
  });

  it('are unknown without an appearance', () => {
    expect(findOnState(buildDict({}))).toBeUndefined();
  });

  it('of a field are in the order of its widgets, each once', () => {
    const kids = [button('Off', '1'), button('0', 'Off'), button('Off'), button('1')];
    expect(listStates(only({ FT: 'Btn' }, kids))).toEqual(['1', '0']);
  });

  it('may export other texts', () => {
    expect(listExported(only({ FT: 'Btn', Opt: [text('red'), 1, text('blue')] }))).toEqual(['red', '', 'blue']);
    expect(listExported(only({ FT: 'Btn' }))).toEqual([]);
  });
});
