import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectWords } from '../pdf-words.ts';
import type { Control, Row } from '../row.ts';
import { type Ended, makeWorkspace, runPlaten } from '../run-platen.ts';
import { canaryFile } from './schemes.ts';

const about: Control = { none: 'it is about local files' };
const secret = 'neighboursecret';

/** A local render whose PDF must not show the canary file or a neighbour's words. */
async function findLeaks(folder: string, ended: Ended): Promise<string[]> {
  const file = join(folder, 'out.pdf');
  const words = existsSync(file) ? await collectWords(readFileSync(file)) : '';
  const token = readFileSync(canaryFile, 'utf8');
  const shown = [secret, token, 'root:x:0'].filter((text) => words.includes(text) || ended.output.includes(text));
  return shown.map((text) => `shows ${text}`);
}

/** Renders page.html of a folder. It must be made without the file, or refused without a PDF. */
function hide(id: string, input: string, prepare: (folder: string) => string, ...more: string[]): Row {
  return {
    id,
    input,
    control: about,
    run: async () => {
      const folder = makeWorkspace();
      writeFileSync(join(folder, 'page.html'), prepare(folder));
      const ended = await runPlaten(folder, 'render', 'pdf', ...more, 'page.html', '-o', 'out.pdf', '--no-input');
      const wrong = await findLeaks(folder, ended);
      if ((ended.code === 0) !== existsSync(join(folder, 'out.pdf'))) wrong.push(`exit ${ended.code}: ${ended.output}`);
      return wrong;
    },
  };
}

/** Gives a command an input that must be refused, with no output and without hanging. */
function refuse(id: string, input: string, prepare: (folder: string) => string, ...more: string[]): Row {
  return {
    id,
    input,
    control: about,
    run: async () => {
      const folder = makeWorkspace();
      const ended = await runPlaten(folder, 'render', 'pdf', prepare(folder), ...more, '-o', 'out.pdf', '--no-input');
      const wrong = await findLeaks(folder, ended);
      if (ended.code === 0 || ended.code === null)
        wrong.push(`exit ${ended.code} after ${Math.round(ended.ms)} ms: ${ended.output}`);
      if (existsSync(join(folder, 'out.pdf'))) wrong.push('an output was written');
      return wrong;
    },
  };
}

const read = (path: string) =>
  `<p>words<img src="${path}"><iframe src="${path}"></iframe><script src="${path}"></script>
   <script>fetch(${JSON.stringify(path)}).then(r=>r.text()).then(t=>document.body.append(t),()=>{})</script>`;

function linkOut(folder: string): string {
  symlinkSync(canaryFile, join(folder, 'link.txt'));
  symlinkSync('/mnt', join(folder, 'linked'));
  return read('link.txt') + read('linked/canary.txt');
}

/** What the command line does with local files. */
export const commandLineRows: readonly Row[] = [
  hide('F06', 'a hostile page beside a local file', (folder) => {
    mkdirSync(join(folder, 'other'));
    writeFileSync(join(folder, 'other', 'first.html'), `<p>words<img src="secret.svg"><!--${secret}-->`);
    writeFileSync(
      join(folder, 'other', 'secret.svg'),
      `<svg xmlns="http://www.w3.org/2000/svg"><!--${secret}--></svg>`,
    );
    return (
      read('other/secret.svg'.replace('other', '../other')) +
      read(`file://${folder}/other/secret.svg`) +
      read('secret.svg')
    );
  }),
  hide('F07', 'links that leave the folder', linkOut),
  refuse(
    'F07',
    'an input that is a link out of the root',
    (folder) => {
      mkdirSync(join(folder, 'root'));
      symlinkSync(canaryFile, join(folder, 'root', 'page.html'));
      return 'root/page.html';
    },
    '--root',
    'root',
  ),
  ...[
    '../../../../mnt/canary.txt',
    '..%2f..%2f..%2fmnt%2fcanary.txt',
    '..\\..\\mnt\\canary.txt',
    '/mnt/canary.txt',
    'file:///mnt/canary.txt',
    '%00/mnt/canary.txt',
  ].map((path) => hide('F08', `a file named ${path}`, () => read(path))),
  hide('F08', 'a dot file', (folder) => {
    writeFileSync(join(folder, '.env'), secret);
    return read('.env') + read('%2eenv');
  }),
  refuse('F10', 'the environment of a process', () => '/proc/self/environ'),
  refuse('F10', 'an endless device', () => '/dev/zero'),
  refuse('F10', 'a named pipe', (folder) => {
    execFileSync('mkfifo', [join(folder, 'pipe.html')]);
    return 'pipe.html';
  }),
  refuse('F10', 'a link to a device', (folder) => {
    symlinkSync('/dev/zero', join(folder, 'page.html'));
    return 'page.html';
  }),
  refuse('F10', 'a folder', (folder) => {
    mkdirSync(join(folder, 'page.html'));
    return 'page.html';
  }),
];
