import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { sendJson, sendPdf, tinyPdf } from '../../helpers/recording-server.ts';
import type { CliResult, CliSetting } from '../../helpers/run-cli.ts';
import { type MemoryService, openMemoryService } from '../commands/memory-service.ts';

let service: MemoryService;

beforeEach(() => {
  service = openMemoryService((_request, response) => sendPdf(response, { 'platen-pages': '1' }));
});

function platen(words: string[], setting: CliSetting = {}): Promise<CliResult> {
  return service.run(['render', 'pdf', ...words], setting);
}
const inHome = (name: string) => join(service.folder, name);

describe('the request', () => {
  it('has the files that a pattern names, in the order of their names', async () => {
    for (const name of ['b.html', 'a.html', 'c.txt']) writeFileSync(inHome(name), name);
    await platen(['*.html', '-o', 'x.pdf']);
    const { parts } = JSON.parse(service.requests[0]?.body ?? '');
    expect(parts).toEqual([
      { html: 'a.html', name: 'a.html' },
      { html: 'b.html', name: 'b.html' },
    ]);
  });

  it('has the sources in their order', async () => {
    writeFileSync(inHome('a.html'), '<p>a</p>');
    await platen(['a.html', 'https://example.com/b', '-', '-o', 'x.pdf'], { stdin: '<p>c</p>' });
    const { parts } = JSON.parse(service.requests[0]?.body ?? '');
    expect(parts).toEqual([{ html: '<p>a</p>', name: 'a.html' }, expect.anything(), { html: '<p>c</p>' }]);
    expect(JSON.stringify(parts[1])).toContain('https://example.com/b');
  });

  it('with contents still knows its parts by their names', async () => {
    writeFileSync(inHome('a.html'), '<p>a</p>');
    writeFileSync(inHome('b.html'), '<img src=gone.png>');
    const { stdout } = await platen(['a.html', 'b.html', '--toc', '-o', 'x.pdf', '--json']);
    expect(JSON.parse(stdout).warnings).toMatchObject([{ part: 2, code: 'resource_missing' }]);
    const errors = [0, 1, 2].map((part) => ({ pointer: `/parts/${part}/html`, detail: 'is odd' }));
    service.answer = (_request, response) => sendJson(response, 422, { code: 'invalid_request', errors });
    for (const words of [
      ['a.html', 'b.html'],
      ['--parts', '[{"name": "a.html", "html": "a"}, {"name": "b.html", "html": "b"}]'],
    ]) {
      const { stderr } = await platen([...words, '--toc', '-o', 'y.pdf']);
      expect(stderr).toContain('the contents is odd');
      expect(stderr).toContain('a.html is odd');
      expect(stderr).toContain('b.html is odd');
    }
  });

  it('says what a missing glyph means, by setting or by flag', async () => {
    const env = { PLATEN_ON_MISSING_GLYPH: 'fail' };
    await platen(['https://example.com', '-o', 'x.pdf'], { env });
    await platen(['https://example.com', '-o', 'y.pdf', '--on-missing-glyph', 'ignore'], { env });
    const options = service.requests.map(({ body }) => JSON.parse(body).options);
    expect(options).toEqual([{ on_missing_glyph: 'fail' }, { on_missing_glyph: 'ignore' }]);
  });

  it('says what damage of a PDF does, by setting or by flag', async () => {
    const env = { PLATEN_ON_DAMAGE: 'fail' };
    await platen(['https://example.com', '-o', 'x.pdf'], { env });
    await platen(['https://example.com', '-o', 'y.pdf', '--on-damage', 'warn'], { env });
    const options = service.requests.map(({ body }) => JSON.parse(body).options);
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
      writeFileSync(join(service.folder, '..', 'private.html'), 'mine');
      symlinkSync(join(service.folder, '..', 'private.html'), inHome('link.html'));
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
    const { pdf } = JSON.parse(service.requests[0]?.body ?? '');
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
    service.answer = ({ body }, response) =>
      sendJson(response, 422, { code: 'request_invalid', title: `not valid: ${body}` });
    const words = ['https://example.com', '--password', 'open sesame', '-o', 'x.pdf', '--debug'];
    const { code, stderr } = await platen(words);
    expect(code).not.toBe(0);
    expect(stderr).not.toContain('open sesame');
  });

  it('reads a password from stdin once', async () => {
    await platen(['https://example.com', '--password', '-', '-o', 'x.pdf'], { stdin: 'open sesame\n' });
    expect(JSON.parse(service.requests[0]?.body ?? '').pdf.encrypt.user_password).toBe('open sesame');
    const { code, stderr } = await platen(['-', '--password', '-', '-o', 'y.pdf'], { stdin: 'x' });
    expect([code, stderr]).toEqual([2, expect.stringContaining('source and --password cannot both read stdin')]);
  });

  it('names the locale and the time zone, by setting or by flag', async () => {
    const env = { PLATEN_LOCALE: 'de-DE', PLATEN_TIMEZONE: 'Europe/Berlin' };
    await platen(['https://example.com', '-o', 'x.pdf'], { env });
    await platen(['https://example.com', '-o', 'y.pdf', '--locale', 'fr'], { env });
    const options = service.requests.map(({ body }) => JSON.parse(body).options);
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
    expect([code, service.requests]).toEqual([2, []]);
    expect(stderr).toContain(flag);
    expect(stderr).toContain(problem);
  });

  it('has the longest time of a render where the whole command may take longer', async () => {
    await platen(['https://example.com', '-o', 'x.pdf', '--timeout', '23h']);
    expect(JSON.parse(service.requests[0]?.body ?? '')).toMatchObject({ options: { timeout_ms: 600_000 } });
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
    expect(JSON.parse(service.requests[0]?.body ?? '')).toEqual({
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
    expect(JSON.parse(service.requests[0]?.body ?? '').options).toEqual({ page_size });
  });

  it.each([
    ['[{"html":"x"}]', [{ html: 'x' }]],
    ['https://example.com', 'https://example.com'],
    ['{"url":"https://example.com","n":1.0}', { url: 'https://example.com', n: 1 }],
  ])('sends --parts %s as given', async (text, parts) => {
    await platen(['--parts', text, '-o', 'x.pdf']);
    expect(JSON.parse(service.requests[0]?.body ?? '')).toEqual({ parts });
  });

  it('sends --input as given, byte order mark apart', async () => {
    writeFileSync(inHome('r.json'), '\ufeff{"parts": "https://example.com", "unknown": {"kept": true}}');
    await platen(['--input', 'r.json', '-o', 'x.pdf']);
    expect(JSON.parse(service.requests[0]?.body ?? '')).toEqual({
      parts: 'https://example.com',
      unknown: { kept: true },
    });
  });

  it('is shown and not sent with --dry-run, the key masked', async () => {
    const { code, stdout } = await platen(['https://example.com', '--dry-run']);
    expect([code, service.requests.length]).toEqual([0, 0]);
    expect(JSON.parse(stdout)).toMatchObject({ method: 'POST', url: `${service.url}/api/v1/renderers/pdf` });
    expect(stdout).not.toContain('secret-key-of-a-test');
  });

  it('is shown with --dry-run whatever lies where the PDF would go', async () => {
    writeFileSync(inHome('x.pdf'), 'mine');
    expect((await platen(['https://example.com', '--dry-run', '-o', 'x.pdf'])).code).toBe(0);
    expect((await platen(['https://example.com', '--dry-run', '--each', '-o', 'x.pdf'])).code).toBe(0);
  });
});

describe('a mistake', () => {
  it.each<[string, string[], number, string]>([
    ['an unknown flag', ['https://example.com', '--sizee', 'A4'], 2, '--size'],
    ['invalid pages', ['https://example.com', '--pages', 'one'], 2, '--pages "one"'],
    ['no source', [], 2, 'nothing to render'],
    ['a missing file', ['missing.html'], 2, 'missing.html'],
    ['a source of no known kind', ['photo.xyz'], 2, 'photo.xyz'],
    ['stdin twice', ['-', '-'], 2, 'stdin'],
    ['stdin for two things', ['-', '--context', '-'], 2, 'stdin'],
    ['sources and --parts', ['a.html', '--parts', '[]'], 2, '--parts'],
    ['--input and page flags', ['--input', 'r.json', '--landscape'], 2, '--input'],
    ['an invalid size', ['https://example.com', '--size', '12'], 2, '--size'],
    ['an unknown size', ['https://example.com', '--size', 'foo'], 2, 'such as 210x297mm, or one of A0, '],
    ['an invalid margin', ['https://example.com', '--margin', '1 2 3 4 5'], 2, '--margin'],
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
    service.answer = (_request, response) => sendJson(response, 422, { code: 'invalid_request' });
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
