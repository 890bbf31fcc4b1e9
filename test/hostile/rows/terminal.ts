import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { maskApiKey } from '../../../src/contract/index.ts';
import { sendJson, sendPdf } from '../../helpers/recording-server.ts';
import type { Row } from '../row.ts';
import type { Ended } from '../run-platen.ts';
import { type Answer, key, talk, unless } from '../talk.ts';

const old = 'the old file';
const ordinary: Answer = (_request, response) => sendPdf(response);

const nastyText = '\u001b]0;owned\u0007\u001b[2Jred\u009b31m\u202egnp';

/** Says which control characters reached the terminal. */
function findControls({ output }: Ended): string[] {
  const bad = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.exec(output);
  return bad === null ? [] : [`a control character came through: ${JSON.stringify(output.slice(0, 300))}`];
}

/** An output that cannot be written. `prepare` makes it and gives its name. */
function output(input: string, codes: readonly number[], prepare: (folder: string) => string, force = true): Row {
  return talk('D07', input, ordinary, async ({ folder, platen }) => {
    const target = prepare(folder);
    const list = () => readdirSync(folder, { recursive: true }).sort().join(' ');
    const before = list();
    const ended = await platen(['render', 'pdf', 'https://example.com', '-o', target, ...(force ? ['--force'] : [])]);
    const wrong = unless(codes, ended);
    if (list() !== before) wrong.push(`the folder held ${before}, now ${list()}`);
    const kept = join(folder, 'kept.pdf');
    if (existsSync(kept) && readFileSync(kept, 'utf8') !== old) wrong.push('the old file was written');
    if (existsSync(join(folder, 'small'))) execFileSync('umount', [join(folder, 'small')]);
    return wrong;
  });
}

/** A small file system below a folder. */
function mountSmall(folder: string, options: string): string {
  const small = join(folder, 'small');
  mkdirSync(small);
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', small]);
  return small;
}

function keep(folder: string): string {
  writeFileSync(join(folder, 'kept.pdf'), old);
  return 'kept.pdf';
}

const problem = {
  type: 'urn:x',
  title: `title ${nastyText}`,
  status: 422,
  code: 'invalid_request',
  detail: `detail ${nastyText}`,
};
const errors = [{ pointer: `/parts/${nastyText}`, detail: nastyText }];
const warnings = JSON.stringify([{ part: 0, code: 'resource_missing', detail: `cannot load ${nastyText}` }]);
const asHeader = warnings.replace(
  /[^\x20-\x7e]/g,
  (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
);

/** What the command line shows and where it writes. */
export const terminalRows: readonly Row[] = [
  ...[
    ['render', 'pdf', 'https://example.com', '-o', 'out.pdf', '--debug'],
    ['render', 'pdf', 'https://example.com', '-o', 'out.pdf', '--json'],
    ['render', 'pdf', 'https://example.com', '-o', 'out.pdf', '--dry-run', '--debug'],
    ['templates', 'list', '--debug'],
    ['config', 'get', 'api_key'],
    ['config', 'list', '--json'],
    ['doctor', '--debug'],
    ['--version', '--debug'],
  ].map((words) =>
    talk('D03', `a key in the output of ${words.join(' ')}`, ordinary, async ({ platen }) => {
      const ended = await platen(words);
      return /dry-run|^config/.test(words.join(' ')) && !ended.output.includes(maskApiKey(key))
        ? [`does not show it as ${maskApiKey(key)}: ${ended.output}`]
        : [];
    }),
  ),
  talk(
    'D03',
    'a service that says the key back',
    (request, response) =>
      sendJson(response, 401, { code: 'unauthorized', detail: `no ${request.headers.authorization}` }),
    async ({ render }) => unless([4], await render('--debug')),
  ),
  ...[['--api-key', key], [`--api-key=${key}`], ['--key', key]].map((words) =>
    talk('D05', `a key on the command line: ${words[0]?.replace(/=.*/, '=')}`, ordinary, async ({ server, render }) => [
      ...unless([2], await render(...words)),
      ...(server.requests.length > 0 ? ['it was used'] : []),
    ]),
  ),
  output('a folder', [2], (folder) => {
    mkdirSync(join(folder, 'folder'));
    return 'folder';
  }),
  output('a link to a file', [2], (folder) => {
    symlinkSync(keep(folder), join(folder, 'link.pdf'));
    return 'link.pdf';
  }),
  output('a link to nothing', [2], (folder) => {
    symlinkSync('nothing', join(folder, 'link.pdf'));
    return 'link.pdf';
  }),
  output('an existing file', [6], keep, false),
  output('a folder that is not there', [2, 15], () => 'missing/out.pdf'),
  output('a folder that is read only', [2, 15], (folder) => join(mountSmall(folder, 'ro'), 'out.pdf')),
  output('a disk that is full', [15], (folder) => {
    const small = mountSmall(folder, 'size=4k');
    writeFileSync(join(small, 'filler'), Buffer.alloc(4096));
    return join(small, 'out.pdf');
  }),
  talk(
    'D11',
    'escapes in an error of the service',
    (_request, response) => sendJson(response, 422, { ...problem, errors }),
    async ({ render }) => {
      const ended = await render();
      return [...unless([7], ended), ...findControls(ended), ...findControls(await render('--debug', '--verbose'))];
    },
  ),
  talk(
    'D11',
    'escapes in an error page',
    (_request, response) => response.writeHead(502, { 'content-type': 'text/html' }).end(`<title>${nastyText}</title>`),
    async ({ render }) => findControls(await render('--retries', '0', '--debug')),
  ),
  talk(
    'D11',
    'escapes in warnings',
    (_request, response) => sendPdf(response, { 'platen-warnings': '1', 'platen-warning-list': asHeader }),
    async ({ render }) => {
      const ended = await render();
      return ended.output.includes('cannot load') ? findControls(ended) : [`no warning: ${ended.output}`];
    },
  ),
  talk('D11', 'escapes in the name of a file', ordinary, async ({ folder, platen }) => {
    const name = `${nastyText.replaceAll('/', '')}.html`;
    writeFileSync(join(folder, name), `<title>${nastyText}</title><p>words<img src="missing${nastyText}.png">`);
    const ended = await platen(['render', 'pdf', name, '-o', `${name}.pdf`]);
    const missing = await platen(['render', 'pdf', `no${name}`]);
    return [...unless([0], ended), ...findControls(ended), ...findControls(missing)];
  }),
];
