import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { sendJson, sendPdf, tinyPdf } from '../../helpers/recording-server.ts';
import type { CliResult, CliSetting } from '../../helpers/run-cli.ts';
import { type Answer, type MemoryService, openMemoryService } from '../commands/memory-service.ts';

let service: MemoryService;

beforeEach(() => {
  service = openMemoryService((_request, response) => sendPdf(response, { 'platen-pages': '1' }));
});

function platen(words: string[], setting: CliSetting = {}): Promise<CliResult> {
  return service.run(['render', 'pdf', ...words], setting);
}
const inHome = (name: string) => join(service.folder, name);
const files = () => readdirSync(service.folder).sort();

describe('the PDF', () => {
  it('goes to the named file, and a message says so', async () => {
    const { code, stdout, stderr } = await platen(['https://example.com', '-o', 'x.pdf']);
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toBe(`Wrote x.pdf (1 page, ${tinyPdf.length} bytes)\n`);
    expect(readFileSync(inHome('x.pdf'))).toEqual(tinyPdf);
    expect(files()).toEqual(['x.pdf']);
  });

  it('goes to stdout in a pipe, and with -o - anywhere', async () => {
    expect((await platen(['https://example.com'])).bytes).toEqual(tinyPdf);
    expect((await platen(['https://example.com', '-o', '-'], { stdoutTerminal: true })).bytes).toEqual(tinyPdf);
  });

  it('never goes to a terminal by accident', async () => {
    const { stdout, code } = await platen(['https://example.com/report.html'], {
      stdoutTerminal: true,
      stderrTerminal: true,
    });
    expect([code, stdout]).toEqual([0, '']);
    expect(files()).toEqual(['report.pdf']);
  });

  it('is described with --json', async () => {
    const { stdout, stderr } = await platen(['https://example.com', '-o', 'x.pdf', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ path: inHome('x.pdf'), bytes: tinyPdf.length, pages: 1, warnings: [] });
    expect(JSON.parse(stdout).sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(stderr).toBe('');
  });

  it('does not replace a file without --force, and the service is not asked', async () => {
    writeFileSync(inHome('x.pdf'), 'mine');
    const refused = await platen(['https://example.com', '-o', 'x.pdf']);
    expect([refused.code, service.requests.length, readFileSync(inHome('x.pdf'), 'utf8')]).toEqual([6, 0, 'mine']);
    expect((await platen(['https://example.com', '-o', 'x.pdf', '--force'])).code).toBe(0);
    expect(readFileSync(inHome('x.pdf'))).toEqual(tinyPdf);
  });

  it.each(['page.html', './page.html', 'notes.pdf'])(
    'does not replace its own source %s, also with --force',
    async (target) => {
      writeFileSync(inHome('page.html'), '<p>mine');
      writeFileSync(inHome('notes.pdf'), tinyPdf);
      const refused = await platen(['page.html', 'notes.pdf', '-o', target, '--force']);
      expect([refused.code, service.requests.length]).toEqual([2, 0]);
      expect(refused.stderr).toContain(`${target} is one of the sources`);
      expect(readFileSync(inHome('page.html'), 'utf8')).toBe('<p>mine');
    },
  );

  it('is not written through a symbolic link or into a folder', async () => {
    writeFileSync(inHome('real.pdf'), 'mine');
    symlinkSync(inHome('real.pdf'), inHome('link.pdf'));
    mkdirSync(inHome('folder'));
    for (const target of ['link.pdf', 'folder', 'missing/x.pdf']) {
      expect((await platen(['https://example.com', '-o', target, '--force'])).code, target).toBe(2);
    }
    expect(readFileSync(inHome('real.pdf'), 'utf8')).toBe('mine');
  });

  it('may be JSON at another service, which is printed', async () => {
    service.answer = (_request, response) => sendJson(response, 200, { data: { link: 'https://example.com/x.pdf' } });
    const { code, stdout, stderr } = await platen(['https://example.com', '-o', 'x.pdf']);
    expect(JSON.parse(stdout)).toEqual({ data: { link: 'https://example.com/x.pdf' } });
    expect([code, files()]).toEqual([0, []]);
    expect(stderr).toContain('x.pdf was not written');
  });

  it('comes with the warnings of the service', async () => {
    const list = '[{"part":0,"code":"resource_missing","detail":"cannot load \\u001b[31mlogo.svg"}]';
    service.answer = (_request, response) => sendPdf(response, { 'platen-warnings': '1', 'platen-warning-list': list });
    const { stderr } = await platen(['https://example.com', '-o', 'x.pdf']);
    expect(stderr).toContain('warning: https://example.com: cannot load \\u001b[31mlogo.svg');
    expect(stderr).not.toContain('\u001b');
  });
});

describe('a warning', () => {
  const warn = (...list: { part: number; detail: string }[]) => {
    const text = JSON.stringify(list.map((warning) => ({ code: 'resource_missing', ...warning })));
    service.answer = (_request, response) =>
      sendPdf(response, { 'platen-warnings': String(list.length), 'platen-warning-list': text });
  };

  it('about a file that is not there comes once, for a document in a file and for a piped one', async () => {
    const html = '<img src="no%20pic.png"><img src="../up.png"><script>new Image().src = "late.png"</script>';
    writeFileSync(inHome('a.html'), html);
    warn(
      { part: 0, detail: 'no%20pic.png is not among its files' },
      { part: 0, detail: 'up.png is not among its files' },
      { part: 0, detail: 'late.png is not among its files' },
    );
    expect((await platen(['a.html', '-o', 'x.pdf'])).stderr.trim().split('\n')).toEqual([
      'warning: a.html:1: cannot find no%20pic.png',
      'warning: a.html:1: ../up.png is left out: it is outside of the folder of the document; --root <dir> sets a larger folder',
      'warning: a.html: late.png is not among its files',
      expect.stringContaining('Wrote x.pdf'),
    ]);
    const piped = (await platen(['-', '-o', 'y.pdf'], { stdin: html })).stderr;
    expect(piped.match(/no%20pic\.png/g)).toHaveLength(1);
    expect(piped).toContain('warning: stdin: late.png is not among its files');
  });

  it('names the source that it is about', async () => {
    writeFileSync(inHome('a.html'), '<p>a');
    warn({ part: 1, detail: 'gone.png answered 404' });
    const { stderr } = await platen(['a.html', 'https://example.com/b', '-o', 'x.pdf']);
    expect(stderr).toContain('warning: https://example.com/b: gone.png answered 404');
  });
});

describe('an error of the service', () => {
  const problem =
    (code: string, detail: string, more: object = {}): Answer =>
    (_request, response) =>
      sendJson(response, 422, { type: 'about:blank', title: 'x', status: 422, code, detail, ...more });

  it('names the flag that was typed and how many pages there are, not a field', async () => {
    writeFileSync(inHome('a.html'), '<p>a');
    service.answer = problem('invalid_request', 'The document has 3 pages, and page_ranges "7" names none of them.', {
      stage: 'bind',
    });
    const { stderr, code } = await platen(['a.html', '-o', 'x.pdf', '--pages', '7']);
    expect(code).toBe(7);
    expect(stderr).toContain('error: a.html: the request is not valid');
    expect(stderr).toContain('why: The document has 3 pages, and --pages "7" names none of them\n');
    expect(stderr).not.toMatch(/part 0|page_ranges/);
  });

  it('names the address or the file that failed', async () => {
    writeFileSync(inHome('a.html'), '<p>a');
    service.answer = problem('page_unreachable', 'The page could not be reached.', { part: 1, stage: 'load' });
    const { stderr } = await platen(['a.html', 'https://example.com/b', '-o', 'x.pdf']);
    expect(stderr).toContain('error: https://example.com/b: the page did not answer');
    const errors = [
      { pointer: '/parts/0/html', detail: 'is too long' },
      { pointer: '/metadata/title', detail: 'is too long' },
    ];
    service.answer = problem('invalid_request', 'no', { errors });
    expect((await platen(['a.html', 'https://example.com/b', '-o', 'x.pdf', '--title', 'T'])).stderr).toContain(
      'a.html is too long; --title is too long',
    );
  });

  it('keeps the names of fields where the person wrote them', async () => {
    writeFileSync(
      inHome('r.json'),
      '{"parts": [{"html": "a"}, "https://example.com/b"], "options": {"page_ranges": "9"}}',
    );
    service.answer = problem('invalid_request', 'page_ranges "9" is too much', { part: 0 });
    expect((await platen(['--input', 'r.json', '-o', 'x.pdf'])).stderr).toMatch(/part 0: .*\n.*page_ranges "9"/);
    service.answer = problem('page_failed', 'The page answered with status 500.', { part: 1 });
    expect((await platen(['--input', 'r.json', '-o', 'x.pdf'])).stderr).toContain('error: https://example.com/b: ');
  });
});

describe('an answer of the service', () => {
  it.each([
    [401, 4],
    [403, 4],
    [404, 5],
    [409, 6],
    [422, 7],
    [429, 8],
    [500, 10],
    [503, 10],
  ])('%i ends with %i', async (status, code) => {
    service.answer = (_request, response) => sendJson(response, status, { message: 'no' });
    expect((await platen(['https://example.com', '-o', 'x.pdf', '--retries', '0'])).code).toBe(code);
    expect(files()).toEqual([]);
  });

  it('names the fields that are wrong', async () => {
    service.answer = (_request, response) =>
      sendJson(response, 422, {
        code: 'invalid_request',
        errors: [{ pointer: '/parts/0/htlm', detail: 'is not a known field' }],
        request_id: 'r-1',
      });
    const { stderr } = await platen(['--parts', '[{"htlm":"x"}]', '-o', 'x.pdf']);
    expect(stderr).toContain('/parts/0/htlm is not a known field');
  });
});

describe('Ctrl-C', () => {
  it('ends with 130 and leaves nothing', async () => {
    let interrupt: (name: 'SIGINT') => void = () => {};
    service.answer = () => interrupt('SIGINT');
    const { code } = await platen(['https://example.com', '-o', 'x.pdf'], {
      onStart: (send) => {
        interrupt = send;
      },
    });
    expect([code, files(), existsSync(inHome('x.pdf'))]).toEqual([130, [], false]);
  });
});

describe('in CI', () => {
  const hint = 'hint: the PDF goes to stdout; use -o file.pdf to write a file\n';
  const address = 'https://example.com';

  it.each([
    ['without -o', [address], { CI: 'true' }, hint],
    ['with --quiet', [address, '--quiet'], { CI: 'true' }, ''],
    ['with -o -', [address, '-o', '-'], { CI: 'true' }, ''],
    ['outside of CI', [address], { CI: undefined }, ''],
  ])('a hint says where the PDF goes, if nothing else does: %s', async (_when, words, env, stderr) => {
    const result = await platen(words, { env });
    expect([result.code, result.stderr, result.bytes.equals(tinyPdf)]).toEqual([0, stderr, true]);
  });

  it('--json needs no hint', async () => {
    const { stderr } = await platen([address, '--json'], { env: { CI: 'true' } });
    expect(stderr).toBe('');
  });
});

describe('a second run', () => {
  it('shows no password of a URL again, and no command that is too long to read', async () => {
    writeFileSync(inHome('x.pdf'), '');
    for (const words of [['https://me:secret@example.com'], ['https://example.com', '--set', `a=${'x'.repeat(600)}`]]) {
      const { code, stderr } = await platen([...words, '-o', 'x.pdf']);
      expect([code, stderr]).toEqual([6, expect.stringContaining('fix: name another file with -o, or overwrite it')]);
      expect(stderr).not.toContain('secret');
    }
  });
});
