import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findSources } from '../../../../src/cli/templates/preview-source.ts';
import { sendJson, startRecordingServer } from '../../../helpers/recording-server.ts';
import { makeHome, runCli, type TestHome } from '../../../helpers/run-cli.ts';

let home: TestHome;

beforeEach(() => {
  home = makeHome();
  save({
    'invoice/template.json': '{"name": "Invoice"}',
    'invoice/content.html':
      '{% layout "layouts/letter", lang: "en" %}\n{% block body %}{% render "partials/head", title: name %}{% endblock %}',
    'invoice/preview_context.json': '{"name": "<Ada>", "town": "Bath"}',
    'layouts/letter.html':
      '<html lang="{{ lang }}"><title>T</title>{% block body %}none{% endblock %}{% include "partials/foot" %}',
    'partials/head.html': '<h1>{{ title }}{{ name }}</h1>',
    'partials/foot.html': '<p>{{ town }}</p>',
  });
});
afterEach(() => home.remove());

function save(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(home.folder, 'templates', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
const platen = (words: string[], env: Record<string, string> = {}) =>
  runCli(words, { cwd: home.folder, env: { ...home.env, ...env } });
const html = (...words: string[]) => platen(['render', 'html', 'template:./templates/invoice', ...words]);
const check = async () => {
  const { code, stdout } = await platen(['templates', 'check', '--json']);
  return { code, findings: JSON.parse(stdout).data[0].findings };
};

describe('a template folder with partials and a layout', () => {
  it('is rendered with those of the folder around it, each with the variables that it is given', async () => {
    const { code, stdout, stderr } = await html();
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe('<html lang="en"><title>T</title><h1>&lt;Ada&gt;</h1><p>Bath</p>');
  });

  it('prefers those in its folder', async () => {
    save({ 'invoice/partials/foot.html': '<b>own</b>' });
    expect((await html()).stdout).toContain('<b>own</b>');
  });

  it('renders a partial in each turn of a loop', async () => {
    save({
      'invoice/content.html': '{% for n in (1..3) %}{% render "partials/row", n: n %}{% endfor %}',
      'partials/row.html': '{{ n }};',
    });
    expect((await html()).stdout).toBe('1;2;3;');
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'an unknown name',
      { 'invoice/content.html': 'x\n  {% render "partials/haed" %}' },
      'templates/invoice/content.html:2:3: there is no file templates/invoice/partials/haed.html or templates/partials/haed.html; did you mean "partials/head"?',
    ],
    [
      'a computed name',
      { 'invoice/content.html': '{% render name %}' },
      'templates/invoice/content.html:1:1: the name of a partial must be in quotes, as in {% render "partials/header" %}',
    ],
    [
      'a name that leaves the folder',
      { 'invoice/content.html': '{% render "partials/../../../etc/passwd" %}' },
      'templates/invoice/content.html:1:1: "partials/../../../etc/passwd" is not the name of a partial',
    ],
    [
      'a circle',
      { 'partials/head.html': '\n{% render "partials/foot" %}', 'partials/foot.html': '{% render "partials/head" %}' },
      'templates/partials/head.html:2:1: partials/foot includes partials/head includes partials/foot: partials must not include each other in a circle',
    ],
    [
      'a mistake in a partial that shows when it is read',
      { 'partials/head.html': 'a\n{{ title | upcse }}' },
      'templates/partials/head.html:2:12: there is no filter "upcse"; did you mean "upcase"?',
    ],
    [
      'a mistake in a partial that shows when it is rendered',
      { 'partials/head.html': 'a\n{{ title | times: 2 }}' },
      'templates/partials/head.html:2:1: ',
    ],
    [
      'a mistake in a layout',
      { 'layouts/letter.html': '<p>\n{% if %}' },
      'templates/layouts/letter.html:2:6: invalid value expression: ""\n',
    ],
  ])('refuses %s with the place', async (_what, files, message) => {
    save(files);
    const { code, stderr } = await html();
    expect(stderr).toContain(message);
    expect(code).toBe(7);
  });

  it('refuses partials that are nested more than 20 levels deep', async () => {
    const chain = (length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, at) => [
          `partials/p${at}.html`,
          at + 1 === length ? 'end' : `{% render "partials/p${at + 1}" %}`,
        ]),
      );
    save({ 'invoice/content.html': '{% render "partials/p0" %}', ...chain(20) });
    expect((await html()).stdout).toBe('end');
    save(chain(21));
    const { stderr } = await html();
    expect(stderr).toContain('templates/partials/p19.html:1:1: partials are nested more than 20 levels deep');
  });

  it('refuses a link that leaves the folders', async () => {
    const path = join(home.folder, 'templates/partials/head.html');
    rmSync(path);
    writeFileSync(join(home.folder, 'secret.html'), 'secret');
    symlinkSync('../../secret.html', path);
    const { code, stderr } = await html();
    expect(stderr).toContain(
      'templates/invoice/content.html:2:17: templates/partials/head.html is a link that leaves templates',
    );
    expect(code).toBe(7);
  });

  it('reads nothing outside of --root', async () => {
    const { code, stderr } = await html('--root', 'templates/invoice');
    expect(stderr).toContain('there is no file templates/invoice/layouts/letter.html');
    expect(code).toBe(7);
    expect((await html('--root', 'templates')).code).toBe(0);
  });

  it('is checked with them: values, errors and what readers miss are placed in the file that has them', async () => {
    expect(await check()).toEqual({ code: 0, findings: [] });
    save({ 'partials/foot.html': '\n<p>{{ twon }}</p><h3>x</h3>' });
    const { findings } = await check();
    expect(
      findings.map(({ code, file, line, column }: Record<string, unknown>) => [code, file, line, column].join(' ')),
    ).toEqual([
      'unknown_variable templates/partials/foot.html 2 7',
      'unused_value templates/invoice/preview_context.json  ',
      'heading_skipped templates/partials/foot.html 2 18',
    ]);
  });

  it('prints the files of the shared folder, and says where a missing one is named', async () => {
    save({
      'partials/head.html':
        '<h1><img src="assets/logo.svg" alt="A">{{ title }}</h1>\n<img src="assets/gone.svg" alt="B">',
      'assets/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      'secret.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    });
    const { findings } = await check();
    expect(findings.filter(({ level }: { level: string }) => level === 'error')).toEqual([
      {
        level: 'error',
        code: 'missing_asset',
        message: 'cannot find assets/gone.svg',
        file: 'templates/partials/head.html',
        line: 2,
        column: 11,
      },
    ]);
    save({ 'partials/head.html': '<h1>{{ title }}</h1><img src="secret.svg" alt="">' });
    expect((await check()).findings).toMatchObject([{ code: 'missing_asset', message: 'cannot find secret.svg' }]);
  });

  it('is previewed with them, and again after each is saved', async () => {
    const [source] = await findSources('templates', home.folder);
    for (const name of ['partials/head.html', 'layouts/letter.html', 'assets/logo.svg']) {
      mkdirSync(dirname(join(home.folder, 'templates', name)), { recursive: true });
      const changed = new Promise<void>((resolve) => {
        const stop = source?.watch(() => {
          stop?.();
          clearInterval(saving);
          resolve();
        });
        // The system may begin to watch a moment later.
        let turn = 0;
        const saving = setInterval(() => save({ [name]: `${turn++}` }), 50);
      });
      await changed;
    }
  });

  it('is not pushed to a service that stores no partials, and the error names the lines', async () => {
    const server = await startRecordingServer(({ path }, response) =>
      path.includes('/assets')
        ? sendJson(response, 404, { error: 'not found' })
        : sendJson(response, 200, { data: [] }),
    );
    try {
      const env = { PLATEN_BASE_URL: server.url, PLATEN_API_KEY: 'secret' };
      const { code, stderr } = await platen(['templates', 'push', '--yes'], env);
      expect(stderr).toContain(
        'templates/invoice/content.html uses partials or layouts, which this service does not store',
      );
      expect(stderr).toContain('line 1: layout "layouts/letter", line 2: render "partials/head"');
      expect(code).toBe(2);
      expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    } finally {
      await server.close();
    }
  });
});
