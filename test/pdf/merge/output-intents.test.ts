import { describe, expect, it } from 'vitest';
import { joinOutputIntents } from '../../../src/pdf/merge/output-intents.ts';
import {
  asArray,
  asDict,
  asString,
  buildDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '../../../src/pdf/objects/objects.ts';
import { MergeWarnings } from '../../../src/pdf/part/merge-warnings.ts';
import type { OpenPart } from '../../../src/pdf/part/open-part.ts';

const intent = (name: string, profile = 'p', kind = 'GTS_PDFX') =>
  buildDict({
    S: kind,
    OutputConditionIdentifier: new PdfString(name),
    DestOutputProfile: new PdfRef(new PdfStream(new Map(), Buffer.from(profile))),
  });
const open = (index: number, intents: PdfObject[] | undefined, foreign = true) =>
  ({ index, part: { foreign }, file: {}, catalog: buildDict({ OutputIntents: intents }) }) as unknown as OpenPart;

function join(parts: OpenPart[], isArchive = false) {
  const warnings = new MergeWarnings();
  const joined = joinOutputIntents(parts, warnings, isArchive ? { pdfA: { part: 2, level: 'B' } } : {});
  return {
    names: asArray(joined).map((each) => asString(asDict(each)?.get('OutputConditionIdentifier'))),
    warned: warnings.list().map(({ part, code, detail }) => `${part} ${code}: ${detail}`),
  };
}
const dropped = (index: number) =>
  `${index} output_intent_dropped: its output intent was dropped: it is not that of the document`;
const nothing = { names: [], warned: [] };

describe('the output intents of a document', () => {
  it.each<[string, OpenPart[], ReturnType<typeof join>]>([
    ['of no part', [], nothing],
    ['of parts without one', [open(0, undefined), open(1, [])], nothing],
    ['of one part', [open(0, [intent('a')])], { names: ['a'], warned: [] }],
    ['of parts that agree', [open(0, [intent('a')]), open(1, [intent('a')])], { names: ['a'], warned: [] }],
    ['of a part beside one without', [open(0, [intent('a')]), open(1, undefined)], { names: [], warned: [dropped(0)] }],
    ['of a part after one without', [open(0, undefined), open(1, [intent('a')])], { names: [], warned: [dropped(1)] }],
    [
      'of a part beside a printed one',
      [open(0, [intent('a')]), open(1, [intent('a')], false)],
      { names: [], warned: [dropped(0)] },
    ],
    ['of a printed part', [open(0, [intent('a')], false)], nothing],
    [
      'with other names',
      [open(0, [intent('a')]), open(1, [intent('b')])],
      { names: [], warned: [dropped(0), dropped(1)] },
    ],
    [
      'with other profiles',
      [open(0, [intent('a')]), open(1, [intent('a', 'q')])],
      { names: [], warned: [dropped(0), dropped(1)] },
    ],
    [
      'of other kinds',
      [open(0, [intent('a')]), open(1, [intent('a', 'p', 'GTS_PDFA1')])],
      { names: [], warned: [dropped(0), dropped(1)] },
    ],
    [
      'of other numbers',
      [open(0, [intent('a')]), open(1, [intent('a'), intent('a')])],
      { names: [], warned: [dropped(0), dropped(1)] },
    ],
  ])('are those %s', (_, parts, expected) => {
    expect(join(parts)).toEqual(expected);
  });

  it('are sRGB in an archive whose parts have none', () => {
    expect(join([open(0, undefined)], true).names).toHaveLength(1);
    expect(join([], true).names).toHaveLength(1);
  });

  it('are sRGB in an archive if those of the parts cannot be used', () => {
    const { names, warned } = join([open(0, [intent('a')])], true);
    expect([names.length, names.includes('a'), warned]).toEqual([1, false, [dropped(0)]]);
  });

  it('belong to the file of the first part', () => {
    const part = open(0, [intent('a')]);
    expect(joinOutputIntents([part], new MergeWarnings())).toMatchObject({ source: part.file });
  });
});
