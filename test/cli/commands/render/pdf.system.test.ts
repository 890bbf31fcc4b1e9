import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type RecordingServer,
  sendJson,
  sendPdf,
  startRecordingServer,
  tinyPdf,
} from '../../../helpers/recording-server.ts';
import { type CliResult, type CliSetting, makeHome, runCli, type TestHome } from '../../../helpers/run-cli.ts';

let home: TestHome;
let server: RecordingServer;
let answer: Parameters<typeof startRecordingServer>[0];

beforeEach(async () => {
  home = makeHome();
  answer = (_request, response) => sendPdf(response, { 'platen-pages': '1' });
  server = await startRecordingServer((request, response, number) => answer(request, response, number));
});
afterEach(async () => {
  await server.close();
  home.remove();
});

function platen(words: string[], setting: CliSetting = {}): Promise<CliResult> {
  const env = { ...home.env, PLATEN_BASE_URL: server.url, PLATEN_API_KEY: 'secret-key-of-a-test', ...setting.env };
  return runCli(['render', 'pdf', ...words], { cwd: home.folder, ...setting, env });
}
const inHome = (name: string) => join(home.folder, name);
const files = () => readdirSync(home.folder).sort();

describe('the request', () => {
  it('for one web address is that of the published interface', async () => {
    const { code } = await platen(['https://example.com', '-o', 'x.pdf']);
    expect(code).toBe(0);
    expect(server.requests).toHaveLength(1);
    const [{ method, path, headers, body } = {}] = server.requests;
    expect([method, path, body]).toEqual(['POST', '/api/v1/renderers/pdf', '{"parts":"https://example.com"}']);
    expect(headers?.authorization).toBe('Bearer secret-key-of-a-test');
    expect(headers?.['content-type']).toBe('application/json');
  });

  it('has the files that a pattern names, in the order of their names', async () => {
    for (const name of ['b.html', 'a.html', 'c.txt']) writeFileSync(inHome(name), name);
    await platen(['*.html', '-o', 'x.pdf']);
    const { parts } = JSON.parse(server.requests[0]?.body ?? '');
    expect(parts).toEqual([
      { html: 'a.html', name: 'a.html' },
      { html: 'b.html', name: 'b.html' },
    ]);
  });

  it('has the sources in their order', async () => {
    writeFileSync(inHome('a.html'), '<p>a</p>');
    await platen(['a.html', 'https://example.com/b', '-', '-o', 'x.pdf'], { stdin: '<p>c</p>' });
    const { parts } = JSON.parse(server.requests[0]?.body ?? '');
    expect(parts).toEqual([{ html: '<p>a</p>', name: 'a.html' }, expect.anything(), { html: '<p>c</p>' }]);
    expect(JSON.stringify(parts[1])).toContain('https://example.com/b');
  });

  it('says what a missing glyph means, by setting or by flag', async () => {
    const env = { PLATEN_ON_MISSING_GLYPH: 'fail' };
    await platen(['https://example.com', '-o', 'x.pdf'], { env });
    await platen(['https://example.com', '-o', 'y.pdf', '--on-missing-glyph', 'ignore'], { env });
    const options = server.requests.map(({ body }) => JSON.parse(body).options);
    expect(options).toEqual([{ on_missing_glyph: 'fail' }, { on_missing_glyph: 'ignore' }]);
  });

  it('says what damage of a PDF does, by setting or by flag', async () => {
    const env = { PLATEN_ON_DAMAGE: 'fail' };
    await platen(['https://example.com', '-o', 'x.pdf'], { env });
    await platen(['https://example.com', '-o', 'y.pdf', '--on-damage', 'warn'], { env });
    const options = server.requests.map(({ body }) => JSON.parse(body).options);
    expect(options).toEqual([{ on_damage: 'fail' }, { on_damage: 'warn' }]);
  });

  describe('with page options as settings', () => {
    const project =
      'render:\n  size: Letter\n  margin: 20mm 15mm\n  scale: 0.9\n  header: "@head.html"\n  no_background: true\n';
    const optionsOf = async (words: string[], setting?: CliSetting) => {
      const { stdout, stderr } = await platen([...words, '--dry-run'], setting);
      expect(stderr).toBe('');
      return JSON.parse(stdout).body.options;
    };
    const given = {
      page_size: 'Letter',
      margin: { top: '20mm', right: '15mm', bottom: '20mm', left: '15mm' },
      scale: 0.9,
      header: '<b>Acme</b>',
      print_background: false,
    };
    beforeEach(() => {
      writeFileSync(inHome('platen.config.yaml'), project);
      writeFileSync(inHome('head.html'), '<b>Acme</b>');
      writeFileSync(inHome('a.html'), '<p>a</p>');
    });

    it('sends those of the project file', async () => {
      expect(await optionsOf(['a.html'])).toEqual(given);
      expect(await optionsOf(['--parts', '{"html":"<p>b</p>"}'])).toEqual(given);
    });

    it('lets flags and the environment win, one by one', async () => {
      const flags = ['--size', 'A5', '--background', '--header', ''];
      expect(await optionsOf(['a.html', ...flags], { env: { PLATEN_SCALE: '1.5', PLATEN_LANDSCAPE: 'yes' } })).toEqual({
        ...given,
        page_size: 'A5',
        print_background: true,
        header: '',
        scale: 1.5,
        landscape: true,
      });
      expect(await optionsOf(['a.html', '--no-landscape'], { env: { PLATEN_LANDSCAPE: 'yes' } })).toMatchObject({
        landscape: false,
      });
    });

    it('takes those of a profile first', async () => {
      writeFileSync(inHome('platen.config.yaml'), `${project}profiles:\n  eu:\n    render:\n      size: A4\n`);
      expect(await optionsOf(['a.html', '--profile', 'eu'])).toEqual({ ...given, page_size: 'A4' });
    });

    it('leaves them out if no page is printed', async () => {
      writeFileSync(inHome('a.pdf'), tinyPdf);
      expect(await optionsOf(['a.pdf'])).toBeUndefined();
      expect(await optionsOf(['a.pdf', 'a.html'])).toEqual(given);
    });

    it('leaves a whole request as it was given', async () => {
      expect(await optionsOf(['--input', '-'], { stdin: '{"parts":"https://example.com"}' })).toBeUndefined();
    });

    it('prints no file from outside of a project', async () => {
      writeFileSync(join(home.folder, '..', 'private.html'), 'mine');
      symlinkSync(join(home.folder, '..', 'private.html'), inHome('link.html'));
      for (const name of ['../private.html', 'link.html']) {
        writeFileSync(inHome('platen.config.yaml'), `render:\n  footer: "@${name}"\n`);
        const { code, stderr } = await platen(['a.html', '--dry-run']);
        expect([code, stderr]).toEqual([
          3,
          expect.stringMatching(/platen\.config\.yaml:2: render\.footer is a file outside of /),
        ]);
      }
    });

    it('names the setting of a file that is missing', async () => {
      writeFileSync(inHome('platen.config.yaml'), 'render:\n  footer: "@no.html"\n');
      const { stderr } = await platen(['a.html', '--dry-run']);
      expect(stderr).toMatch(/render\.footer \(project .*platen\.config\.yaml:2\): there is no file .*no\.html/);
    });
  });

  it('encrypts for a password that nothing prints', async () => {
    const words = ['https://example.com', '--password', 'open sesame', '--permissions', 'print,copy', '--linearize'];
    const sent = await platen([...words, '-o', 'x.pdf', '--debug']);
    const { pdf } = JSON.parse(server.requests[0]?.body ?? '');
    const owner = pdf.encrypt.owner_password;
    expect(pdf).toEqual({
      encrypt: { user_password: 'open sesame', owner_password: owner, permissions: ['print', 'copy'] },
      linearize: true,
    });
    const dry = await platen([...words, '--dry-run', '--debug']);
    expect(JSON.parse(dry.stdout).body.pdf.encrypt).toEqual({
      user_password: '…',
      owner_password: '…',
      permissions: ['print', 'copy'],
    });
    for (const { stdout, stderr } of [sent, dry]) expect(stdout + stderr).not.toContain('open sesame');
    expect(sent.stderr).not.toContain(owner);
  });

  it('masks the passwords of a request in JSON in a dry run', async () => {
    const encrypt = { user_password: 'open sesame', owner_password: 'a long secret' };
    const stdin = JSON.stringify({ parts: 'https://example.com', pdf: { encrypt } });
    const { stdout } = await platen(['--input', '-', '--dry-run'], { stdin });
    expect(JSON.parse(stdout).body.pdf.encrypt).toEqual({ user_password: '…', owner_password: '…' });
  });

  it('masks credentials for the destination in a dry run', async () => {
    const headers = ['--put-header', 'Authorization: Bearer of-mine', '--put-header', 'x-amz-acl: private'];
    const words = ['https://example.com', '--put', 'https://store.example.com/a.pdf', ...headers, '--dry-run'];
    const { stdout } = await platen(words);
    expect(JSON.parse(stdout).body.destination.headers).toEqual({ Authorization: '…', 'x-amz-acl': 'private' });
  });

  it('masks a password that a service repeats in its error', async () => {
    answer = ({ body }, response) => sendJson(response, 422, { code: 'request_invalid', title: `not valid: ${body}` });
    const words = ['https://example.com', '--password', 'open sesame', '-o', 'x.pdf', '--debug'];
    const { code, stderr } = await platen(words);
    expect(code).not.toBe(0);
    expect(stderr).not.toContain('open sesame');
  });

  it('reads a password from stdin once', async () => {
    await platen(['https://example.com', '--password', '-', '-o', 'x.pdf'], { stdin: 'open sesame\n' });
    expect(JSON.parse(server.requests[0]?.body ?? '').pdf.encrypt.user_password).toBe('open sesame');
    const { code, stderr } = await platen(['-', '--password', '-', '-o', 'y.pdf'], { stdin: 'x' });
    expect([code, stderr]).toEqual([2, expect.stringContaining('source and --password cannot both read stdin')]);
  });

  it('names the locale and the time zone, by setting or by flag', async () => {
    const env = { PLATEN_LOCALE: 'de-DE', PLATEN_TIMEZONE: 'Europe/Berlin' };
    await platen(['https://example.com', '-o', 'x.pdf'], { env });
    await platen(['https://example.com', '-o', 'y.pdf', '--locale', 'fr'], { env });
    const options = server.requests.map(({ body }) => JSON.parse(body).options);
    const timezone = 'Europe/Berlin';
    expect(options).toEqual([
      { locale: 'de-DE', timezone },
      { locale: 'fr', timezone },
    ]);
  });

  it.each([
    ['--locale', 'de_DE', 'must be a BCP 47 language tag such as de-DE'],
    ['--timezone', '+01:00', 'must be an IANA time zone such as Europe/Berlin'],
  ])('is not sent with %s %s, and the flag is named', async (flag, value, problem) => {
    const { code, stderr } = await platen(['https://example.com', '-o', 'x.pdf', flag, value]);
    expect([code, server.requests]).toEqual([2, []]);
    expect(stderr).toContain(flag);
    expect(stderr).toContain(problem);
  });

  it('has the longest time of a render where the whole command may take longer', async () => {
    await platen(['https://example.com', '-o', 'x.pdf', '--timeout', '23h']);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toMatchObject({ options: { timeout_ms: 600_000 } });
  });

  it('has what the flags say, and nothing that nobody ended', async () => {
    const flags = [
      '--size',
      '210x297mm',
      '--margin',
      '20mm 15mm',
      '--landscape',
      '--prefer-css-page-size',
      '--no-background',
      '--wait-for',
      '500ms',
    ];
    await platen(['https://example.com', '-o', 'x.pdf', '--title', 'T', '--timeout', '5s', ...flags]);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      parts: 'https://example.com',
      options: {
        timeout_ms: 4500,
        page_size: { width: '210mm', height: '297mm' },
        margin: { top: '20mm', right: '15mm', bottom: '20mm', left: '15mm' },
        landscape: true,
        prefer_css_page_size: true,
        print_background: false,
        wait_for: { delay_ms: 500 },
      },
      metadata: { title: 'T' },
    });
  });

  it.each([
    ['8.5in x 279mm', { width: '8.5in', height: '279mm' }],
    ['8.5x11in', { width: '8.5in', height: '11in' }],
    ['letter', 'Letter'],
  ])('has the size %s with the unit of each side', async (size, page_size) => {
    await platen(['https://example.com', '-o', 'x.pdf', '--size', size]);
    expect(JSON.parse(server.requests[0]?.body ?? '').options).toEqual({ page_size });
  });

  it.each([
    ['[{"html":"x"}]', [{ html: 'x' }]],
    ['https://example.com', 'https://example.com'],
    ['{"url":"https://example.com","n":1.0}', { url: 'https://example.com', n: 1 }],
  ])('sends --parts %s as given', async (text, parts) => {
    await platen(['--parts', text, '-o', 'x.pdf']);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({ parts });
  });

  it('sends --input as given, byte order mark apart', async () => {
    writeFileSync(inHome('r.json'), '\ufeff{"parts": "https://example.com", "unknown": {"kept": true}}');
    await platen(['--input', 'r.json', '-o', 'x.pdf']);
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      parts: 'https://example.com',
      unknown: { kept: true },
    });
  });

  it('is shown and not sent with --dry-run, the key masked', async () => {
    const { code, stdout } = await platen(['https://example.com', '--dry-run']);
    expect([code, server.requests.length]).toEqual([0, 0]);
    expect(JSON.parse(stdout)).toMatchObject({ method: 'POST', url: `${server.url}/api/v1/renderers/pdf` });
    expect(stdout).not.toContain('secret-key-of-a-test');
  });

  it('is shown with --dry-run whatever lies where the PDF would go', async () => {
    writeFileSync(inHome('x.pdf'), 'mine');
    expect((await platen(['https://example.com', '--dry-run', '-o', 'x.pdf'])).code).toBe(0);
    expect((await platen(['https://example.com', '--dry-run', '--each', '-o', 'x.pdf'])).code).toBe(0);
  });
});

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
    expect([refused.code, server.requests.length, readFileSync(inHome('x.pdf'), 'utf8')]).toEqual([6, 0, 'mine']);
    expect(refused.stderr).toContain('-o x.pdf -f\n');
    expect((await platen(['https://example.com', '-o', 'x.pdf', '--force'])).code).toBe(0);
    expect(readFileSync(inHome('x.pdf'))).toEqual(tinyPdf);
  });

  it.each(['page.html', './page.html', 'notes.pdf'])(
    'does not replace its own source %s, also with --force',
    async (target) => {
      writeFileSync(inHome('page.html'), '<p>mine');
      writeFileSync(inHome('notes.pdf'), tinyPdf);
      const refused = await platen(['page.html', 'notes.pdf', '-o', target, '--force']);
      expect([refused.code, server.requests.length]).toEqual([2, 0]);
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

  it('leaves nothing behind when it is cut off', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': String(tinyPdf.length) });
      response.write(tinyPdf.subarray(0, 50), () => response.destroy());
    };
    const { code, stderr } = await platen(['https://example.com', '-o', 'x.pdf', '--retries', '0']);
    expect([code, files()]).toEqual([11, []]);
    expect(stderr).toContain('cut off');
  });

  it('may be JSON at another service, which is printed', async () => {
    answer = (_request, response) => sendJson(response, 200, { data: { link: 'https://example.com/x.pdf' } });
    const { code, stdout, stderr } = await platen(['https://example.com', '-o', 'x.pdf']);
    expect(JSON.parse(stdout)).toEqual({ data: { link: 'https://example.com/x.pdf' } });
    expect([code, files()]).toEqual([0, []]);
    expect(stderr).toContain('x.pdf was not written');
  });

  it('comes with the warnings of the service', async () => {
    const list = '[{"part":0,"code":"resource_missing","detail":"cannot load \\u001b[31mlogo.svg"}]';
    answer = (_request, response) => sendPdf(response, { 'platen-warnings': '1', 'platen-warning-list': list });
    const { stderr } = await platen(['https://example.com', '-o', 'x.pdf']);
    expect(stderr).toContain('warning: https://example.com: cannot load \\u001b[31mlogo.svg');
    expect(stderr).not.toContain('\u001b');
  });
});

describe('a warning', () => {
  const warn = (...list: { part: number; detail: string }[]) => {
    const text = JSON.stringify(list.map((warning) => ({ code: 'resource_missing', ...warning })));
    answer = (_request, response) =>
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
    (code: string, detail: string, more: object = {}): typeof answer =>
    (_request, response) =>
      sendJson(response, 422, { type: 'about:blank', title: 'x', status: 422, code, detail, ...more });

  it('names the flag that was typed and how many pages there are, not a field', async () => {
    writeFileSync(inHome('a.html'), '<p>a');
    answer = problem('invalid_request', 'The document has 3 pages, and page_ranges "7" names none of them.', {
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
    answer = problem('page_unreachable', 'The page could not be reached.', { part: 1, stage: 'load' });
    const { stderr } = await platen(['a.html', 'https://example.com/b', '-o', 'x.pdf']);
    expect(stderr).toContain('error: https://example.com/b: the page did not answer');
    const errors = [
      { pointer: '/parts/0/html', detail: 'is too long' },
      { pointer: '/metadata/title', detail: 'is too long' },
    ];
    answer = problem('invalid_request', 'no', { errors });
    expect((await platen(['a.html', 'https://example.com/b', '-o', 'x.pdf', '--title', 'T'])).stderr).toContain(
      'a.html is too long; --title is too long',
    );
  });

  it('keeps the names of fields where the person wrote them', async () => {
    writeFileSync(
      inHome('r.json'),
      '{"parts": [{"html": "a"}, "https://example.com/b"], "options": {"page_ranges": "9"}}',
    );
    answer = problem('invalid_request', 'page_ranges "9" is too much', { part: 0 });
    expect((await platen(['--input', 'r.json', '-o', 'x.pdf'])).stderr).toMatch(/part 0: .*\n.*page_ranges "9"/);
    answer = problem('page_failed', 'The page answered with status 500.', { part: 1 });
    expect((await platen(['--input', 'r.json', '-o', 'x.pdf'])).stderr).toContain('error: https://example.com/b: ');
  });
});

describe('a mistake', () => {
  it.each<[string, string[], number, string]>([
    ['an unknown flag', ['https://example.com', '--sizee', 'A4'], 2, '--size'],
    ['pages that are none', ['https://example.com', '--pages', 'one'], 2, '--pages "one"'],
    ['no source', [], 2, 'nothing to render'],
    ['a missing file', ['missing.html'], 2, 'missing.html'],
    ['a source of no known kind', ['photo.xyz'], 2, 'photo.xyz'],
    ['stdin twice', ['-', '-'], 2, 'stdin'],
    ['stdin for two things', ['-', '--context', '-'], 2, 'stdin'],
    ['sources and --parts', ['a.html', '--parts', '[]'], 2, '--parts'],
    ['--input and page flags', ['--input', 'r.json', '--landscape'], 2, '--input'],
    ['a size that is none', ['https://example.com', '--size', '12'], 2, '--size'],
    ['a size that nobody knows', ['https://example.com', '--size', 'foo'], 2, 'such as 210x297mm, or one of A0, '],
    ['a margin that is none', ['https://example.com', '--margin', '1 2 3 4 5'], 2, '--margin'],
    ['a scale out of range', ['https://example.com', '--scale', '9'], 2, '--scale'],
    ['an unknown choice', ['https://example.com', '--media', 'tv'], 2, '--media'],
    ['an unknown kind of stdin', ['-', '--from', 'htlm'], 2, '--from'],
    ['a terminal as stdin', ['-'], 2, 'piped'],
    ['a header and a source from stdin', ['-', '--header', '@-'], 2, 'source and --header cannot both read stdin'],
    [
      'a key and a source from stdin',
      ['-', '--api-key-file', '-'],
      2,
      'source and --api-key-file cannot both read stdin',
    ],
    ['a context for JSON', ['--parts', '"https://a.example"', '--set', 'a=1'], 2, '--set has no effect with --parts'],
    [
      'a text for JSON',
      ['--parts', '"https://a.example"', '--set-string', 'a=1'],
      2,
      '--set-string has no effect with --parts',
    ],
    ['an empty output', ['https://example.com', '-o', ''], 2, '--output is empty'],
    ['an empty pattern', ['https://example.com', '--each', '--output='], 2, '--output is empty'],
    ['a pattern for one document', ['https://example.com', '-o', '{name}.pdf'], 2, '{name} is for --each'],
    ['an output that looks like a flag', ['https://example.com', '-o', '--force'], 2, '--force'],
  ])('such as %s ends with its exit code and says what to do', async (_what, words, code, ended) => {
    answer = (_request, response) => sendJson(response, 422, { code: 'invalid_request' });
    const result = await platen(words);
    expect([result.code, result.stdout]).toEqual([code, '']);
    expect(result.stderr).toContain(ended);
    expect(result.stderr).toMatch(/^error: .+\n(.+\n)* {2}code: \w+/);
  });

  it('is one line of JSON with --json, no matter what found it', async () => {
    for (const words of [
      ['--sizee', '--json'],
      ['missing.html', '--json'],
      ['--json'],
      ['a.html', '--json', '-o', '-'],
    ]) {
      const { stdout, stderr } = await platen(words);
      expect(stdout).toBe('');
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(JSON.parse(stderr)).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } });
    }
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
    answer = (_request, response) => sendJson(response, status, { message: 'no' });
    expect((await platen(['https://example.com', '-o', 'x.pdf', '--retries', '0'])).code).toBe(code);
    expect(files()).toEqual([]);
  });

  it('names the fields that are wrong', async () => {
    answer = (_request, response) =>
      sendJson(response, 422, {
        code: 'invalid_request',
        errors: [{ pointer: '/parts/0/htlm', detail: 'is not a known field' }],
        request_id: 'r-1',
      });
    const { stderr } = await platen(['--parts', '[{"htlm":"x"}]', '-o', 'x.pdf']);
    expect(stderr).toContain('/parts/0/htlm is not a known field');
    expect(stderr).toContain('invalid_request (422), request r-1');
  });

  it('that never comes ends with 12', async () => {
    answer = () => {};
    expect((await platen(['https://example.com', '-o', 'x.pdf', '--timeout', '300ms'])).code).toBe(12);
  });
});

describe('the key', () => {
  it('is asked for where a remote address has none', async () => {
    const { code, stderr } = await platen(['https://example.com'], { env: { PLATEN_API_KEY: '' } });
    expect(code).toBe(4);
    expect(stderr).toContain('PLATEN_API_KEY');
  });

  it('is never printed, not even with --debug', async () => {
    const { stdout, stderr } = await platen(['https://example.com', '-o', 'x.pdf', '--debug']);
    expect(stdout + stderr).not.toContain('secret-key-of-a-test');
    expect(stderr).toContain(`POST ${server.url}/api/v1/renderers/pdf`);
  });

  it('is masked where the service says it back, and where it was given as an unknown flag', async () => {
    answer = (request, response) => sendJson(response, 422, { message: `no ${request.headers.authorization}` });
    for (const json of [[], ['--json']]) {
      const ended = await platen(['https://example.com', '-o', 'x.pdf', ...json]);
      expect([ended.code, ended.stderr.includes('secret-key-of-a-test')]).toEqual([7, false]);
      const typed = await platen(['https://example.com', '--api-key=secret-key-of-a-test', ...json]);
      expect([typed.code, typed.stderr.includes('secret-key-of-a-test')]).toEqual([2, false]);
    }
  });

  it('is not sent over plain http to another machine', async () => {
    const { code, stderr } = await platen(['https://example.com'], { env: { PLATEN_BASE_URL: 'http://10.255.255.1' } });
    expect(code).toBe(3);
    expect(stderr).toContain('--insecure-http');
  });
});

describe('Ctrl-C', () => {
  it('ends with 130 and leaves nothing', async () => {
    let interrupt: (name: 'SIGINT') => void = () => {};
    answer = () => interrupt('SIGINT');
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
  it.each([
    [["it's.html", '-o', 'my file.pdf'], `platen render pdf 'it'\\''s.html' -o 'my file.pdf' -f`],
    [['-o', 'my file.pdf', '--', "it's.html"], `platen render pdf -o 'my file.pdf' -f -- 'it'\\''s.html'`],
  ])('shows the command that overwrites the file: %j', async (words, again) => {
    writeFileSync(inHome("it's.html"), '<p>x');
    await platen(words);
    const { code, stderr } = await platen(words);
    expect([code, stderr]).toEqual([
      6,
      expect.stringContaining(`\n  fix: choose another file, or overwrite it: ${again}\n`),
    ]);
    const parsed = JSON.parse((await platen(['--json', ...words])).stderr);
    expect(parsed.error.hint).toContain(' -f');
  });

  it('shows no password of a URL again, and no command that is too long to read', async () => {
    writeFileSync(inHome('x.pdf'), '');
    for (const words of [['https://me:secret@example.com'], ['https://example.com', '--set', `a=${'x'.repeat(600)}`]]) {
      const { code, stderr } = await platen([...words, '-o', 'x.pdf']);
      expect([code, stderr]).toEqual([6, expect.stringContaining('fix: name another file with -o, or overwrite it')]);
      expect(stderr).not.toContain('secret');
    }
  });
});
