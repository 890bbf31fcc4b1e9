import { expect, it } from 'vitest';
import { checkWatch } from '../../../src/cli/render/watch-render.ts';

type Given = Parameters<typeof checkWatch>;

const file = { kind: 'file' };
const check = (options: object, kinds: string[] = ['file'], output = { json: false, dataToTerminal: true }) =>
  checkWatch(options as Given[0], kinds.map((kind) => ({ ...file, kind })) as Given[1], output);

it.each<[object, string[]?]>([
  [{}],
  [{ output: 'a.pdf' }],
  [{ parts: '@parts.json' }, []],
  [{}, ['address', 'file']],
  [{}, []],
])('%j of %j are watched', (options, kinds) => {
  expect(() => check(options, kinds)).not.toThrow();
});

it.each<[object, string, string[]?]>([
  [{ each: true }, '--watch and --each cannot be used together'],
  [{ async: true }, '--watch and --async cannot be used together'],
  [{ dryRun: true }, '--watch and --dry-run cannot be used together'],
  [{ output: '-' }, '--watch writes a file, not stdout'],
  [{ output: 'a-{page}.pdf' }, '--watch writes one file, and {page} makes several'],
  [{}, '--watch needs a file to watch', ['address', 'template']],
  [{ parts: '[]' }, '--watch needs a file to watch', []],
])('%j are not: %s', (options, message, kinds) => {
  expect(() => check(options, kinds)).toThrow(expect.objectContaining({ code: 'usage', message }));
});

it('a refusal says what there is instead of files', () => {
  expect(() => check({}, ['address'])).toThrow(expect.objectContaining({ why: 'all sources are on another machine' }));
  expect(() => check({ parts: '[]' }, [])).toThrow(expect.objectContaining({ why: '--parts is given in the command' }));
});

it('a pipe needs a file to write', () => {
  expect(() => check({}, ['file'], { json: false, dataToTerminal: false })).toThrow('--watch writes a file');
  expect(() => check({}, ['file'], { json: true, dataToTerminal: false })).not.toThrow();
});
