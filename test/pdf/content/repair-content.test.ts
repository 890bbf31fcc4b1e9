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
    ['strings with escapes', '(a\\(b) Tj (a\\\\) Tj (a(b(c))) Tj'],
    ['strings in hexadecimal with white space', '<4 8\0\t\n\f\r> Tj <> Tj <aAfF09> Tj'],
    ['empty brackets', '[] TJ <<>> DP [[]] TJ'],
    ['names as keys and values', '/S <</A/B/C/D>> BDC'],
    ['numbers in an array', '[1 -2 +3 .5 5. --7 1.-2 -.5 0.0] 0 d'],
    ['operators of one letter', 'q 5 w Q'],
    ['words of two letters that are no operators', 'ab 12 m'],
    ['long words', '(a) endstream'],
    ['an inline picture with an end in its data', 'BI /W 4 ID xEI EIx EI\x80 EI\nQ'],
    ['an inline picture with an end that a bracket follows', 'BI /W 1 ID \x00 EI[1] 0 d'],
    ['an inline picture with other bytes sixteen behind its end', `BI /W 1 ID \x00 EI${' '.repeat(16)}(\x80) Tj`],
    ['a name without letters', '/ gs'],
    ['escapes of digits and letters', '/A#0a#F9 gs'],
    ['comments up to each end of a line', '% (\r1 w % [\n2 w % <<'],
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
    ['an array in an array', '[1 [2 TJ Q', '[1 [2 ]] TJ Q'],
    ['a dictionary in an array', '[<</A 1 TJ', '[<</A 1 >>] TJ'],
    ['a dictionary that lacks a value at its end', '<</A 1 /B', '<</A 1 /B null>>'],
    ['an array in a dictionary', '/S <</A [1 BDC', '/S <</A [1 ]>> BDC'],
    ['an array that ends as a dictionary', '[1 >> ] TJ', '[1 ] TJ'],
    ['a dictionary that ends as an array', '/S <</A 1 ] >> BDC', '/S <</A 1 >> BDC'],
    ['a dictionary that ends in half', '/S <</A 1 > >> BDC', '/S <</A 1 >> BDC'],
    ['a word that begins as a number', '[1 1x 2] TJ', '[1 2] TJ'],
    ['a word that is longer than any operator', '[(a) longer] TJ', '[(a) ] TJ'],
    ['a word as a value', '/S <</A x /B>> BDC', '/S <</A /B>> BDC'],
    ['a key that is a string', '/S <<(x) /A 1>> BDC', '/S << /A 1>> BDC'],
    ['a key that is a dictionary', '/S <<<</B 1>> /A 1>> BDC', '/S << /B 1>> /A 1 BDC'],
    ['a key that is true', '/S <<true /A 1>> BDC', '/S << /A 1>> BDC'],
    ['a key that is a string in hexadecimal', '/S <<<41> /A 1>> BDC', '/S << /A 1>> BDC'],
    ['a key that is not even digits', '/S <<<4x> /A 1>> BDC', '/S << /A 1>> BDC'],
    ['odd digits that are none', '<48x> Tj', '<48> Tj'],
    ['an odd number of digits', '<4x86> Tj', '<4860> Tj'],
    ['a name with zeros', '/A#00B gs', '/AB gs'],
    ['a name with half an escape', '/A# gs /B#4 gs', '/A#23 gs /B#234 gs'],
    ['a string in a string without an end', '1 w ((a) Tj', '1 w'],
    ['a string that ends in an escape', '1 w (a\\', '1 w'],
    ['an inline picture without data', 'q BI /W 1 EI Q', 'q'],
    ['an inline picture in an array', '[1 BI /W 1 ID \x00 EI Q', '[1 ] BI /W 1 ID \x00 EI Q'],
    ['an inline picture without an end', 'q Q BI /W 1 ID \x00\x01', 'q Q'],
  ])('is repaired: %s', (_what, content, expected) => {
    const repaired = repair(content);
    expect(words(repaired)).toBe(expected);
    expect(repair(repaired ?? '')).toBeUndefined();
  });
});
