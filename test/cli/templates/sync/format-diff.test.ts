import { expect, it } from 'vitest';
import type { Context } from '../../../../src/cli/command/context.ts';
import { formatDiff, showDiff } from '../../../../src/cli/templates/sync/format-diff.ts';

/** What a diff prints, with names for the colours. */
async function show(diff: string, cut?: number) {
  const printed = { data: '', raw: '', of: '' };
  const chalk = Object.fromEntries(
    ['bold', 'cyan', 'green', 'red', 'dim'].map((name) => [name, (text: string) => `${name}(${text})`]),
  );
  const output = {
    chalk: async (stream: string) => {
      printed.of = stream;
      return chalk;
    },
    data: async (text: string) => {
      printed.data += text;
    },
    raw: (text: string) => {
      printed.raw += text;
    },
  };
  await showDiff({ output } as unknown as Context, diff, cut === undefined ? {} : { cut });
  return printed;
}

const diff = '--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n same\n-- old\n-old\n+new\n++ new\n';

it('paints the lines of a diff by their kind', async () => {
  expect(await show(diff)).toEqual({
    data: 'bold(--- a/x)\nbold(+++ b/x)\ncyan(@@ -1,3 +1,3 @@)\n same\nred(-- old)\nred(-old)\ngreen(+new)\ngreen(++ new)\n',
    raw: '',
    of: 'stdout',
  });
});

it('cuts a diff for stderr, and says how many lines are left', async () => {
  const short = await show(diff, 6);
  expect(short.raw.split('\n').slice(-2)).toEqual(['red(-old)', 'dim(… 2 more lines: platen templates diff)']);
  expect([short.data, short.of]).toEqual(['', 'stderr']);
  expect((await show(diff, 8)).raw).toMatch(/green\(\+\+ new\)$/);
});

const side = (label: string, content: string, isFile = false) => ({ label, isFile, fields: { content } });

it.each([
  ['a\nb\n', 'a\nc\n', '--- s/content.html\n+++ h/content.html\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n'],
  ['a\r\nb\r\n', 'a\nb\n', '--- s/content.html\n+++ h/content.html\nOnly line endings differ: CRLF -> LF\n'],
  ['a\r\nb\n', 'a\nb\n', '--- s/content.html\n+++ h/content.html\nOnly line endings differ: LF and CRLF -> LF\n'],
])('tells %j from %j', async (before, after, text) => {
  expect(await formatDiff(side('s', before), side('h', after), ['content'])).toBe(text);
});

it('names a file whole where it is one, and escapes control characters', async () => {
  const text = await formatDiff(side('a.css', 'x\n', true), side('b.css', '\u001b[31m\n', true), ['content']);
  expect(text.split('\n').slice(0, 2)).toEqual(['--- a.css', '+++ b.css']);
  expect(text).not.toContain('\u001b');
});

it('compares texts of up to three thousand edits', async () => {
  const lines = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word}${at}\n`).join('');
  const compare = (count: number) =>
    formatDiff(side('s', lines(count, 'a')), side('h', lines(count, 'b')), ['content']);
  expect(await compare(1500)).toContain('@@ -1,1500 +1,1500 @@');
  expect(await compare(1501)).toMatch(/Too different to show: 7896 and 7896 characters\n$/);
});

it('shows the fields of a template in the order of their keys', async () => {
  const text = await formatDiff(
    { label: 's', fields: { name: 'Old', preview_context: { b: 1, a: 2 } } },
    { label: 'h', fields: { name: 'New' } },
    ['name', 'preview_context'],
  );
  expect(text).toContain('-  "name": "Old"\n+  "name": "New"\n');
  expect(text).toContain('-{\n-  "a": 2,\n-  "b": 1\n-}\n');
});
