import { Argument, Command, Option } from 'commander';
import { describe, expect, it } from 'vitest';
import { buildCompletionTable } from '../../../src/cli/completion/completion-table.ts';
import { buildFishScript } from '../../../src/cli/completion/fish.ts';

/** A program with a command of each kind. */
function makeProgram(): Command {
  const program = new Command('platen').option('--json', 'print JSON').option('--profile <name>', 'the profile');
  const render = program.command('render').description('Render documents. More words.');
  render
    .command('pdf')
    .description("Make a PDF (default: A4): with the document's own style.")
    .argument('[source...]')
    .option('-o, --output <file>', 'the file; - for stdout')
    .option('--size <size>', 'the size')
    .option('--toc [depth]', 'a table')
    .option('--template <id>', 'a template')
    .option('--dir <folder>', 'a folder')
    .option('--title <text>', 'a title')
    .addOption(new Option('--media <type>', 'a medium').choices(['print', 'screen']));
  const templates = program.command('templates').description('Templates');
  templates.command('get').description('Get one').argument('<id>');
  templates.command('check').description('Check').argument('[name|dir]');
  program.command('keys').description('Keys').command('get').description('Get a key').argument('<id>');
  program.command('config').description('Settings').command('get').description('Get').argument('<name>');
  program.command('batch').description('Batch').argument('<jobs>');
  program
    .command('pages')
    .description('Pages')
    .addArgument(new Argument('<form>').choices(['a', 'b']));
  program.command('pull').description('Pull').argument('[what]');
  program.command('run').description('Run').argument('<text>');
  program.command('__complete').argument('<what>');
  return program;
}

const { places, globals } = buildCompletionTable(makeProgram());
const placeOf = (path: string) => places.find((place) => place.path === path);

describe('the table of completions', () => {
  it('has a place for each command, and for its help', () => {
    expect(places.map(({ path }) => path)).toEqual([
      '',
      'render',
      'render pdf',
      'templates',
      'templates get',
      'templates check',
      'keys',
      'keys get',
      'config',
      'config get',
      'batch',
      'pages',
      'pull',
      'run',
      'help',
      'help render',
      'help templates',
      'help keys',
      'help config',
    ]);
    expect(placeOf('')?.commands.map(({ name }) => name)).not.toContain('__complete');
    expect(placeOf('')?.commands.at(-1)).toEqual({
      name: 'help',
      description: 'Print the help of a command, or of exit-codes',
    });
    expect(placeOf('help render')?.commands).toEqual([{ name: 'pdf', description: 'Make a PDF' }]);
  });

  it('has the first sentence of each description', () => {
    expect(placeOf('')?.commands[0]).toEqual({ name: 'render', description: 'Render documents' });
  });

  it('has the global flags once, with help', () => {
    expect(globals).toEqual([
      { names: ['--json'], description: 'print JSON', value: undefined },
      { names: ['--profile'], description: 'the profile', value: { kind: 'profiles' } },
      { names: ['-h', '--help'], description: 'print help', value: undefined },
    ]);
    expect(placeOf('')?.flags).toEqual([]);
  });

  it('has what follows each flag', () => {
    const values = placeOf('render pdf')?.flags.map(({ names, value }) => [names.join(' '), value]);
    expect(values).toEqual([
      ['-o --output', { kind: 'files' }],
      ['--size', { kind: 'words', words: expect.arrayContaining(['A4']) }],
      ['--toc', undefined],
      ['--template', { kind: 'templates' }],
      ['--dir', { kind: 'folders' }],
      ['--title', { kind: 'nothing' }],
      ['--media', { kind: 'words', words: ['print', 'screen'] }],
    ]);
  });

  it.each<[string, unknown]>([
    ['render', { kind: 'nothing' }],
    ['render pdf', { kind: 'sources' }],
    ['templates get', { kind: 'templates' }],
    ['templates check', { kind: 'folders' }],
    ['keys get', { kind: 'nothing' }],
    ['config get', { kind: 'words', words: expect.arrayContaining(['timeout']) }],
    ['batch', { kind: 'files' }],
    ['pages', { kind: 'words', words: ['a', 'b'] }],
    ['pull', { kind: 'slugs' }],
    ['run', { kind: 'nothing' }],
  ])('has what follows "%s"', (path, argument) => {
    expect(placeOf(path)?.argument).toEqual(argument);
  });
});

describe('the script for fish', () => {
  const lines = buildFishScript({ places, globals }).split('\n');
  const linesOf = (path: string) => lines.filter((line) => line.includes(`'__platen_at \\'${path}\\'`));

  it('skips the values of flags, and knows all places', () => {
    expect(lines).toContain("      case '--profile' '-o' '--output' '--size' '--template' '--dir' '--title' '--media'");
    const known = lines.find((line) => line.includes('contains -- $next'));
    expect(known).toMatch(/\$next 'render' 'render pdf' .*'help config'; and set place \$next$/);
  });

  it('has the flags and words of each place', () => {
    expect(lines).toContain("complete -c platen -l json -d 'print JSON'");
    expect(lines).toContain(
      "complete -c platen -l profile -x -a '(platen __complete profiles 2>/dev/null)' -d 'the profile'",
    );
    expect(linesOf('render pdf').map((line) => line.replace(/^.*?pdf\\'(?:' )?/, ''))).toEqual([
      "-s o -l output -r -F -d 'the file'",
      expect.stringMatching(/^-l size -x -a '.*\bA4\b.*' -d 'the size'$/),
      "-l toc -d 'a table'",
      "-l template -x -a '(platen __complete templates 2>/dev/null)' -d 'a template'",
      "-l dir -x -a '(__fish_complete_directories)' -d 'a folder'",
      "-l title -x -d 'a title'",
      "-l media -x -a 'print screen' -d 'a medium'",
      '-F',
      expect.stringMatching(/^; and string match -q .* -a '\(platen __complete templates .*template:\)'$/),
    ]);
    expect(linesOf('templates').at(0)).toMatch(/ -a 'get' -d 'Get one'$/);
    expect(linesOf('batch').at(-1)).toMatch(/ -F$/);
    expect(linesOf('run')).toEqual([]);
  });
});
