import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type CommandWarningCode, commandWarnings } from '../../../src/contract/index.ts';
import { queued } from '../../helpers/background-server.ts';
import { type RecordingServer, sendJson, sendPdf, startRecordingServer } from '../../helpers/recording-server.ts';
import { makeHome, runCli } from '../../helpers/run-cli.ts';
import { startCommand } from '../../helpers/start-command.ts';

/** A command that warns, in its own home. */
interface Scene {
  words: string[];
  /** The codes of its warnings. */
  codes: string[];
  env?: Record<string, string>;
  /** Whether it calls a service. Default false: it renders here. */
  remote?: boolean;
  exit?: number;
  /** Makes what the command finds, in the folder that it runs in. */
  prepare?: (folder: string) => void;
}

const garbled = Buffer.from([...Buffer.from('<p>caf'), 0xe9, ...Buffer.from('<img src="gone.png">')]);
const writeGarbled = (folder: string) => {
  writeFileSync(join(folder, 'a.html'), garbled);
  writeFileSync(join(folder, 'b.html'), '<img src="lost.png">');
};
const write =
  (name: string, text: string, mode = 0o600) =>
  (folder: string) => {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text, { mode });
  };
const ofSources = ['encoding_doubtful', 'resource_missing'];
const mistyped = `platen_${'0'.repeat(43)}_0zkbyX`;
const start = ['render', 'pdf', 'https://example.com', '--async', '--start-at', '2020-01-01T00:00Z'];

// Root's browser runs as another user, who must be able to read it.
const noFonts = mkdtempSync(join(tmpdir(), 'platen-no-fonts-'));
chmodSync(noFonts, 0o755);
afterAll(() => rmSync(noFonts, { recursive: true }));

const scenes: Record<string, Scene> = {
  'a mistyped variable': {
    words: ['config', 'get', 'retries'],
    env: { PLATEN_TIMEOUTT: '1s' },
    codes: ['setting_unknown'],
  },
  'a mistyped variable, listed with all settings': {
    words: ['config', 'list'],
    env: { PLATEN_TIMEOUTT: '1s' },
    codes: ['setting_unknown'],
  },
  'a mistyped variable, before an error': {
    words: ['templates', 'get', 'x y'],
    env: { PLATEN_TIMEOUTT: '1s', PLATEN_BASE_URL: 'http://127.0.0.1:1' },
    codes: [],
    exit: 2,
  },
  'a key that is cut off': {
    words: ['config', 'get', 'retries'],
    env: { PLATEN_API_KEY: mistyped },
    codes: ['key_mistyped'],
  },
  'a key that others may read': {
    words: ['config', 'get', 'retries'],
    prepare: write('../config/platen/config.yaml', 'base_url: https://a.test\napi_key: secret\n', 0o644),
    codes: ['key_exposed'],
  },
  'a setting without effect': { words: ['config', 'set', 'profile', 'x'], codes: ['setting_unused'] },
  'settings that no command may use': {
    words: ['config', 'list'],
    env: { PLATEN_API_KEY: 'k' },
    prepare: write('.platenrc', 'base_url: https://elsewhere.test\n'),
    codes: ['settings_refused'],
  },
  'doubtful sources, in a dry run': {
    words: ['render', 'pdf', 'a.html', '--dry-run'],
    prepare: writeGarbled,
    codes: ofSources,
  },
  'doubtful sources, in a PDF': {
    words: ['render', 'pdf', 'b.html', 'a.html', '-o', 'out.pdf'],
    remote: true,
    prepare: writeGarbled,
    codes: ['resource_missing', ...ofSources],
  },
  'doubtful sources, one by one': {
    words: ['render', 'pdf', '--each', 'a.html', 'b.html'],
    remote: true,
    prepare: writeGarbled,
    codes: [...ofSources, 'resource_missing'],
  },
  'doubtful sources, one by one, in a dry run': {
    words: ['render', 'pdf', '--each', 'a.html', 'b.html', '--dry-run'],
    prepare: writeGarbled,
    codes: [...ofSources, 'resource_missing'],
  },
  'doubtful sources, printed here': {
    words: ['render', 'pdf', 'b.html', '-o', 'out.pdf'],
    env: { PLATEN_SANDBOX: 'off' },
    prepare: writeGarbled,
    codes: ['resource_missing', 'sandbox_off'],
  },
  'a source that cannot be rendered': {
    words: ['render', 'pdf', 'a.html', '-o', 'out.pdf', '--on-resource-error', 'fail'],
    prepare: writeGarbled,
    codes: ofSources,
    exit: 7,
  },
  'an empty folder of fonts': {
    words: ['render', 'pdf', 'b.html', '-o', 'out.pdf'],
    env: { PLATEN_FONT_DIR: noFonts },
    prepare: write('b.html', '<p>b'),
    codes: ['fonts_empty'],
  },
  'a damaged journal': {
    words: ['render', 'batch', 'jobs.ndjson'],
    remote: true,
    prepare(folder) {
      write('jobs.ndjson', '{"parts": "https://example.com", "output": "a.pdf"}\n')(folder);
      write('jobs.ndjson.journal', '{"platen_journal":1}\nnot an entry\n')(folder);
    },
    codes: ['journal_damaged'],
  },
  'no program to show a PDF with': {
    words: ['render', 'pdf', 'https://example.com', '-o', 'out.pdf', '--open'],
    remote: true,
    env: { PATH: '/nowhere', DISPLAY: ':9' },
    codes: ['viewer_missing'],
  },
  'a service that returns JSON': {
    words: ['render', 'pdf', 'https://example.com/json', '-o', 'out.pdf'],
    remote: true,
    codes: ['pdf_unwritten'],
  },
  'a start that has passed, and nobody who renders': {
    words: start,
    remote: true,
    codes: ['start_passed', 'worker_missing'],
  },
  'an account without a key': { words: ['keys', 'list', '--account', 'acme'], codes: ['account_unknown'] },
  'a folder without a name': {
    words: ['templates', 'diff'],
    prepare: write('templates/lone/content.html', 'a'),
    codes: ['folder_skipped'],
  },
  'a record that is damaged': {
    words: ['templates', 'diff'],
    prepare(folder) {
      write('templates/a/template.json', '{"name": "A"}')(folder);
      write('templates/a/content.html', 'a')(folder);
      write('templates/.platen.json', 'not JSON')(folder);
    },
    codes: ['sync_record_lost'],
  },
};

/** Warnings that no command which ends gives, and where they are tested. */
const elsewhere: Partial<Record<CommandWarningCode, string>> = {
  home_missing: 'e2e/homes',
  plain_http: 'below',
  network_shared: 'browser/network/own-network',
  proxy_ignored: 'library/open-platen',
  browser_replaced: 'browser/chromium/other-browsers',
  fonts_ignored: 'browser/chromium/check-font-folder',
  public_url_unset: 'cli/commands/users',
  seal_kept: 'engine/signing/seals',
};

let service: RecordingServer;
beforeAll(async () => {
  service = await startRecordingServer(({ path, headers, body }, response) => {
    if (body.includes('example.com/json')) return sendJson(response, 200, { data: 'JSON' });
    if (headers.prefer !== 'respond-async') return sendPdf(response, { 'platen-pages': '1' });
    sendJson(response, 202, { data: { ...queued, id: '1', waits_for: 'worker' } }, { location: `${path}/1` });
  });
});
afterAll(() => service.close());

async function play({ words, env = {}, remote, prepare }: Scene, json: boolean) {
  const home = makeHome();
  onTestFinished(() => home.remove());
  prepare?.(home.folder);
  const address = remote ? { PLATEN_BASE_URL: service.url, PLATEN_API_KEY: 'key-of-a-test', PLATEN_RETRIES: '0' } : {};
  const setting = { cwd: home.folder, env: { ...home.env, ...address, ...env }, stdoutTerminal: true };
  const { code, stdout, stderr } = await runCli([...words, ...(json ? ['--json'] : [])], setting);
  const clean = (text: string) => text.replaceAll(join(home.folder, '..'), '~');
  return { code, stdout: clean(stdout), stderr: clean(stderr) };
}

interface Listed {
  warnings?: { part: number | null; code: string; detail: string }[];
  data?: unknown;
  [other: string]: unknown;
}

/** The warnings of a JSON answer: its own, and those of its records. */
function listWarnings(answer: Listed): NonNullable<Listed['warnings']> {
  const records = Array.isArray(answer.data) ? answer.data.filter((row) => Array.isArray(row.warnings)) : [];
  return [...records.flatMap((record) => listWarnings(record)), ...(answer.warnings ?? [])];
}

describe('what a command warns of on stderr, --json lists in "warnings"', () => {
  it.each(Object.entries(scenes))('%s', async (_what, scene) => {
    const [people, program] = [await play(scene, false), await play(scene, true)];
    expect([people.code, program.code]).toEqual([scene.exit ?? 0, scene.exit ?? 0]);
    const shown = [...people.stderr.matchAll(/^warning: (.*)$/gm)].map(([, text]) => text);
    const answer: Listed = JSON.parse(program.stdout || program.stderr);
    const listed = listWarnings(answer);
    expect(listed.map(({ code }) => code).sort()).toEqual([...scene.codes].sort());
    expect(listed.map(({ detail }) => detail).sort()).toEqual(shown.sort());
    if (program.stdout !== '') expect([answer.warnings, program.stderr]).toEqual([expect.any(Array), '']);
  });

  it('a service that is reached without TLS', async () => {
    const home = makeHome();
    onTestFinished(() => home.remove());
    const words = ['serve', '--host', '0.0.0.0', '--port', '0', '--sandbox', 'off', '--own-network', 'off'];
    const people = await startCommand(words, home, /^warning: (.*)\n[\s\S]*listens on/m);
    expect(await people.stop()).toBe(0);
    const program = await startCommand([...words, '--json'], home, /^(\{\n[\s\S]*^\}\n)/m);
    expect(await program.stop()).toBe(0);
    expect(JSON.parse(program.found).warnings).toEqual([{ part: null, code: 'plain_http', detail: people.found }]);
  });

  it('names the part', async () => {
    const answer = JSON.parse((await play(scenes['doubtful sources, in a PDF'] as Scene, true)).stdout);
    expect(answer.warnings.map(({ part, code }: { part: number; code: string }) => [part, code])).toEqual([
      [0, 'resource_missing'],
      [1, 'encoding_doubtful'],
      [1, 'resource_missing'],
    ]);
  });

  it('and there is a scene for each code', () => {
    const played = new Set(Object.values(scenes).flatMap(({ codes }) => codes));
    expect(Object.keys(commandWarnings).filter((code) => !played.has(code) && !(code in elsewhere))).toEqual([]);
  });

  it('and nothing else writes warnings to stderr', () => {
    const folder = join(import.meta.dirname, '../../../src');
    const writers = globSync('{cli,library,client}/**/*.ts', { cwd: folder }).filter((file) =>
      /['"`]warning: |console\.|process\.emitWarning/.test(readFileSync(join(folder, file), 'utf8')),
    );
    expect(writers).toEqual(['cli/output/output.ts']);
  });
});
