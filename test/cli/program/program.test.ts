import { describe, expect, it } from 'vitest';
import { foreignFlags } from '../../../src/cli/program/foreign-flags.ts';
import { buildProgram } from '../../../src/cli/program/program.ts';
import { runCli } from '../../helpers/run-cli.ts';

describe('help', () => {
  it.each([
    [['--help'], 'Usage: platen [options]'],
    [['templates', '--help'], 'Usage: platen templates'],
    [['templates', 'update', '-h'], 'Usage: platen templates update'],
    [['help'], 'Usage: platen [options] [command]'],
    [['help', 'templates', 'update'], 'Usage: platen templates update'],
    [['--json', 'templates', '--help'], 'Usage: platen templates'],
    [['render', 'pdf', 'page.html', '--help'], 'Usage: platen render pdf'],
  ])('that was asked for (%s) goes to stdout', async (words, start) => {
    const { code, stdout, stderr } = await runCli(words);
    expect([code, stdout.split('\n')[0], stderr]).toEqual([0, expect.stringContaining(start), '']);
  });

  it.each([
    [['rendr', '--help'], "'rendr'", 'render'],
    [['help', 'rendr'], "'rendr'", 'render'],
    [['templates', 'updat', '--help'], "'updat'", 'update'],
    [['help', 'templates', 'nonsense'], "'nonsense'", 'platen templates --help'],
  ])('on a command that is not there (%s) is a mistake', async (words, name, hint) => {
    const { code, stdout, stderr } = await runCli(words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`unknown command ${name}`);
    expect(stderr).toContain(hint);
  });
});

describe('a word that is no command', () => {
  it.each([
    [['pdf', 'a.html'], 'did you mean platen render pdf?'],
    [['update'], 'did you mean platen templates update or platen webhooks update?'],
    [
      ['list'],
      'did you mean platen renders list or platen templates list or platen keys list or platen webhooks list or platen users list or platen accounts list or platen config list?',
    ],
    [['a.html'], 'to make a PDF of it: platen render pdf a.html'],
    [['render', 'my report.md'], "to make a PDF of it: platen render pdf 'my report.md'"],
    [['invoice.htm', '-o', 'x.pdf'], 'platen render pdf invoice.htm'],
    [['example.com'], 'platen render pdf https://example.com'],
    [['localhost:3000/invoice'], 'platen render pdf http://localhost:3000/invoice'],
    [['https://example.com/a?b=1'], "platen render pdf 'https://example.com/a?b=1'"],
    [['template:./mails'], 'platen render pdf template:./mails'],
    [['rendr'], 'did you mean render?'],
    [['nonsense'], 'see platen --help'],
  ])('is told what was meant: %s', async (words, fix) => {
    const { code, stdout, stderr } = await runCli(words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`fix: ${fix}`.replace('fix: platen render', 'platen render'));
  });

  it('may be a web page without its scheme among the sources', async () => {
    const { code, stderr } = await runCli(['render', 'pdf', 'example.com/a', '-o', '-', '--dry-run']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('for the web page, write https://example.com/a')]);
    expect((await runCli(['render', 'pdf', 'gone.htm', '-o', '-', '--dry-run'])).stderr).not.toContain('https');
  });
});

it('begins with examples, and speaks of PDFs', async () => {
  const { stdout } = await runCli(['--help']);
  expect(stdout).toMatch(/^Usage: .*\n\nRender .* to PDF.*\n\nExamples:\n {2}\$ platen render pdf /);
});

it.each([
  ['pdf', ['Web pages', 'Design', 'Overlays', 'Forms', 'Standards', 'Protection and size', 'Signatures']],
  ['image', ['Web pages', 'Overlays', 'Forms']],
])('begins with examples for render %s, too, and groups its flags', async (verb, groups) => {
  const { stdout } = await runCli(['render', verb, '--help']);
  expect(stdout).toMatch(/^Usage: .*\n\nRender .*\n\nExamples:\n {2}\$ platen render .*\n/);
  const headings = [...stdout.matchAll(/^([A-Z][\w ]*):$/gm)].map(([, heading]) => heading);
  expect(headings.slice(0, 5)).toEqual(['Examples', 'Arguments', 'Options', 'Page options', 'Document options']);
  expect(headings.slice(5, 5 + groups.length)).toEqual(groups);
  expect(stdout).not.toContain('preset');
});

it('lists the same commands whether they are declared in full or by name', async () => {
  let whole = '';
  const program = await buildProgram('0', () => () => {}, {
    writeOut: (text) => {
      whole += text;
    },
  });
  expect(() => program.outputHelp()).not.toThrow();
  expect((await runCli(['--help'])).stdout).toBe(whole);
});

it.each([50, 80, 120])('wraps the output and the exit codes of every command at %i columns', async (width) => {
  const program = await buildProgram('0', () => () => {}, { getOutHelpWidth: () => width });
  const commands = [program];
  for (const command of commands) commands.push(...command.commands);
  expect(commands.length).toBeGreaterThan(40);
  for (const command of commands) {
    const notes = /^Output:\n.*/ms.exec(command.helpInformation())?.[0] ?? '';
    const lines = notes.split('\n').filter((line) => line.startsWith('  '));
    const tooLong = lines.filter(
      (line) =>
        line.length > width &&
        line
          .trim()
          .replace(/^\d+ +/, '')
          .includes(' '),
    );
    expect(tooLong).toEqual([]);
    // A line that ends within a sentence is full: the next word has no room in it.
    for (const [index, line] of lines.entries()) {
      const next = lines[index + 1]?.trim() ?? '';
      if (/[.;:}\]]$/.test(line) || next === '' || /^\d+ {1,3}\D/.test(next)) continue;
      expect(line.length + 1 + (next.split(' ')[0] ?? '').length).toBeGreaterThan(width);
    }
  }
});

describe('flags before a command', () => {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  it.each([
    [['--json', 'templates', 'delete', id, '--frobnicate']],
    [['--profile', 'serve', 'templates', '--debug', 'delete', id, '--frobnicate']],
    [['--timeout=30s', 'templates', 'delete', id, '--frobnicate']],
  ])('do not hide what is wrong with it: %s', async (words) => {
    const { code, stderr } = await runCli(words);
    expect([code, stderr]).toEqual([2, expect.stringContaining("unknown option '--frobnicate'")]);
    expect(stderr).toContain('platen templates delete --help');
  });

  it('are not taken for one by their value', async () => {
    const { code, stderr } = await runCli(['--profile', 'templates', 'delete', id]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("unknown command 'delete'")]);
  });
});

it.each([
  ['--out', '--output'],
  ['--pdf', '--pdf-a or --pdf-ua'],
  ['--outptu', '--output'],
])('the flag %s is answered with what was meant', async (word, meant) => {
  const { code, stderr } = await runCli(['render', 'pdf', 'a.html', word, 'x.pdf']);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`fix: did you mean ${meant}?`)]);
});

describe('with --json', () => {
  it('the exit codes are a document', async () => {
    for (const words of [
      ['help', 'exit-codes', '--json'],
      ['--json', 'help', 'exit-codes'],
    ]) {
      const { code, stdout } = await runCli(words);
      const { data } = JSON.parse(stdout);
      expect([code, data[0]]).toEqual([0, { exit: 0, meaning: 'it worked', codes: [] }]);
      expect(data).toContainEqual({ exit: 20, meaning: 'there are differences', codes: ['differences'] });
    }
  });

  it('so is the version, with those of Node and the browser', async () => {
    expect(JSON.parse((await runCli(['--version', '--json'])).stdout)).toEqual({
      data: { version: '0.0.0-test', chromium: expect.stringMatching(/^\d+\./), node: process.versions.node },
    });
    expect((await runCli(['-V', '--verbose'])).stdout).toMatch(/^0\.0\.0-test \(Chromium [\d.]+, Node [\d.]+\)\n$/);
  });
});

describe('a group without its verb', () => {
  it.each([[[]], [['templates']], [['keys']]])('shows its help as a mistake: %s', async (words) => {
    const { code, stdout, stderr } = await runCli(words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^Usage: platen/);
  });

  it.each([[['--json']], [['templates', '--json']]])('is an error in JSON with %s', async (words) => {
    const { code, stdout, stderr } = await runCli(words);
    expect([code, stdout]).toEqual([2, '']);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'usage', message: expect.stringContaining('command') } });
    expect(stderr).not.toContain('__complete');
  });
});

it('a value that is not among the choices gets the list of choices', async () => {
  const { code, stderr } = await runCli(['completion', 'tcsh']);
  expect([code, stderr]).toEqual([
    2,
    "error: 'tcsh' is not a shell\n  fix: choose one of bash, zsh, fish, powershell\n  code: usage\n",
  ]);
});

describe('a flag of another program', () => {
  const listFlags = async () => {
    const program = await buildProgram('0', () => () => {}, {});
    const render = program.commands.find((command) => command.name() === 'render');
    const pdf = render?.commands.find((command) => command.name() === 'pdf');
    return [program, pdf].flatMap((command) => command?.options ?? []).flatMap(({ long, short }) => [long, short]);
  };

  it('does not exist here, and its advice names flags that do', async () => {
    const ours = await listFlags();
    expect(Object.keys(foreignFlags).filter((flag) => ours.includes(flag))).toEqual([]);
    const named = Object.values(foreignFlags).flatMap((advice) => advice.match(/(?<![\w-])--[a-z][\w-]*/g) ?? []);
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter((flag) => !ours.includes(flag))).toEqual([]);
  });

  it.each(['--format', '--paper-width', '-T', '--wait-until', '--table-of-contents', '--user-password'])(
    'is explained: %s',
    async (flag) => {
      const { code, stdout, stderr } = await runCli(['render', 'pdf', 'a.html', flag, 'x']);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`unknown option '${flag}'`);
      expect(stderr.replace(/\s+/g, ' ')).toContain(`fix: ${foreignFlags[flag]}`.slice(0, 40));
    },
  );

  it('is not explained to commands that render nothing', async () => {
    const { stderr } = await runCli(['templates', 'list', '--format', 'x']);
    expect(stderr).not.toContain('--size');
  });
});

describe('a flag in the place of a value', () => {
  it.each([
    [['render', 'pdf', 'a.html', '--password', '-o', 'a.pdf'], '--password needs a value, and -o is a flag'],
    [['render', 'pdf', 'a.html', '--title', '--json'], '--title needs a value, and --json is a flag'],
    [['templates', 'list', '--timeout', '--quiet'], '--timeout needs a value, and --quiet is a flag'],
  ])('is refused: %s', async (words, message) => {
    const { code, stdout, stderr } = await runCli(words);
    expect([code, stdout.includes('PDF')]).toEqual([2, false]);
    expect(stdout + stderr).toContain(message);
  });

  it('is a value after an equals sign, and a source after --', async () => {
    const request = await runCli(['render', 'pdf', '--html-is-missing.html', '--title=-o', '-o', '-', '--dry-run']);
    expect(request.stderr).toContain('--html-is-missing.html');
    const source = await runCli(['render', 'pdf', '-o', 'x.pdf', '--dry-run', '--', '--title', '-o']);
    expect(source.stderr).not.toContain('needs a value');
  });
});
