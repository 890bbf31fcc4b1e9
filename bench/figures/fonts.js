import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { invoice } from '../documents.js';
import { alternate, median, timeCommand } from '../measure.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What the faces that come along cost a whole command: installations with all, with those that most documents need, and with none. */
export async function measureFonts({ at, env }, report, short) {
  const page = at('invoice.html');
  writeFileSync(page, invoice);
  const command = (name, own, cjk) => {
    const program = install(at(`installed-${name}`), own, cjk);
    return [process.execPath, program, 'render', 'pdf', page, '-o', at(`${name}.pdf`), '--force', '-q'];
  };
  const commands = {
    all: command('all', true, true),
    own: command('own', true, false),
    none: command('none', false, false),
  };
  const sides = Object.fromEntries(
    Object.entries(commands).map(([name, words]) => [name, () => timeCommand(words, { env })]),
  );
  const times = await alternate(sides, short ? 11 : 61, report.leaveOut);
  const [all, own, none] = [times.all, times.own, times.none].map(median);
  report('cold `render pdf invoice.html` with all faces, beside none', all, none, 'ms', '≤ 1.03');
  report("the same with platen's own faces, beside none", own, none, 'ms', '≤ 1.03');
}

/** Copies platen with or without its faces into a folder; gives its program. What it depends on is linked. */
function install(folder, own, cjk) {
  const left = [...(own ? [] : ['fonts']), ...(cjk ? [] : ['fonts-cjk'])].map((name) => join(root, 'dist', name));
  mkdirSync(folder);
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true, filter: (path) => !left.includes(path) });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  for (const name of listPackages()) {
    const target = join(folder, 'node_modules', name);
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), target);
  }
  return join(folder, 'bin', 'platen.js');
}

function listPackages() {
  const read = (folder) => readdirSync(join(root, 'node_modules', folder)).map((name) => join(folder, name));
  const names = read('.').filter((name) => !name.startsWith('.'));
  return names.flatMap((name) => (name.startsWith('@') ? read(name) : [name]));
}
