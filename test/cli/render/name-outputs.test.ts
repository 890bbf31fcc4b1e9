import { describe, expect, it } from 'vitest';
import { planSources } from '../../../src/cli/documents/plan-source.ts';
import { nameOutputs } from '../../../src/cli/render/name-outputs.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const sources = [
  'docs/a.html',
  'b.MD',
  'c.pdf',
  'https://example.com/d.html',
  `template:${id}`,
  'template:./letter',
  '-',
];
const planned = planSources(sources, undefined, sources.length);

describe('the names of the PDFs', () => {
  it('are those of single renders where no pattern is given', () => {
    const names = ['a.pdf', 'b.pdf', 'c-rendered.pdf', 'd.pdf', `${id}.pdf`, 'letter.pdf', 'document.pdf'];
    expect(nameOutputs(undefined, planned)).toEqual(names);
  });

  it('follow the pattern', () => {
    expect(nameOutputs('out/{index}-{name}.{ext}.pdf', planned)).toEqual([
      'out/1-a.html.pdf',
      'out/2-b.md.pdf',
      'out/3-c.pdf.pdf',
      'out/4-d.address.pdf',
      `out/5-${id}.template.pdf`,
      'out/6-letter.template.pdf',
      'out/7-document.stdin.pdf',
    ]);
  });

  it('take a source for a name and never for a pattern or a path', () => {
    const odd = ['{index}.html', '$&.html', 'https://example.com/x%2f..%2fy'];
    expect(nameOutputs('{name}.pdf', planSources(odd, undefined, odd.length))).toEqual([
      '{index}.pdf',
      '$&.pdf',
      'x-..-y.pdf',
    ]);
  });
});

it.each([
  ['-', "-o '{name}.pdf'"],
  ['out/', "-o 'out/{name}.pdf'"],
  ['{nam}.pdf', '{name}, {index}, {ext}'],
  ['{toString}.pdf', '{name}, {index}, {ext}'],
  ['--force', './--force'],
])('refuses the pattern %s and says what would do', (pattern, fix) => {
  expect(() => nameOutputs(pattern, planned)).toThrow(
    expect.objectContaining({ code: 'usage', fix: expect.stringContaining(fix) }),
  );
});
