import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCompletionTable } from '../../../src/cli/completion/completion-table.ts';
import { buildProgram } from '../../../src/cli/program/program.ts';
import { openTerminal, type Terminal } from '../../helpers/open-terminal.ts';
import { makeHome, runCli, type TestHome } from '../../helpers/run-cli.ts';
import type { Workspace } from '../../helpers/workspace.ts';

let home: TestHome;
let scripts: Record<string, string>;

beforeAll(async () => {
  home = makeHome();
  scripts = {};
  for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
    const { code, stdout, stderr } = await runCli(['completion', shell], { env: home.env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    scripts[shell] = stdout;
    writeFileSync(join(home.folder, `script.${shell}`), stdout);
  }
  mkdirSync(join(home.folder, 'some folder'));
  writeFileSync(join(home.folder, 'jobs.ndjson'), '');
  // Stands in for platen, and says what a cloned folder might make it say. It shows the words that a shell hands it.
  const bin = join(home.folder, '..', 'bin');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'platen'),
    [
      '#!/bin/sh',
      `[ "$1" = __complete ] || { printf 'ran'; printf ' <%s>' "$@"; echo; exit; }`,
      `printf '%s\\t%s\\n' "$2-one" 'The first' "$2-two" second '$(touch hacked)' third`,
    ].join('\n'),
    { mode: 0o755 },
  );
  home.env.PATH = `${bin}:${process.env.PATH}`;
});
afterAll(() => home.remove());

/** What bash offers after these words; it splits at "=" and ":" as bash does. */
function completeInBash(line: string): string[] {
  const words = line.split(' ').flatMap((word) => word.split(/([=:])/).filter((piece, index) => index === 0 || piece));
  const harness = `source script.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _platen platen; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', harness, 'bash', ...words], {
    cwd: home.folder,
    env: home.env,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter(Boolean).sort();
}

describe('in bash', () => {
  it.each([
    ['platen ren', ['render', 'renders']],
    ['platen renders li', ['list']],
    ['platen renders list --status f', ['failed']],
    ['platen render ', ['batch', 'html', 'image', 'pdf']],
    ['platen --json --base-url render con', ['config']],
    ['platen render pdf --page', ['--pages']],
    ['platen render pdf --profi', ['--profile']],
    ['platen render pdf a.html --media ', ['print', 'screen']],
    ['platen serve --egress d', ['deny']],
    ['platen serve --egress=d', ['deny']],
    ['platen serve --sandbox=', ['off', 'preferred', 'required']],
    ['platen completion ', ['bash', 'fish', 'powershell', 'zsh']],
    ['platen config get base', ['base_url']],
    ['platen render batch job', ['jobs.ndjson']],
    ['platen render pdf --root ', ['some folder']],
    ['platen render pdf -o some', ['some folder']],
    ['platen render pdf --timeout ', []],
    ['platen templates list ', []],
    [
      'platen nonsense ',
      [
        'accounts',
        'backup',
        'compare',
        'completion',
        'config',
        'dashboard',
        'doctor',
        'help',
        'init',
        'inspect',
        'install',
        'keys',
        'mcp',
        'render',
        'renders',
        'restore',
        'serve',
        'templates',
        'users',
        'webhooks',
      ].sort(),
    ],
    ['platen webhooks create https://a.example --event render.f', ['render.failed']],
    ['platen keys create --scope re', ['render']],
    ['platen serve --log-level tr', ['trace']],
    ['platen help ex', ['exit-codes']],
    ['platen help templates pu', ['pull', 'push']],
    ['platen render pdf jo', ['jobs.ndjson']],
    ['platen render pdf te', ['template:']],
  ])('%s', (line, offered) => {
    expect(completeInBash(line)).toEqual(offered);
  });

  it('asks platen for templates, slugs and profiles, and runs nothing that stands in the answer', () => {
    expect(completeInBash('platen templates get templates-o')).toEqual(['templates-one']);
    expect(completeInBash('platen render pdf a.html template:templates-t')).toEqual(['templates-two']);
    expect(completeInBash('platen render pdf template:')).toContain('templates-one');
    expect(completeInBash('platen templates push ')).toContain('slugs-two');
    expect(completeInBash('platen keys list --profile=')).toContain('profiles-one');
    expect(existsSync(join(home.folder, 'hacked'))).toBe(false);
  });

  it('completes an id as it is typed at a terminal, where the colon breaks words', async () => {
    const terminal = openTerminal({ folder: home.folder, program: '', env: home.env } as Workspace, [], {
      line: "PS1='ready> ' exec bash --norc --noprofile -i",
    });
    await terminal.shows('ready> ');
    terminal.type('source script.bash; PS1="set> "\n');
    await terminal.shows('set> ');
    terminal.type('platen render pdf te\t');
    await terminal.shows('platen render pdf template:');
    terminal.type('templates-tw\t');
    await terminal.shows('platen render pdf template:templates-two');
    terminal.type('\u0015exit\n');
    expect(await terminal.ended).toBe(0);
  });

  it('starts no program for words that are known', () => {
    expect(scripts.bash?.match(/__complete/g)).toHaveLength(1);
  });
});

describe('every script', () => {
  it.each(['bash', 'zsh', 'fish'])('has no mistake that %s sees, where that is installed', (shell) => {
    const { error, status, stderr } = spawnSync(shell, ['-n', join(home.folder, `script.${shell}`)], {
      encoding: 'utf8',
    });
    if (shell !== 'bash' && error) return;
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('knows each of its commands and flags, and none that is hidden', async () => {
    const program = await buildProgram('0', () => () => {}, {});
    const { places } = buildCompletionTable(program);
    expect(places.length).toBeGreaterThan(20);
    for (const { path, commands, flags } of places) {
      for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
        for (const { name } of commands) expect(scripts[shell], `${shell} ${path} ${name}`).toContain(name);
        for (const { names } of flags) {
          const long = names.at(-1) ?? '';
          expect(scripts[shell], `${shell} ${path} ${long}`).toContain(shell === 'fish' ? `-l ${long.slice(2)}` : long);
        }
      }
      expect(path).not.toContain('__');
    }
  });

  it('comes as JSON where that is asked for', async () => {
    const { code, stdout } = await runCli(['completion', 'zsh', '--json'], { env: home.env });
    expect([code, JSON.parse(stdout)]).toEqual([0, { shell: 'zsh', script: scripts.zsh, warnings: [] }]);
  });

  it('is refused for another shell, by name', async () => {
    const { code, stderr } = await runCli(['completion', 'tcsh'], { env: home.env });
    expect(code).toBe(2);
    expect(stderr).toMatch(/bash, zsh, fish, powershell/);
  });
});

describe('in fish and zsh, where they are installed', () => {
  const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;

  it.skipIf(!has('fish'))('fish offers the same', () => {
    const complete = (line: string) => {
      const { stdout } = spawnSync('fish', ['--no-config', '-c', `source script.fish; complete -C'${line}'`], {
        cwd: home.folder,
        env: home.env,
        encoding: 'utf8',
      });
      return stdout.split('\n').filter(Boolean);
    };
    expect(complete('platen render ').map((row) => row.split('\t')[0])).toEqual(['batch', 'html', 'image', 'pdf']);
    expect(complete('platen serve --egress d')).toEqual([expect.stringContaining('deny')]);
    expect(complete('platen templates get templates-o')).toEqual(['templates-one\tThe first']);
    expect(complete('platen render batch job')).toEqual(['jobs.ndjson']);
  });

  it.skipIf(!has('zsh'))('zsh offers the same', () => {
    const harness = `compdef() { : }; source script.zsh; compadd() { local name=$@[-1]; print -rl -- \${(P)name} }
      compset() { : }; words=("$@"); CURRENT=$#words; _platen`;
    const complete = (...words: string[]) =>
      spawnSync('zsh', ['-f', '-c', harness, 'zsh', 'platen', ...words], {
        cwd: home.folder,
        env: home.env,
        encoding: 'utf8',
      })
        .stdout.split('\n')
        .filter(Boolean);
    expect(complete('render', '')).toEqual(['pdf', 'batch', 'html', 'image']);
    expect(complete('serve', '--egress=')).toEqual(['deny', 'public', 'allow-list', 'open']);
    expect(complete('templates', 'get', '').slice(0, 2)).toEqual(['templates-one', 'templates-two']);
  });

  const open = (line: string) =>
    openTerminal({ folder: home.folder, program: '', env: home.env } as Workspace, [], { columns: 120, line });

  // The shells come from the system, and CI machines have bash alone. Each that is missing is named, so that the gap is visible.
  for (const shell of ['zsh', 'fish'].filter((name) => !has(name))) {
    it.skip(`${shell} is not installed, so its script runs elsewhere`);
  }

  it.skipIf(!has('zsh'))('zsh completes as one types at a terminal', async () => {
    const terminal = open("PS1='ready> ' exec zsh -f -i");
    await terminal.shows('ready> ');
    // An insecure folder of the system's would be asked about.
    terminal.type('autoload -U compinit && compinit -u -D && source script.zsh && PS1="set> "\n');
    await terminal.shows('set> ');
    await expectCompletions(terminal);
  });

  it.skipIf(!has('fish'))('fish completes as one types at a terminal', async () => {
    const terminal = open('exec fish --no-config -i -C \'function fish_prompt; echo "ready> "; end\'');
    await terminal.shows('ready> ');
    terminal.type('source script.fish; function fish_prompt; echo "set> "; end\n');
    await terminal.shows('set> ');
    await expectCompletions(terminal);
  });
});

/** Types what has one completion, runs it, and leaves the shell. */
async function expectCompletions(terminal: Terminal): Promise<void> {
  for (const [typed, ran] of [
    ['render pd\tjob\t', '<render> <pdf> <jobs.ndjson>'],
    ['serve --egr\tpu\t', '<serve> <--egress> <public>'],
    ['templates get templates-tw\t', '<templates> <get> <templates-two>'],
    ['render pdf template:templates-tw\t', '<render> <pdf> <template:templates-two>'],
    // zsh takes the slash behind a folder away again.
    ['render pdf --root so\t', '<render> <pdf> <--root> <some folder'],
  ]) {
    terminal.type(`platen ${typed}\n`);
    await terminal.shows(`ran ${ran}`);
  }
  terminal.type('exit\n');
  expect(await terminal.ended).toBe(0);
}
