import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Io } from '../../../src/cli/output/io.ts';
import { type ParsedCommandLine, parseCommandLine } from '../../../src/cli/program/program.ts';
import { captureOutput } from '../../helpers/capture-output.ts';

/** Parses words that are a whole command line, and runs nothing. */
async function parse(words: readonly string[]): Promise<ParsedCommandLine> {
  const io = { stdin: new PassThrough(), stdout: captureOutput().stream, stderr: captureOutput().stream, env: {} };
  const parsed = await parseCommandLine(words, io as unknown as Io, '1.2.3');
  if (typeof parsed === 'number') throw new Error(`it ended with ${parsed}`);
  return parsed;
}

describe('a parsed command line', () => {
  it.each<[string, string[]]>([
    ['render pdf a.html', ['takesForce']],
    ['render pdf a.html --watch', ['takesForce', 'timeoutPerCall']],
    ['render image a.html', ['takesForce']],
    ['render html a.html', ['takesForce']],
    ['render batch jobs.ndjson', ['takesForce', 'timeoutPerCall']],
    ['renders list', []],
    ['renders get x', ['takesForce']],
    ['templates list', []],
    ['templates preview', ['drains', 'takesForce', 'timeoutPerCall']],
    ['keys list', []],
    ['compare a.pdf b.pdf', []],
    ['serve', ['drains']],
    ['dashboard', ['drains']],
    ['mcp', ['drains', 'timeoutPerCall']],
  ])('tells how the command ends and what its flags mean: %s', async (line, traits) => {
    const { drains, takesForce, timeoutPerCall } = await parse(line.split(' '));
    const found = Object.entries({ drains, takesForce, timeoutPerCall }).filter(([, value]) => value);
    expect(found.map(([name]) => name)).toEqual(traits);
    expect([drains, takesForce, timeoutPerCall].every((value) => typeof value === 'boolean')).toBe(true);
  });

  it.each<[string, object]>([
    ['serve', {}],
    [
      'serve --host 0.0.0.0 --port 0 --data-dir data --keep-renders --trust-proxy 10.0.0.1,10.0.0.2 --no-dashboard',
      {
        ...{ host: '0.0.0.0', port: '0', data_dir: 'data', keep_renders: 'true' },
        trust_proxy: '10.0.0.1,10.0.0.2',
      },
    ],
    ['dashboard --port 80 --data-dir data', { data_dir: 'data' }],
    ['render pdf a.html --locale de-DE --fonts bundled', { locale: 'de-DE', fonts: 'bundled' }],
    ['keys list --database-url postgres://db', { database_url: 'postgres://db' }],
  ])('has the settings that flags give: %s', async (line, settings) => {
    expect((await parse(line.split(' '))).settings).toEqual(settings);
  });

  it('has the flags of every command, before or after its own', async () => {
    const { global } = await parse(['--json', 'keys', '--quiet', 'list', '--timeout', '3s', '--account', 'acme']);
    expect(global).toMatchObject({ json: true, quiet: true, timeout: '3s' });
  });
});

/** What a command line prints that needs no command, and its exit code. */
async function print(words: readonly string[]) {
  const stdout = captureOutput();
  const io = { stdin: new PassThrough(), stdout: stdout.stream, stderr: captureOutput().stream, env: {} };
  return [await parseCommandLine(words, io as unknown as Io, '1.2.3'), stdout.read().toString()];
}

it.each([
  [['-V'], /^1\.2\.3 \(.*Node [\d.]+\)\n$/],
  [['--version', '--json'], /^\{\n {2}"data": \{\n {4}"version": "1\.2\.3",/],
  [['help', 'exit-codes'], /^Exit codes of platen\. They are never renumbered\.\n\n {2}0 {4}it worked\n/],
  [['--help'], /\n {2}serve \[options\] +Run the service(?!.*__complete)/s],
])('%j prints a page and ends with 0', async (words, page) => {
  expect(await print(words)).toEqual([0, expect.stringMatching(page)]);
});

describe('help', () => {
  const help = async (width: number | undefined) => {
    const stdout = captureOutput(width !== undefined, width);
    const io = { stdin: new PassThrough(), stdout: stdout.stream, stderr: captureOutput().stream, env: {} };
    expect(await parseCommandLine(['serve', '--help'], io as unknown as Io, '1.2.3')).toBe(0);
    const text = stdout.read().toString();
    return Math.max(
      ...text
        .slice(text.indexOf('Options:'), text.indexOf('Flags for'))
        .split('\n')
        .map((line) => line.length),
    );
  };

  it('is as wide as the terminal, or 80 columns', async () => {
    const [narrow, usual, wide] = [await help(60), await help(undefined), await help(100)];
    expect([narrow <= 60, usual > 60 && usual <= 80, wide > 80 && wide <= 100]).toEqual([true, true, true]);
  });
});

describe('a mistake', () => {
  const statuses = 'queued, running, done, failed, cancelled';
  it.each<[string, string, string]>([
    ['render pdf a.html --tokn=secret', "unknown option '--tokn=…'", 'see platen render pdf --help'],
    ['render pdf a.html --tokn secret', "unknown option '--tokn'", 'did you mean --toc?'],
    ['render pdf a.html --p x', "unknown option '--p'", 'see platen render pdf --help'],
    ['render pdf a.html --pass x', "unknown option '--pass'", 'did you mean --password?'],
    ['render pdf -x', "unknown option '-x'", 'see platen render pdf --help'],
    ['render pdf a.html --size', "option '--size <size>' argument missing", 'see platen render pdf --help'],
    ['render frob', "unknown command 'frob'", 'see platen render --help'],
    ['render a.html', "unknown command 'a.html'", 'to make a PDF of it: platen render pdf a.html'],
    ['render pdf.md', "unknown command 'pdf.md'", 'to make a PDF of it: platen render pdf pdf.md'],
    ['keys lst', "unknown command 'lst'", 'did you mean list?'],
    ['--jsn keys list', "unknown option '--jsn'", 'did you mean --json?'],
    ['keys list --format x', "unknown option '--format'", 'see platen keys list --help'],
    [
      'keys list more',
      "too many arguments for 'list'. Expected 0 arguments but got 1: more.",
      'see platen keys list --help',
    ],
    ['keys create', "required option '--name <name>' not specified", 'see platen keys create --help'],
    [
      'renders list --status odd',
      `option '--status <status>' argument 'odd' is invalid. Allowed choices are ${statuses}.`,
      'see platen renders list --help',
    ],
    [
      'webhooks update 1 --enable --disable',
      "option '--enable' cannot be used with option '--disable'",
      'see platen webhooks update --help',
    ],
    ['help frob', "unknown command 'frob'", 'see platen --help'],
  ])('is refused with what was meant: %s', async (line, message, fix) => {
    await expect(parse(line.split(' '))).rejects.toMatchObject({ code: 'usage', message, fix });
  });
});
