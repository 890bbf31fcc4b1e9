import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { makeFolder, runCommand } from '../commands/run-command.ts';
import { drawnPdf } from '../pictures/drawn-pdf.ts';

let cwd: string;
beforeEach(() => {
  cwd = makeFolder();
  const text = (word: string) => ({ content: `BT /F1 12 Tf 20 100 Td (${word}) Tj ET` });
  writeFileSync(join(cwd, 'a.pdf'), drawnPdf([text('One'), text('Two')]));
  writeFileSync(join(cwd, 'bad.pdf'), 'no PDF');
});
const inspect = (...words: string[]) => runCommand(['inspect', ...words], {}, { cwd });

it('the content of a PDF is printed for people', async () => {
  const { stdout, stderr, error } = await inspect('a.pdf');
  expect([error, stderr, stdout.split('\n')[0]]).toEqual([undefined, '', expect.stringContaining('a.pdf')]);
  expect(stdout).toMatch(/pages? +2\b|2 pages/);
});

it('the text of a PDF comes page by page', async () => {
  expect((await inspect('a.pdf', '--text')).stdout).toBe('One\f\nTwo\n');
});

it('both are JSON with --json', async () => {
  const facts = JSON.parse((await inspect('a.pdf', '--json')).stdout);
  expect(facts).toEqual({ data: expect.objectContaining({ pages: expect.anything() }), warnings: [] });
  expect(facts.data).not.toHaveProperty('text');
  expect(JSON.parse((await inspect('a.pdf', '--text', '--json')).stdout)).toEqual({
    ...{ data: { ...facts.data, text: ['One', 'Two'] }, warnings: [] },
  });
});

it.each([['bad.pdf'], ['bad.pdf', '--text']])('a file that is not a PDF is refused: %s', async (...words) => {
  expect((await inspect(...words)).error).toMatchObject({
    ...{ code: 'input_invalid', message: 'bad.pdf is not a PDF that can be read', why: expect.any(String) },
  });
});

it('a PDF from stdin is named so', async () => {
  const { error } = await runCommand(['inspect', '-'], {}, { cwd, stdin: 'no PDF' });
  expect(error).toMatchObject({ code: 'input_invalid', message: 'stdin is not a PDF that can be read' });
});
