import { describe, expect, it } from 'vitest';
import { formatJson, safeJson, safeText } from '../../../src/cli/output/safe-text.ts';

const between = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
/** Controls beside those of ASCII, and what turns the direction of text. */
const others = [...between(0x7f, 0x9f), 0x61c, 0x200e, 0x200f, ...between(0x202a, 0x202e), ...between(0x2066, 0x2069)];
const codeOf = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`;

/** The characters up to U+2100 that a function changes. */
const changedBy = (write: (text: string) => string) =>
  between(0, 0x2100).filter((code) => write(String.fromCharCode(code)) !== String.fromCharCode(code));

describe('text for a terminal', () => {
  it('has no controls and no marks of direction, which are named by their code', () => {
    expect(changedBy(safeText)).toEqual([...between(0, 0x1f), ...others]);
    for (const code of [...between(0, 8), 0xb, 0xc, ...between(0xe, 0x1f), ...others])
      expect(safeText(`a${String.fromCharCode(code)}b`)).toBe(`a${codeOf(code)}b`);
  });

  it('is in one line', () => {
    expect(safeText('a\r\n\tb\nc\td')).toBe('a b c d');
  });

  it('keeps line breaks and tabs where it may have several lines', () => {
    expect(safeText('a\n\tb\rc', { lines: true })).toBe('a\n\tb\\u000dc');
    expect(changedBy((text) => safeText(text, { lines: true }))).toEqual([
      ...between(0, 8),
      ...between(0xb, 0x1f),
      ...others,
    ]);
  });
});

describe('JSON for a terminal', () => {
  it('has no controls beyond those of JSON, and means the same', () => {
    expect(changedBy(safeJson)).toEqual(others);
    const text = String.fromCharCode(...between(0, 0x2100));
    const json = safeJson(JSON.stringify(text));
    expect(json).toMatch(/^[^\x00-\x1f\x7f-\x9f]*$/);
    expect(JSON.parse(json)).toBe(text);
  });

  it('is readable as a document, and ends with a line break', () => {
    expect(formatJson({ a: ['\ud800'] })).toBe('{\n  "a": [\n    "\\ud800"\n  ]\n}\n');
  });
});
