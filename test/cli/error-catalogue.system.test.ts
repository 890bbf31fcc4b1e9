import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandError } from '../../src/cli/output/command-error.ts';
import { describeError } from '../../src/cli/output/describe-error.ts';
import { createOutput } from '../../src/cli/output/output.ts';
import { printError } from '../../src/cli/output/print-error.ts';
import { ServiceError } from '../../src/client/index.ts';
import { type ErrorCode, errors, isErrorCode, type ServiceErrorCode } from '../../src/contract/index.ts';
import { explainSqliteError } from '../../src/store/sqlite/sqlite-errors.ts';
import { type RecordingServer, sendJson, startRecordingServer, tinyPdf } from '../helpers/recording-server.ts';
import { type CliSetting, makeHome, runCli, type TestHome } from '../helpers/run-cli.ts';

type Answer = Parameters<typeof startRecordingServer>[0];

/** How an error comes about, and what its first line must name. */
type Case = { names: string } & (
  | { error: () => unknown }
  | { words?: string[]; answer?: Answer; setting?: CliSetting; env?: () => Record<string, string> }
);

const address = 'https://example.com/report';
const id = '01890a5d-ac96-774b-bcce-b302099a8057';
let home: TestHome;
let server: RecordingServer;
let answer: Answer;

beforeAll(async () => {
  home = makeHome();
  server = await startRecordingServer((request, response, number) => answer(request, response, number));
  for (const [name, text] of Object.entries({
    'a.html': '<p>a</p>',
    'empty.pdf': '',
    'there.pdf': 'x',
    'jobs.ndjson': '{"parts": "https://example.com", "output": "x.pdf"}\n',
  })) {
    writeFileSync(join(home.folder, name), text);
  }
  mkdirSync(join(home.folder, 'project'));
  writeFileSync(join(home.folder, 'project', '.platenrc.yaml'), 'base_url: https://elsewhere.example\n');
});
afterAll(async () => {
  await server.close();
  home.remove();
});

/** As the service of this project answers. */
function problem(code: ServiceErrorCode, detail: string, more: object = {}): Answer {
  const { status, title } = errors[code];
  return (_request, response) =>
    sendJson(response, status as number, {
      type: 'about:blank',
      title,
      status,
      code,
      detail,
      request_id: '0193a7c2',
      ...more,
    });
}

/** As another service may answer. */
function plain(status: number, body: unknown = { error: 'said the other service' }): Answer {
  return (_request, response) => sendJson(response, status, body);
}

const there = () => server.url;

/** Every code that can be printed. An exit code alone tells of the three others. */
const cases: Record<Exclude<ErrorCode, 'interrupted' | 'terminated' | 'differences'>, Case> = {
  invalid_json: { answer: problem('invalid_json', 'The body ends too early.'), names: 'SERVER' },
  unauthorized: { answer: problem('unauthorized', 'send a valid API key'), names: 'SERVER' },
  not_found: { answer: problem('not_found', 'there is nothing at this path'), names: 'SERVER' },
  template_not_found: {
    words: ['templates', 'get', id],
    answer: problem('template_not_found', `There is no template ${id}.`),
    names: 'SERVER',
  },
  revision_not_found: {
    words: ['templates', 'get', id],
    answer: problem('revision_not_found', 'the template has no revision 9; its newest is 7'),
    names: 'SERVER',
  },
  label_not_found: {
    words: ['templates', 'get', id],
    answer: problem('label_not_found', 'the template has no label "beta"; its labels are live'),
    names: 'SERVER',
  },
  render_not_found: { answer: problem('render_not_found', `There is no render ${id}.`), names: 'SERVER' },
  method_not_allowed: {
    answer: problem('method_not_allowed', 'POST is not allowed here; allowed: GET'),
    names: 'SERVER',
  },
  not_acceptable: { answer: problem('not_acceptable', 'a render answers application/pdf'), names: 'SERVER' },
  still_running: { answer: problem('still_running', ''), names: 'SERVER' },
  render_not_finished: { answer: problem('render_not_finished', 'It is running.'), names: 'SERVER' },
  render_failed: { answer: problem('render_failed', 'It was cancelled.'), names: 'SERVER' },
  range_not_satisfiable: { answer: problem('range_not_satisfiable', 'The PDF has 9 bytes.'), names: 'SERVER' },
  result_gone: { answer: problem('result_gone', ''), names: 'SERVER' },
  template_changed: {
    words: ['templates', 'update', id, '--name', 'n', '--if-match', '"1"'],
    answer: problem('template_changed', ''),
    names: 'SERVER',
  },
  asset_not_found: { answer: problem('asset_not_found', 'there is no asset "assets/x.png"'), names: 'SERVER' },
  values_not_found: {
    answer: problem('values_not_found', 'the template has no values "paid"; it has minimal'),
    names: 'SERVER',
  },
  in_use: {
    words: ['templates', 'delete', id, '--yes'],
    answer: problem('in_use', '"partials/header" is used by invoice'),
    names: 'SERVER',
  },
  slug_taken: {
    words: ['templates', 'update', id, '--slug', 'invoice'],
    answer: problem('slug_taken', 'the slug "invoice" is that of another template'),
    names: 'SERVER',
  },
  too_large: { answer: problem('too_large', 'the body is larger than 33554432 bytes'), names: 'request' },
  unsupported_media_type: { answer: problem('unsupported_media_type', 'send application/json'), names: 'SERVER' },
  invalid_request: {
    answer: problem('invalid_request', 'The request is not valid', {
      errors: [{ pointer: '/parts/0/htlm', detail: 'is not known' }],
    }),
    names: 'request',
  },
  address_not_allowed: {
    answer: problem('address_not_allowed', 'The URL is not allowed, or its host does not exist.', {
      part: 0,
      stage: 'load',
    }),
    names: address,
  },
  template_error: {
    answer: problem('template_error', 'unknown filter "upcse"', { part: 0, line: 12, column: 7 }),
    names: address,
  },
  page_failed: {
    answer: problem('page_failed', 'The page answered with status 500.', { part: 0, stage: 'load' }),
    names: address,
  },
  page_unreachable: {
    answer: problem('page_unreachable', 'The page could not be reached (CONNECTION_REFUSED).', { part: 0 }),
    names: address,
  },
  resource_failed: {
    answer: problem('resource_failed', 'https://example.com/logo.png answered with status 404', { part: 0 }),
    names: address,
  },
  glyph_missing: {
    answer: problem('glyph_missing', 'No font has a glyph for ع U+0639 (Arabic).', { part: 0, stage: 'print' }),
    names: address,
  },
  wait_failed: {
    answer: problem('wait_failed', '#done is not a CSS selector.', { part: 0, stage: 'wait' }),
    names: address,
  },
  render_timeout: {
    answer: problem('render_timeout', 'The deadline of 30000 ms passed while loading.', { part: 0, stage: 'load' }),
    names: address,
  },
  pdf_invalid: { answer: problem('pdf_invalid', 'The PDF is encrypted.', { part: 0, stage: 'bind' }), names: address },
  pdf_damaged: {
    answer: problem('pdf_damaged', 'The PDF is damaged: page 2: its content is missing.', { part: 0, stage: 'bind' }),
    names: address,
  },
  signature_lost: {
    answer: problem('signature_lost', 'the signature of Ada would be lost: it is valid only in its original file.', {
      part: 0,
    }),
    names: address,
  },
  not_conforming: {
    answer: problem('not_conforming', 'The font Helvetica is not embedded (ISO 19005-2, 6.2.11.4.1).', { part: 0 }),
    names: address,
  },
  e_invoice_invalid: { answer: problem('e_invoice_invalid', '/pdf/e_invoice is not UTF-8'), names: address },
  too_many_pages: {
    answer: problem('too_many_pages', 'The document has too many pages.', { part: 0 }),
    names: address,
  },
  idempotency_mismatch: {
    answer: problem('idempotency_mismatch', 'this Idempotency-Key was already used with a different body'),
    names: 'idempotency key',
  },
  result_too_large: { answer: problem('result_too_large', 'It has 99 MB.'), names: address },
  rate_limited: { answer: problem('rate_limited', ''), names: 'SERVER' },
  internal: { answer: problem('internal', ''), names: 'SERVER' },
  worker_lost: { answer: problem('worker_lost', 'Two workers were lost.'), names: 'SERVER' },
  signing_failed: {
    error: () =>
      new CommandError('signing_failed', 'the PDF could not be signed: https://tsa.example answered 503', {
        fix: 'check --timestamp-url, or try again',
      }),
    names: 'tsa.example',
  },
  destination_failed: { answer: problem('destination_failed', 'It answered with status 403.'), names: address },
  queue_full: { answer: problem('queue_full', '32 renders wait already.', { stage: 'queue' }), names: 'SERVER' },
  queue_timeout: { answer: problem('queue_timeout', 'The deadline passed', { stage: 'queue' }), names: 'SERVER' },
  browser_restarting: { answer: problem('browser_restarting', 'Chromium died twice.'), names: 'SERVER' },
  shutting_down: {
    answer: problem('shutting_down', 'this service is shutting down; another one may respond'),
    names: 'SERVER',
  },
  store_unavailable: { answer: problem('store_unavailable', ''), names: 'SERVER' },
  results_unavailable: { answer: problem('results_unavailable', ''), names: 'SERVER' },
  storage_full: { answer: problem('storage_full', ''), names: 'SERVER' },
  forbidden: { answer: plain(403), names: 'SERVER' },
  payment_required: { answer: plain(402), names: 'SERVER' },
  conflict: { answer: plain(409), names: 'SERVER' },
  rejected: { answer: plain(418), names: 'SERVER' },
  server_failed: { answer: plain(502, { message: 'bad\u001b[31m gateway\u202e' }), names: 'SERVER' },
  unexpected_answer: {
    answer: (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>'),
    names: 'SERVER',
  },
  connection_refused: { env: () => ({ PLATEN_BASE_URL: 'http://127.0.0.1:1' }), names: 'http://127.0.0.1:1' },
  connection_failed: { answer: (_request, response) => response.destroy(), names: 'SERVER' },
  name_not_resolved: {
    env: () => ({ PLATEN_BASE_URL: 'https://no-such-host.invalid' }),
    names: 'no-such-host.invalid',
  },
  tls_failed: {
    error: () => new ServiceError('tls_failed', 'cannot trust https://pdf.example.com: self-signed certificate'),
    names: 'https://pdf.example.com',
  },
  not_delivered: {
    error: () => new CommandError('not_delivered', 'the event 0193a7c2 did not arrive', { why: '500 after 3 ms' }),
    names: '0193a7c2',
  },
  proxy_failed: {
    error: () => new ServiceError('proxy_failed', 'the proxy http://proxy:8080 refused the connection: 407'),
    names: 'http://proxy:8080',
  },
  body_cut: {
    answer(_request, response) {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '5000' });
      response.write(tinyPdf, () => response.destroy());
    },
    names: 'cut off',
  },
  timeout: { words: ['render', 'pdf', address, '-o', 'x.pdf', '--timeout', '50ms'], answer: () => {}, names: 'SERVER' },
  usage: { words: ['render', 'pdf', address, '--sise', 'A4'], names: '--sise' },
  input_missing: { words: ['render', 'pdf', 'gone.html', '-o', 'x.pdf'], names: 'gone.html' },
  input_invalid: { words: ['render', 'pdf', 'empty.pdf', '-o', 'x.pdf'], names: 'empty.pdf' },
  consent_needed: { words: ['templates', 'delete', id], answer: plain(200), names: id },
  config_invalid: { env: () => ({ PLATEN_RETRIES: 'many' }), names: 'PLATEN_RETRIES' },
  unknown_profile: { words: ['config', 'list', '--profile', 'stagin'], names: '"stagin"' },
  project_not_trusted: {
    setting: { cwd: 'project' },
    env: () => ({ PLATEN_BASE_URL: '' }),
    names: 'https://elsewhere.example',
  },
  insecure_address: { env: () => ({ PLATEN_BASE_URL: 'http://pdf.example.com' }), names: 'http://pdf.example.com' },
  redirected: {
    answer: (_request, response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end(),
    names: 'https://elsewhere.example',
  },
  browser_missing: {
    words: ['render', 'batch', 'jobs.ndjson'],
    env: () => ({ PLATEN_BASE_URL: '', PLATEN_CHROMIUM: '/nowhere/chromium' }),
    names: 'Chromium',
  },
  sandbox_unavailable: {
    error: () =>
      Object.assign(new Error('The kernel refuses it. Run the container with another profile.'), {
        code: 'sandbox_unavailable',
      }),
    names: 'sandbox',
  },
  no_key: { env: () => ({ PLATEN_API_KEY: '' }), names: 'SERVER' },
  output_exists: { words: ['render', 'pdf', address, '-o', 'there.pdf'], names: 'there.pdf' },
  io_failed: {
    error: () => Object.assign(new Error('x'), { code: 'ENOSPC', syscall: 'open', path: '/full/out.pdf' }),
    names: '/full/out.pdf',
  },
  partial_failure: {
    words: ['render', 'pdf', 'a.html', 'empty.pdf', 'gone.html', '--each'],
    answer: plain(200),
    names: '3 documents',
  },
  bug: { error: () => new TypeError('x is not a function'), names: 'x is not a function' },
};

async function print(given: Case, json: boolean): Promise<{ code: number; text: string }> {
  if ('error' in given) {
    let text = '';
    const stderr = { write: (piece: string) => (text += piece) };
    const output = createOutput({ stderr, stdout: {}, env: {} } as never, {
      json,
      quiet: false,
      verbose: false,
      debug: false,
      color: undefined,
    });
    const described = describeError(given.error(), there());
    await printError(described, output, false);
    return { code: described.exit, text };
  }
  answer = given.answer ?? plain(500);
  const words = given.words ?? ['render', 'pdf', address, '-o', 'x.pdf'];
  const env = { ...home.env, PLATEN_BASE_URL: there(), PLATEN_API_KEY: 'a-key-of-a-test', PLATEN_RETRIES: '0' };
  const { code, stderr } = await runCli(json ? ['--json', ...words] : words, {
    ...given.setting,
    cwd: join(home.folder, given.setting?.cwd ?? '.'),
    env: { ...env, ...given.env?.() },
  });
  return { code, text: stderr };
}

describe('the error', () => {
  const silent: ErrorCode[] = ['interrupted', 'terminated', 'differences'];

  it.each(Object.entries(cases))('%s says what failed, what to do, and its code', async (code, given) => {
    const { code: exit, text } = await print(given, false);
    const block = text.slice(text.lastIndexOf('error: '));
    const lines = block.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^error: \S/);
    expect(lines[0]).toContain(given.names === 'SERVER' ? there() : given.names);
    expect(lines.filter((line) => /^ {2}fix: \S/.test(line))).toHaveLength(1);
    expect(lines.at(-1)).toMatch(new RegExp(`^ {2}code: ${code}( \\(\\d+\\))?(, request .+)?$`));
    expect(exit).toBe(errors[code as ErrorCode].exit);
    expect(text).not.toMatch(/\n\s+at |node:internal|\[object|undefined|NaN/);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
    expect(text).not.toContain('a-key-of-a-test');
    expect(existsSync(join(home.folder, 'x.pdf'))).toBe(false);
  });

  it.each(Object.entries(cases))('%s is one line of JSON with --json', async (code, given) => {
    const { code: exit, text } = await print(given, true);
    expect(text.split('\n')).toEqual([expect.any(String), '']);
    const { error } = JSON.parse(text);
    expect(error).toMatchObject({ code, message: expect.stringMatching(/\S/), hint: expect.stringMatching(/\S/) });
    expect(error).not.toHaveProperty('stack');
    expect(exit).toBe(errors[code as ErrorCode].exit);
  });

  it('of a local render shows neither a status nor a request, which --json keeps', async () => {
    writeFileSync(join(home.folder, 'broken.pdf'), '%PDF-1.7\nbroken');
    const words = ['render', 'pdf', 'broken.pdf', '-o', 'x.pdf'];
    const [plain, json] = await Promise.all(
      [words, [...words, '--json']].map((all) => runCli(all, { cwd: home.folder, env: home.env })),
    );
    expect(plain?.stderr).toMatch(/\n {2}why: its end is missing; while merging\n[\s\S]*\n {2}code: pdf_invalid\n$/);
    expect(JSON.parse(json?.stderr ?? '').error).toMatchObject({
      code: 'pdf_invalid',
      status: 422,
      request_id: expect.any(String),
    });
  });

  it('of a service shows its status and its request', async () => {
    const { text } = await print(cases.pdf_invalid as Case, false);
    expect(text).toMatch(/\n {2}code: pdf_invalid \(422\), request 0193a7c2\n$/);
  });

  it('list is whole', () => {
    expect([...Object.keys(cases), ...silent].sort()).toEqual(Object.keys(errors).sort());
    expect(Object.keys(cases).every(isErrorCode)).toBe(true);
  });
});

describe('of a database in the data folder', () => {
  const folder = (name: string) => {
    const path = join(home.folder, name);
    mkdirSync(path);
    return path;
  };
  const open = (path: string) => runCli(['keys', 'list', '--data-dir', path], { cwd: home.folder, env: home.env });

  it('that is not one is an error which names another place', async () => {
    const path = folder('damaged');
    writeFileSync(join(path, 'platen.db'), 'no database, but long enough to be taken for one'.repeat(50));
    const { code, stderr } = await open(path);
    expect(code).toBe(15);
    expect(stderr).toMatch(
      /^error: the database .*platen\.db is damaged or not an SQLite database\n {2}fix: replace it by a backup .*PLATEN_DATA_DIR\n/,
    );
  });

  it('whose folder is a file', async () => {
    writeFileSync(join(home.folder, 'file'), '');
    const { code, stderr } = await open(join(home.folder, 'file'));
    expect([code, stderr]).toEqual([
      15,
      expect.stringMatching(
        /cannot be opened\n {2}why: something else is at this path \(EEXIST\)\n {2}fix: a file has the path .*PLATEN_DATA_DIR\n/,
      ),
    ]);
  });

  it.each([
    ['EACCES', 'permission for its folder'],
    ['EROFS', 'read-only'],
    ['ENOSPC', 'free some space'],
    ['SQLITE_FULL', 'free some space', 13],
    ['SQLITE_IOERR_WRITE', 'free space', 778],
    ['SQLITE_IOERR_SHMSIZE', 'free space', 4874],
    ['SQLITE_IOERR', 'free space', 10 | (33 << 8)],
    ['SQLITE_READONLY', 'permission to write', 8 | (6 << 8)],
    ['SQLITE_CANTOPEN', 'permission for the file', 14],
    ['SQLITE_CORRUPT', 'replace it by a backup', 11 | (1 << 8)],
  ] as const)('for %s names what would help', (code, says, errcode?: number) => {
    const thrown = errcode === undefined ? { code, syscall: 'open' } : { code: 'ERR_SQLITE_ERROR', errcode };
    const cause = Object.assign(new Error('x'), thrown);
    const described = describeError(explainSqliteError(cause, '/data/platen.db'));
    expect(cause.code).toBe(code);
    const [name, exit] = code === 'SQLITE_FULL' || code === 'ENOSPC' ? ['storage_full', 10] : ['io_failed', 15];
    expect(described).toMatchObject({ code: name, exit, fix: expect.stringContaining(says) });
    expect(described.message).toMatch(/^the database \/data\/platen\.db (is|can|could)/);
  });
});

it('of a file says what the system meant, in words', () => {
  const cause = Object.assign(new Error('x'), { code: 'EACCES', syscall: 'open' });
  const thrown = new CommandError('io_failed', 'cannot write out.pdf', { why: 'EACCES', cause });
  expect(describeError(thrown)).toMatchObject({
    why: 'permission denied (EACCES)',
    fix: expect.stringContaining('permission'),
  });
});
