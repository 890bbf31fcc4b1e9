import { describe, expect, it } from 'vitest';
import { repairContent } from '../../../src/pdf/content/repair-content.ts';

const repair = (content: string) => repairContent(Buffer.from(content, 'latin1'))?.toString('latin1');
const words = (content: string | undefined) => content?.replace(/\s+/g, ' ').trim();

describe('a content that breaks no rule', () => {
  it.each([
    ['text', 'BT /F1 12 Tf [(a(b)\\)) -5 <48 65>] TJ (x) \' 1 2 (y) " ET'],
    ['marks with dictionaries', '/Span <</ActualText (x) /K [1 true null <</A /B>>]>> BDC EMC'],
    ['numbers as some programs write them', '--5 1.-2 m .5 -.5 l S'],
    ['words that are no operators', 'endobj 5 0 obj null R 1 0 0 rg'],
    ['an inline picture', 'BI /W 1 /H 1 /CS /G /BPC 8 ID \x00(<[ EI Q'],
    ['text right after an inline picture', 'BI /W 1 ID \x00 EI (!~) Tj'],
    ['an end inside an inline picture', 'BI /W 2 ID \x00 EI \x1f\x7f EI Q'],
    ['an inline picture at the very end', 'BI /W 1 ID \x00 EI'],
    ['a word inside an inline picture that begins as its end does', 'BI /W 4 ID \x00 EIa ( EI Q'],
    ['escapes in names, and comments', '/A#20B gs % ) > } (\n q Q'],
  ])('stays: %s', (_what, content) => {
    expect(repair(content)).toBeUndefined();
  });
});

describe('a content that breaks the syntax', () => {
  it.each([
    ['a string without an end', 'BT (whole) Tj (half', 'BT (whole) Tj'],
    ['digits that are none', '<48x6> Tj', '<4860> Tj'],
    ['digits without an end', '(a) Tj <48', '(a) Tj'],
    ['brackets without a beginning', '(a) Tj ) > ] >> } 1 w', '(a) Tj 1 w'],
    ['an array without an end', '[(a) TJ (b) Tj', '[(a) ] TJ (b) Tj'],
    ['an array at the end', '[(a)', '[(a)]'],
    ['a word in an array', '[(a) stray (b)] TJ', '[(a) (b)] TJ'],
    ['a dictionary without an end', '/Span <</K 1 BDC EMC', '/Span <</K 1 >> BDC EMC'],
    ['a key that is no name', '<</K 1 2 /L (x)>> BDC', '<</K 1 /L (x)>> BDC'],
    ['a key that is a list', '<</K 1 [2] /L (x)>> BDC', '<</K 1 /L (x)>> BDC'],
    ['a key without a value', '/Span <</K>> BDC', '/Span <</K null>> BDC'],
    ['a name with a broken escape', '/A#G1 gs', '/A#23G1 gs'],
    ['an inline picture without an end', 'q Q BI /W 1 ID \x00\x01', 'q Q'],
  ])('is repaired: %s', (_what, content, expected) => {
    const repaired = repair(content);
    expect(words(repaired)).toBe(expected);
    expect(repair(repaired ?? '')).toBeUndefined();
  });
});
