import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../helpers/built-program.ts';
import { type RecordingServer, sendJson, sendPdf, startRecordingServer } from '../helpers/recording-server.ts';
import { openWorkspace, type Workspace } from '../helpers/workspace.ts';

let workspace: Workspace;
let service: RecordingServer;
/** Settings of a service that answers at once, where the browser is not what is tested. */
let remote: Record<string, string>;
const id = '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f';
const big = 'ü'.repeat(400_000);

beforeAll(async () => {
  workspace = openWorkspace(await buildProgram());
  service = await startRecordingServer((request, response) => {
    if (request.path.endsWith('/renderers/pdf')) return sendPdf(response, { 'platen-pages': '1' });
    const one = { content: big, id, inserted_at: 'x', name: 'big', preview_context: {}, updated_at: 'x' };
    if (request.method === 'GET' && request.path.includes('?')) {
      return sendJson(response, 200, { data: Array(300).fill({ ...one, content: 'c' }), page: { next: null } });
    }
    sendJson(response, 200, { data: one });
  });
  remote = { PLATEN_BASE_URL: service.url, PLATEN_API_KEY: 'key-of-a-test', ID: id };
});
afterAll(async () => {
  await service.close();
  await workspace.clear();
});

describe('a reader of stdout', () => {
  it('gets a PDF of HTML that was piped in, and may leave after five bytes', async () => {
    writeFileSync(join(workspace.folder, 'page.html'), '<h1>Piped</h1>');
    const { stdout, stderr } = await workspace.shell(
      `cat page.html | platen render pdf - | head -c 5; echo " \${PIPESTATUS[*]}"`,
      { env: remote },
    );
    expect(service.requests.at(-1)?.body).toContain('<h1>Piped</h1>');
    expect([stdout, stderr]).toEqual(['%PDF- 0 0 0\n', '']);
  });

  it.each([
    ['platen templates list --json | head -c 1', '{'],
    ['platen templates get $ID --json | head -c 1', '{'],
    ['platen --help | head -c 1', 'U'],
    ['platen help exit-codes | head -c 1', ''],
  ])('may leave early: %s', async (line, first) => {
    const { stdout, stderr } = await workspace.shell(`${line}; echo " \${PIPESTATUS[*]}"`, { env: remote });
    expect(stdout).toContain(first);
    expect(stdout.slice(1)).toBe(' 0 0\n');
    expect(stderr).toBe('');
  });

  it('may never have been there', async () => {
    const { stdout, stderr } = await workspace.shell(
      `platen templates get $ID --json | true; echo "\${PIPESTATUS[*]}"`,
      {
        env: remote,
      },
    );
    expect([stdout, stderr]).toEqual(['0 0\n', '']);
    const version = await workspace.shell(`(sleep 0.1; platen --version) | true; echo "\${PIPESTATUS[*]}"`);
    expect([version.stdout, version.stderr]).toEqual(['0 0\n', '']);
  });

  it('gets all of a large answer, however slowly it reads', async () => {
    const slow = 'sleep 0.5; head -c 100; sleep 0.2; cat';
    const { stdout } = await workspace.shell(`platen templates get $ID --json | (${slow})`, { env: remote });
    expect(JSON.parse(stdout).data.content).toBe(big);
  });

  it('that takes nothing, such as a full disk, is a failure that says so', async () => {
    for (const command of [
      'templates get $ID --json',
      'render pdf https://example.com',
      '--help',
      '--version',
      'render pdf --help',
      'config list',
    ]) {
      const { code, stderr } = await workspace.shell(`platen ${command} > /dev/full`, { env: remote });
      expect([command, code]).toEqual([command, 15]);
      expect(stderr).toContain('io_failed');
    }
  });

  it('that leaves before a batch is done is reported, with what is left', async () => {
    const jobs = Array.from({ length: 500 }, (_, at) => `{"output": "batch-${at}.pdf", "parts": {"html": "x"}}\n`);
    writeFileSync(join(workspace.folder, 'jobs.ndjson'), jobs.join(''));
    const { stdout, stderr } = await workspace.shell(
      `platen render batch jobs.ndjson -j 1 | head -n 1 > first; echo "\${PIPESTATUS[*]}"`,
      { env: remote },
    );
    expect(stdout).toBe('15 0\n');
    expect(stderr).toMatch(/Stopped, because the reader of the results closed the pipe: \d+ done, 0 failed, \d+ left/);
  });

  it('that leaves stderr changes nothing', async () => {
    const { stdout, code } = await workspace.shell('platen templates get $ID --json --debug 2> >(true)', {
      env: remote,
    });
    expect([code, JSON.parse(stdout).data.content]).toEqual([0, big]);
  });
});

describe('stdin', () => {
  it('is not read where a file is missing anyway', async () => {
    // A pipe that stays open: who waits for its end hangs.
    const script = (words: string) => `mkfifo pipe; exec 3<>pipe; rm pipe; platen render pdf ${words} <&3`;
    for (const words of ['- missing.html -o x.pdf', 'template:./missing --context - -o x.pdf']) {
      const { code, stderr } = await workspace.shell(script(words), { env: remote });
      expect(code).toBe(2);
      expect(stderr).toMatch(/missing(\.html)? does not exist/);
    }
  });

  it('that is a folder is an error, not an empty document', async () => {
    for (const command of ['render pdf - -o x.pdf', 'render batch -', 'templates create --input -']) {
      const { code, stderr } = await workspace.shell(`platen ${command} < /`, { env: remote });
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('stdin is a folder') });
    }
  });

  it('that is closed is not missed by a command that reads none', async () => {
    const { code, stdout } = await workspace.shell('platen templates get $ID --json <&-', { env: remote });
    expect([code, JSON.parse(stdout).data.id]).toEqual([0, id]);
  });

  it('that is closed is a mistake for a command that reads it', async () => {
    const before = service.requests.length;
    const { code, stderr } = await workspace.shell('platen templates update $ID --input - <&-', { env: remote });
    expect(code).toBe(2);
    expect(stderr).toContain('stdin');
    expect(service.requests).toHaveLength(before);
  });

  it('stays unread where nobody asked for it, so that a loop around the command keeps its lines', async () => {
    const { stdout } = await workspace.shell(
      'printf "a\\nb\\n" | while read -r line; do platen templates get $ID --json > /dev/null; echo "$line"; done',
      { env: remote },
    );
    expect(stdout).toBe('a\nb\n');
  });

  it('may begin with a byte order mark', async () => {
    const { code } = await workspace.platen(['templates', 'update', id, '--input', '-', '--json'], {
      env: remote,
      stdin: '\ufeff{"template": {"name": "x"}}',
    });
    expect([code, service.requests.at(-1)?.body]).toEqual([0, '{"template":{"name":"x"}}']);
  });

  it('and stdout are JSON on both ends of an update', async () => {
    const { stdout, stderr } = await workspace.shell(
      'echo \'{"template":{"name":"x"}}\' | platen templates update $ID --input - --json | node -p \'JSON.parse(require("fs").readFileSync(0)).data.name\'',
      { env: remote },
    );
    expect([stdout, stderr]).toEqual(['big\n', '']);
  });
});

it('a file that cannot be written whole is not there at all', async () => {
  const { code, stderr } = await workspace.shell(
    'ulimit -f 1; trap "" XFSZ; platen templates get $ID --json > out.json',
    {
      env: remote,
    },
  );
  expect([code, stderr.includes('io_failed')]).toEqual([15, true]);
  const render = await workspace.shell(
    '(ulimit -f 0; trap "" XFSZ; platen render pdf https://example.com -o torn.pdf)',
    {
      env: remote,
    },
  );
  expect(render.code).toBe(15);
  expect(readdirSync(workspace.folder).filter((name) => /torn|\.tmp$/.test(name))).toEqual([]);
});

describe.skipIf(process.platform === 'win32')('a pipe that a shell opens', () => {
  const sent = () => JSON.parse(service.requests.at(-1)?.body ?? '{}');

  it('is a source, a context, a footer and a request', async () => {
    const words = `<(printf '<p>Piped') --footer @<(printf '<b>foot') -o piped.pdf`;
    const { code, stderr } = await workspace.shell(`platen render pdf ${words}`, { env: remote });
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Wrote piped\.pdf/)]);
    expect(sent()).toMatchObject({ parts: { html: '<p>Piped' }, options: { footer: '<b>foot' } });
    await workspace.shell(`platen render pdf template:$ID --context <(echo '{"a": 1}') -o context.pdf`, {
      env: remote,
    });
    expect(sent().parts).toMatchObject({ context: { a: 1 } });
    await workspace.shell(`platen render pdf --input <(echo '{"parts": "https://a.test"}') -o input.pdf`, {
      env: remote,
    });
    expect(sent()).toEqual({ parts: 'https://a.test' });
  });

  it('may hold Markdown', async () => {
    await workspace.shell(`platen render pdf <(echo '# Piped') --from markdown -o markdown.pdf`, { env: remote });
    expect(sent().parts).toEqual({ markdown: '# Piped\n' });
  });

  it('takes the PDF, with a name or without', async () => {
    const line = 'mkfifo named; cat named > got & platen render pdf page.html -o named; wait; head -c 5 got';
    const { stdout } = await workspace.shell(line, { env: remote });
    expect(stdout).toBe('%PDF-');
    const through = await workspace.shell(
      'platen render pdf page.html -o >(cat > through); wait $!; head -c 5 through',
      { env: remote },
    );
    expect(through.stdout).toBe('%PDF-');
  });
});

describe.runIf(process.platform === 'linux')('a stdout that is closed', () => {
  it('is an error of a render that would write there', async () => {
    const { code, stderr } = await workspace.shell('platen render pdf page.html >&-', { env: remote });
    expect([code, stderr]).toEqual([15, expect.stringMatching(/stdout is closed.*\n {2}fix: name a file with -o/)]);
  });

  it('is not what /dev/null is', async () => {
    expect((await workspace.shell('platen render pdf page.html >/dev/null', { env: remote })).code).toBe(0);
  });
});
