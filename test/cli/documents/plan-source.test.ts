import { expect, test } from 'vitest';
import { nameOutput } from '../../../src/cli/documents/output-name.ts';
import { type Format, type PlannedSource, planSources, sourceText } from '../../../src/cli/documents/plan-source.ts';
import { limits } from '../../../src/contract/index.ts';

const id = '0193a7c2-1111-7222-8333-444455556666';

test.each<[string, Format | undefined, PlannedSource]>([
  ['https://example.com/a.html', undefined, { kind: 'address', address: 'https://example.com/a.html' }],
  ['HTTP://example.com', undefined, { kind: 'address', address: 'HTTP://example.com' }],
  ['a.html', undefined, { kind: 'file', file: 'a.html', format: 'html' }],
  ['A.HTM', undefined, { kind: 'file', file: 'A.HTM', format: 'html' }],
  ['a.xhtml', undefined, { kind: 'file', file: 'a.xhtml', format: 'html' }],
  ['a.xht', undefined, { kind: 'file', file: 'a.xht', format: 'html' }],
  ['a.markdown', undefined, { kind: 'file', file: 'a.markdown', format: 'markdown' }],
  ['dir.md/a.pdf', undefined, { kind: 'file', file: 'dir.md/a.pdf', format: 'pdf' }],
  ['C:\\docs\\a.md', undefined, { kind: 'file', file: 'C:\\docs\\a.md', format: 'markdown' }],
  ['dir.md/file', undefined, { kind: 'file', file: 'dir.md/file', format: undefined }],
  ['.html', undefined, { kind: 'file', file: '.html', format: undefined }],
  ['a.txt', 'markdown', { kind: 'file', file: 'a.txt', format: 'markdown' }],
  ['-', undefined, { kind: 'stdin', format: undefined }],
  ['-', 'json', { kind: 'stdin', format: 'json' }],
  [`template:${id}`, undefined, { kind: 'template', id }],
  ['template:./invoice', undefined, { kind: 'template-folder', folder: './invoice' }],
  ['template:../invoice', undefined, { kind: 'template-folder', folder: '../invoice' }],
  ['template:/srv/invoice', undefined, { kind: 'template-folder', folder: '/srv/invoice' }],
  ['template:.', undefined, { kind: 'template-folder', folder: '.' }],
])('%s, --from %s', (source, from, planned) => {
  expect(planSources([source], from, limits.parts)).toEqual([planned]);
  expect(sourceText(planned)).toBe(source);
});

test.each([
  [['-', '-'], undefined],
  [['a.html', '-', 'b.md', '-'], undefined],
  [Array.from({ length: 101 }, () => 'a.html'), undefined],
  [[''], undefined],
  [['a\0.html'], undefined],
  [['file:///etc/passwd'], undefined],
  [['FILE:/etc/passwd'], undefined],
  [['ftp://example.com/a.html'], undefined],
  [['https://'], undefined],
  [['https:///etc/passwd\n'], undefined],
  [['template:Invoice'], undefined],
  [['template:../../etc\0'], undefined],
  [['template:-x'], undefined],
  [['a.html'], 'markdown'],
  [['https://example.com/'], 'html'],
] as [string[], Format | undefined][])('%j, --from %s: usage', (sources, from) => {
  expect(() => planSources(sources, from, limits.parts)).toThrow(expect.objectContaining({ code: 'usage' }));
});

test('the folder of a template without its ./ is answered with it', () => {
  const fix = 'see the slugs: platen templates list; for a folder write template:./letters/invoice';
  expect(() => planSources(['template:letters/invoice'], undefined, limits.parts)).toThrow(
    expect.objectContaining({ fix }),
  );
});

test.each([
  ['invoice.html', 'invoice.pdf'],
  ['dir/My notes.v2.md', 'My notes.v2.pdf'],
  ['appendix.pdf', 'appendix-rendered.pdf'],
  ['https://example.com/', 'example.com.pdf'],
  ['https://example.com/a/Jahres%20bericht.html?x=1', 'Jahres bericht.pdf'],
  ['https://example.com/..%2f..%2fetc%2fpasswd', 'etc-passwd.pdf'],
  ['https://example.com/%ff', '%ff.pdf'],
  [`template:${id}`, `${id}.pdf`],
  ['template:./letters/', 'letters.pdf'],
  ['template:.', 'template.pdf'],
  ['-', 'document.pdf'],
  ['--force.html', 'force.pdf'],
  ['.hidden.html', 'hidden.pdf'],
  ['CON.html', 'CON-document.pdf'],
  ['a\u202egnp\u001b[31m.html', 'agnp[31m.pdf'],
  ['a:b|c?.html', 'a-b-c-.pdf'],
  ['….html', '….pdf'],
  [`${'語'.repeat(200)}.html`, `${'語'.repeat(66)}.pdf`],
])('the PDF of %j is called %j', (source, expected) => {
  const name = nameOutput(planSources([source], undefined, limits.parts)[0] as PlannedSource);
  expect(name).toBe(expected);
});
