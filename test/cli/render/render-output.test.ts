import { describe, expect, it } from 'vitest';
import { describeNewWarnings } from '../../../src/cli/render/render-output.ts';

const ignored = (detail: string) => ({ part: 0, code: 'option_ignored', detail });

describe('a warning of an option without effect', () => {
  it('names the flag that was typed', () => {
    const warnings = [ignored('/options/page_size, /options/margin, /options/print_background have no effect.')];
    const words = { parts: ['a.pdf'], flags: true };
    expect(describeNewWarnings(warnings, { words, warnings: [] })).toEqual([
      'a.pdf: --size, --margin, --no-background have no effect.',
    ]);
  });

  it('names the field where it was written as one', () => {
    const warnings = [ignored('/parts/0/options/page_size, /parts/0/options/margin have no effect.')];
    for (const flags of [true, false]) {
      expect(describeNewWarnings(warnings, { words: { parts: [undefined], flags }, warnings: [] })).toEqual([
        '/parts/0/options/page_size, /parts/0/options/margin have no effect.',
      ]);
    }
  });

  it('leaves the words of a document as they are', () => {
    const warnings = [{ part: 0, code: 'console_error', detail: 'page_size is not defined' }];
    expect(describeNewWarnings(warnings, { words: { parts: [undefined], flags: true }, warnings: [] })).toEqual([
      'page_size is not defined',
    ]);
  });
});
