import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { closeAfterFile } from '../../../helpers/close-after-file.ts';
import { makeHome, runCli } from '../../../helpers/run-cli.ts';
import { openTestService } from '../../../server/test-service.ts';

const home = makeHome();
closeAfterFile(() => home.remove());
const limits = { requestsPerKey: { perSecond: 1000, burst: 10_000 } };
const services: { env: Record<string, string>; store: Awaited<ReturnType<typeof openTestService>>['store'] }[] = [];

beforeAll(async () => {
  for (const _ of [1, 2]) {
    const service = await openTestService({ limits });
    const env = { PLATEN_BASE_URL: `http://127.0.0.1:${await service.listen()}`, PLATEN_API_KEY: service.key };
    services.push({ env: { ...home.env, ...env }, store: service.store });
  }
});

const run = (service: number, ...words: string[]) =>
  runCli(['templates', ...words], { cwd: home.folder, env: services[service]?.env ?? {} });
const write = (root: string, files: Record<string, string>) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home.folder, root, path)), { recursive: true });
    writeFileSync(join(home.folder, root, path), text);
  }
};
const read = (root: string, path: string) => readFileSync(join(home.folder, root, path), 'utf8');

const idOf = async (slug: string) => (await services[0]?.store.properties.get('a', slug))?.id ?? '';

/** All files of a folder without those that name a service. */
function list(root: string, folder = ''): Record<string, string> {
  const files: Record<string, string> = {};
  for (const name of readdirSync(join(home.folder, root, folder))) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (statSync(join(home.folder, root, path)).isDirectory()) Object.assign(files, list(root, path));
    else if (name === 'template.json') files[path] = JSON.parse(read(root, path)).name;
    else if (name !== '.platen.json') files[path] = read(root, path);
  }
  return files;
}

/** Twelve templates with two layouts, partials of all and of one, assets of both, named values and schemas. */
function makeSet(root: string): void {
  write(root, {
    'layouts/letter.html': '<html><link href="assets/brand.css">{% block body %}{% endblock %}',
    'layouts/plain.html': '<html>{% block body %}{% endblock %}{% render "partials/foot" %}',
    'partials/header.html': '<header><img src="assets/logo.svg">{{ title }}</header>',
    'partials/foot.html': '<footer>{% render "partials/line" %}</footer>',
    'partials/line.html': '<hr>',
    'assets/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/brand.css': '@font-face { font-family: A; src: url("a b.woff2") }',
    'assets/a b.woff2': 'wOF2 not really',
    'assets/flags/de.svg': '<svg xmlns="http://www.w3.org/2000/svg" id="de"/>',
  });
  for (let n = 1; n <= 12; n += 1) {
    const layout = n % 2 === 0 ? 'layouts/letter' : 'layouts/plain';
    write(root, {
      [`letter-${n}/template.json`]: `{"name": "Letter ${n}"}`,
      [`letter-${n}/content.html`]: `{% layout "${layout}" %}{% block body %}{% render "partials/header", title: "${n}" %}<img src="assets/flags/{{ c }}.svg">{% endblock %}`,
      [`letter-${n}/preview_context.json`]: '{\n  "c": "de"\n}\n',
    });
  }
  write(root, {
    'letter-3/partials/header.html': '<header>own</header>',
    'letter-3/stamp.svg': '<svg xmlns="http://www.w3.org/2000/svg" id="stamp"/>',
    'letter-3/values/paid.json': '{\n  "z": 1.5,\n  "c": "fr"\n}\n',
    'letter-3/values/Größe 2.json': '{}\n',
    'letter-3/values.schema.json': '{\n  "properties": {\n    "c": {\n      "type": "string"\n    }\n  }\n}\n',
    'letter-4/values/empty.json': '{}\n',
    'letter-5/values.schema.json': '{\n  "required": [\n    "c"\n  ]\n}\n',
  });
}

describe('partials, layouts and assets of template folders', { timeout: 120_000 }, () => {
  it('go to a service, to an empty folder, to another service and to a folder again without a difference', async () => {
    makeSet('one');
    const before = list('one');
    const pushed = await run(0, 'push', '--dir', 'one', '--yes');
    expect([pushed.code, pushed.stderr]).toEqual([0, expect.stringContaining('Pushed 12 templates and 16 files')]);
    expect((await run(0, 'diff', '--dir', 'one', '--exit-code')).code).toBe(0);
    const again = await run(0, 'push', '--dir', 'one', '--yes');
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('Nothing to push')]);

    const pulled = await run(0, 'pull', '--dir', 'two');
    expect([pulled.code, pulled.stderr]).toEqual([0, expect.stringContaining('Pulled 12 templates and 16 files')]);
    expect(list('two')).toEqual(before);

    cpSync(join(home.folder, 'two'), join(home.folder, 'three'), { recursive: true });
    rmSync(join(home.folder, 'three/.platen.json'));
    for (let n = 1; n <= 12; n += 1) write('three', { [`letter-${n}/template.json`]: `{"name": "Letter ${n}"}` });
    expect((await run(1, 'push', '--dir', 'three', '--yes')).code).toBe(0);
    expect((await run(1, 'pull', '--dir', 'four')).code).toBe(0);
    expect(list('four')).toEqual(before);
  });

  it('are used by renders of the service, and pinned by revisions that were pushed', async () => {
    const { store } = services[0] as (typeof services)[0];
    const three = await store.revisions.choose('a', 'letter-3');
    expect(three.files.partials).toMatchObject({ 'partials/header': '<header>own</header>' });
    expect(Object.keys(three.files.assets)).toEqual(['assets/flags/de.svg', 'stamp.svg']);
    const two = await store.revisions.choose('a', 'letter-2', { revision: 1 });
    expect(Object.keys(two.files.assets)).toEqual([
      'assets/a b.woff2',
      'assets/brand.css',
      'assets/flags/de.svg',
      'assets/logo.svg',
    ]);
    const { revision } = three;
    expect(Object.keys((await store.revisions.choose('a', 'letter-3', { revision })).files.assets)).toContain(
      'stamp.svg',
    );
  });

  it('are three-way: changes of one side go over, those of both are a conflict that names the templates', async () => {
    write('one', { 'partials/line.html': '<hr class="mine">' });
    expect((await run(0, 'push', '--dir', 'one', '--yes')).stderr).toContain('Pushed 1 file');
    expect((await run(0, 'pull', '--dir', 'two')).stderr).toContain('Pulled 1 file');
    expect(read('two', 'partials/line.html')).toBe('<hr class="mine">');

    write('one', { 'partials/line.html': '<hr class="one">' });
    write('two', { 'partials/line.html': '<hr class="two">' });
    await run(0, 'push', '--dir', 'two', '--yes');
    const conflict = await run(0, 'push', '--dir', 'one', '--yes');
    expect([conflict.code, conflict.stderr]).toEqual([6, expect.stringContaining('letter-1, letter-11, letter-3')]);
    expect(conflict.stderr).not.toContain('letter-2,');
    expect((await run(0, 'push', '--dir', 'one', '--yes', '--force')).code).toBe(0);
    expect((await run(0, 'pull', '--dir', 'two')).stderr).toContain('Pulled 1 file');
    expect(read('two', 'partials/line.html')).toBe('<hr class="one">');
  });

  it('are diffed', async () => {
    write('one', { 'partials/foot.html': '<footer>new</footer>' });
    const { code, stdout } = await run(0, 'diff', '--dir', 'one', '--exit-code');
    expect([code, stdout]).toEqual([
      20,
      expect.stringContaining('--- service/partials/foot.html\n+++ one/partials/foot.html\n'),
    ]);
    write('one', { 'partials/foot.html': '<footer>{% render "partials/line" %}</footer>' });
  });

  it('and their values are three-way and diffed, each set by itself, in one revision of the template', async () => {
    const { store } = services[0] as (typeof services)[0];
    const head = async () => (await store.valueSets.read('a', await idOf('letter-3'))).revision;
    const revision = await head();
    const changed = {
      'letter-3/values/paid.json': '{"c": "it"}',
      'letter-3/values/new.json': '{"c": "at"}',
      'letter-3/values.schema.json': '{"title": "new"}',
    };
    write('one', changed);
    const diff = await run(0, 'diff', 'letter-3', '--dir', 'one', '--exit-code');
    expect([diff.code, diff.stdout]).toEqual([
      20,
      expect.stringContaining('--- service/letter-3/values/paid.json\n+++ one/letter-3/values/paid.json\n'),
    ]);
    expect(diff.stdout).toContain('-  "c": "fr"\n+  "c": "it"\n');
    expect((await run(0, 'push', '--dir', 'one', '--yes', '-m', 'Values')).stderr).toContain('Pushed 3 files');
    expect(await head()).toBe(revision + 1);
    write('two', { 'letter-3/values/paid.json': '{"c": "es"}' });
    const conflict = await run(0, 'pull', '--dir', 'two', '--yes');
    expect([conflict.code, conflict.stderr]).toEqual([
      21,
      expect.stringContaining('conflict  letter-3/values/paid.json'),
    ]);
    expect((await run(0, 'pull', '--dir', 'two', '--yes', '--force')).code).toBe(0);
    expect([read('two', 'letter-3/values/new.json'), read('two', 'letter-3/values/paid.json')]).toEqual([
      ...['{\n  "c": "at"\n}\n', '{\n  "c": "it"\n}\n'],
    ]);
    rmSync(join(home.folder, 'one/letter-3/values/new.json'));
    expect((await run(0, 'push', '--dir', 'one', '--yes', '--prune')).stderr).toContain('Pushed 1 file');
    expect(Object.keys((await store.valueSets.read('a', await idOf('letter-3'))).sets)).toEqual(['Größe 2', 'paid']);
  });

  it.each([
    ['letter-3/values/bad.json', '{', 'bad.json: the value is not JSON at line 1'],
    ['letter-3/values/list.json', '[]', 'does not contain a JSON object'],
    ['letter-3/values/a:b.json', '{}', 'cannot be the name of values on a service'],
  ])('are not pushed with %s', async (file, text, message) => {
    write('one', { [file]: text });
    const { code, stderr } = await run(0, 'push', '--dir', 'one', '--yes');
    rmSync(join(home.folder, 'one', file));
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('are pushed with the templates that are named, and no others', async () => {
    write('one', {
      'partials/new.html': 'new',
      'letter-4/content.html': '{% render "partials/new" %}',
      'partials/x.html': 'x',
    });
    const { stderr } = await run(0, 'push', 'letter-4', '--dir', 'one', '--yes');
    expect(stderr).toContain('Pushed 1 template and 1 file');
    expect((await run(0, 'push', 'letter-5', '--dir', 'one', '--yes')).stderr).toContain('Nothing to push');
    rmSync(join(home.folder, 'one/partials/x.html'));
  });

  it('are deleted with --prune, unless templates use them', async () => {
    rmSync(join(home.folder, 'one/partials/new.html'));
    const used = await run(0, 'push', '--dir', 'one', '--yes', '--prune');
    expect([used.code, used.stderr]).toEqual([
      expect.any(Number),
      expect.stringContaining('"partials/new" is used by letter-4'),
    ]);
    write('one', { 'letter-4/content.html': 'plain' });
    const done = await run(0, 'push', '--dir', 'one', '--yes', '--prune');
    expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('Pushed')]);
    expect((await run(0, 'list', '--kind', 'partial', '--json')).stdout).not.toContain('partials/new');
    expect((await run(0, 'pull', '--dir', 'two', '--yes', '--prune')).code).toBe(0);
    expect(existsSync(join(home.folder, 'two/partials/new.html'))).toBe(false);
  });

  it('are refused by the command line if their paths have capitals', async () => {
    write('five', { 'a/template.json': '{"name": "A"}', 'a/content.html': 'x', 'partials/Header.html': 'x' });
    const { code, stderr } = await run(0, 'push', '--dir', 'five', '--yes');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('five/partials/Header.html cannot be a partial on a service'),
    ]);
  });

  it('a partial that is used is deleted with --force alone', async () => {
    const refused = await run(0, 'delete', 'partials/line', '--yes');
    expect([refused.code, refused.stderr]).toEqual([
      6,
      expect.stringContaining('"partials/line" is used by letter-1, letter-11'),
    ]);
    expect((await run(0, 'delete', 'partials/line', '--yes', '--force')).code).toBe(0);
  });
});
