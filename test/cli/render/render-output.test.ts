import { describe, expect, it } from 'vitest';
import { openWarnings } from '../../../src/cli/output/warnings.ts';
import { warnOfRender } from '../../../src/cli/render/render-output.ts';
import type { Warning } from '../../../src/contract/index.ts';

const ignored = (detail: string) => ({ part: 0, code: 'option_ignored', detail });

/** The words in which people see the warnings of a request. */
function describeForPeople(warnings: Warning[], request: Parameters<typeof warnOfRender>[2]): string[] {
  const texts: string[] = [];
  warnOfRender(
    openWarnings((text) => texts.push(text)),
    warnings,
    request,
  );
  return texts;
}

describe('a warning of an option without effect', () => {
  it('names the flag that was typed', () => {
    const warnings = [ignored('/options/page_size, /options/margin, /options/print_background have no effect.')];
    const words = { parts: ['a.pdf'], flags: true };
    expect(describeForPeople(warnings, { words, warnings: [] })).toEqual([
      'a.pdf: --size, --margin, --no-background have no effect.',
    ]);
  });

  it('names the field where it was written as one', () => {
    const warnings = [ignored('/parts/0/options/page_size, /parts/0/options/margin have no effect.')];
    for (const flags of [true, false]) {
      expect(describeForPeople(warnings, { words: { parts: [undefined], flags }, warnings: [] })).toEqual([
        '/parts/0/options/page_size, /parts/0/options/margin have no effect.',
      ]);
    }
  });

  it('leaves the words of a document as they are', () => {
    const warnings = [{ part: 0, code: 'console_error', detail: 'page_size is not defined' }];
    expect(describeForPeople(warnings, { words: { parts: [undefined], flags: true }, warnings: [] })).toEqual([
      'page_size is not defined',
    ]);
  });
});
