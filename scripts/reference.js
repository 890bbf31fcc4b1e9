// Writes the reference of all commands into README, from the same text as --help. `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { buildProgram } from '../src/cli/program/program.ts';

const file = new URL('../README.md', import.meta.url);
const mark = '<!-- reference -->';

/** README with its reference made anew. */
export async function withReference(readme) {
  const [before, , after] = readme.split(mark);
  if (after === undefined) throw new Error(`README has no two marks ${mark}`);
  const program = await buildProgram('', () => () => {}, {});
  return `${before}${mark}\n\n${listCommands(program, []).join('\n\n')}\n\n${mark}${after}`;
}

function listCommands(command, path) {
  const words = [...path, command.name()];
  const inner = command.commands.filter((one) => one.name() !== 'help' && !one._hidden);
  const own = inner.length === 0 || path.length === 0 ? [describe(command, words)] : [];
  return [...own, ...inner.flatMap((one) => listCommands(one, words))];
}

function describe(command, words) {
  const usage = [words.join(' '), ...command.registeredArguments.map(showArgument)].join(' ');
  const options = command.options.filter((option) => !option.hidden);
  const rows = options.map(
    ({ flags, description }) => `| \`${flags.replaceAll('|', '\\|')}\` | ${cell(description)} |`,
  );
  const table = rows.length === 0 ? '' : `\n\n| flag | meaning |\n| --- | --- |\n${rows.join('\n')}`;
  const title = words.length === 1 ? 'Flags for every command' : `\`${usage}\``;
  return `#### ${title}\n\n${cell(command.description())}${table}`;
}

function showArgument(argument) {
  const name = argument.variadic ? `${argument.name()}...` : argument.name();
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** Text for a cell: a pipe ends one, and a tag would vanish. */
function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const readme = readFileSync(file, 'utf8');
  const made = await withReference(readme);
  if (!process.argv.includes('--check')) writeFileSync(file, made);
  else if (made !== readme) {
    process.stderr.write('The reference in README is not in step with --help: npm run docs\n');
    process.exitCode = 1;
  }
}
