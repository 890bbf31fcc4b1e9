import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../../src/store/index.ts';
import { makeHome, runCli } from '../../../helpers/run-cli.ts';
import { openTestService } from '../../../server/test-service.ts';
import { databases } from '../../../store/databases.ts';

const lines = (changes: Record<number, string> = {}) =>
  Array.from({ length: 9 }, (_, index) => `${changes[index + 1] ?? `line ${index + 1}`}\n`).join('');

describe.each(databases)('two people with a folder each and one service on $name', { timeout: 120_000 }, (database) => {
  const limits = { requestsPerKey: { perSecond: 1000, burst: 10_000 } };
  const home = makeHome();
  let env: Record<string, string>;
  let store: Store;
  let count = 0;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const running = await database.start();
    stop = () => running.stop();
    store = await openStore(await running.makeLocation());
    const service = await openTestService({ store, limits });
    env = { ...home.env, PLATEN_BASE_URL: `http://127.0.0.1:${await service.listen()}`, PLATEN_API_KEY: service.key };
  });
  afterAll(async () => {
    home.remove();
    await stop?.();
  });

  let ada: ReturnType<typeof openFolder>;
  let bob: ReturnType<typeof openFolder>;
  let slug: string;

  function openFolder(name: string) {
    const path = (file: string) => join(home.folder, name, file);
    const run = (...words: string[]) => runCli(['templates', ...words, '--dir', name], { cwd: home.folder, env });
    return {
      run,
      rows: async (...words: string[]) => JSON.parse((await run(...words, '--json')).stdout).data,
      read: (file: string) => readFileSync(path(file), 'utf8'),
      write(files: Record<string, string>) {
        for (const [file, text] of Object.entries(files)) {
          mkdirSync(dirname(path(file)), { recursive: true });
          writeFileSync(path(file), text);
        }
      },
    };
  }

  beforeEach(async () => {
    count += 1;
    slug = `letter-${count}`;
    [ada, bob] = [openFolder(`ada-${count}`), openFolder(`bob-${count}`)];
    ada.write({
      [`${slug}/template.json`]: JSON.stringify({ name: `Letter ${count}` }),
      [`${slug}/content.html`]: `${lines()}{% render "partials/head-${count}" %}`,
      [`${slug}/preview_context.json`]: '{"total": 1, "lines": [{"price": 1}]}',
      [`partials/head-${count}.html`]: lines(),
    });
    expect((await ada.run('push', slug, '--yes')).code).toBe(0);
    expect((await bob.run('pull', slug)).code).toBe(0);
    const id = JSON.parse(bob.read(`${slug}/template.json`)).id;
    bob.write({ [`${slug}/template.json`]: JSON.stringify({ id, name: `Letter ${count}` }) });
  });
  const content = (changes: Record<number, string> = {}) => `${lines(changes)}{% render "partials/head-${count}" %}`;
  const stored = async () => {
    const { id } = JSON.parse(ada.read(`${slug}/template.json`));
    return store.templates.get('a', id);
  };

  it('push merges what both changed, and writes the merge into the folder', async () => {
    ada.write({
      [`${slug}/content.html`]: content({ 2: 'Ada' }),
      [`${slug}/preview_context.json`]: '{"total": 2, "lines": [{"price": 1}]}',
    });
    bob.write({
      [`${slug}/content.html`]: content({ 8: 'Bob' }),
      [`${slug}/preview_context.json`]: '{"total": 1, "lines": [{"price": 9}], "new": true}',
    });
    await ada.run('push', slug, '--yes');
    const dry = await bob.run('push', slug, '--dry-run');
    expect([dry.code, dry.stdout]).toEqual([
      0,
      expect.stringContaining(`update  ${slug}  content (merged), preview_context (merged)`),
    ]);
    expect(bob.read(`${slug}/content.html`)).toBe(content({ 8: 'Bob' }));
    const diff = await bob.run('diff', slug);
    expect(diff.stdout).toContain('+Bob');
    expect(diff.stderr).toContain(`${slug} has changed on the service, too`);
    expect(diff.stdout).not.toContain('-Ada');

    const [row] = await bob.rows('push', slug, '--dry-run');
    expect(row).toMatchObject({ action: 'update', merged: ['content', 'preview_context'] });
    const { code, stderr } = await bob.run('push', slug, '--yes');
    const note = (file: string) => `Merged bob-${count}/${slug}/${file} with the changes of the service\n`;
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(`${note('content.html')}${note('preview_context.json')}Pushed 1 template`),
    ]);
    const both = content({ 2: 'Ada', 8: 'Bob' });
    expect(bob.read(`${slug}/content.html`)).toBe(both);
    const values = { total: 2, lines: [{ price: 9 }], new: true };
    expect(JSON.parse(bob.read(`${slug}/preview_context.json`))).toEqual(values);
    expect(await stored()).toMatchObject({ content: both, preview_context: values });
    expect(await bob.rows('push', slug)).toMatchObject([{ action: 'same' }, { action: 'same' }]);
    expect(await ada.rows('pull', slug)).toMatchObject([{ action: 'update' }, { action: 'same' }]);
    expect(ada.read(`${slug}/content.html`)).toBe(both);
  });

  it('pull merges what both changed into the folder, and push sends it', async () => {
    ada.write({ [`${slug}/content.html`]: content({ 2: 'Ada' }) });
    bob.write({ [`${slug}/content.html`]: content({ 8: 'Bob' }) });
    await ada.run('push', slug, '--yes');
    const [row] = await bob.rows('pull', slug);
    expect(row).toMatchObject({ action: 'update', fields: ['content'], merged: ['content'] });
    expect(bob.read(`${slug}/content.html`)).toBe(content({ 2: 'Ada', 8: 'Bob' }));
    expect((await stored()).content).toBe(content({ 2: 'Ada' }));
    expect((await bob.rows('push', slug, '--yes'))[0]).toEqual(
      expect.not.objectContaining({ merged: expect.anything() }),
    );
    expect((await stored()).content).toBe(content({ 2: 'Ada', 8: 'Bob' }));
  });

  it('only lines that both changed are a conflict, which names them and changes nothing', async () => {
    ada.write({ [`${slug}/content.html`]: content({ 2: 'Ada', 5: 'Ada too' }) });
    bob.write({
      [`${slug}/content.html`]: content({ 2: 'Bob', 8: 'Bob too' }),
      [`${slug}/preview_context.json`]: '{"total": 3, "lines": [{"price": 1}]}',
    });
    await ada.run('push', slug, '--yes');
    for (const verb of ['push', 'pull']) {
      const { code, stderr } = await bob.run(verb, slug, '--yes');
      expect([code, stderr]).toEqual([6, expect.stringContaining('content (line 2)')]);
      expect(bob.read(`${slug}/content.html`)).toBe(content({ 2: 'Bob', 8: 'Bob too' }));
    }
    expect(await stored()).toMatchObject({
      content: content({ 2: 'Ada', 5: 'Ada too' }),
      preview_context: { total: 1 },
    });
    // Giving way in the line of the conflict keeps everything else.
    bob.write({ [`${slug}/content.html`]: content({ 2: 'Ada', 8: 'Bob too' }) });
    expect((await bob.run('push', slug, '--yes')).code).toBe(0);
    expect(bob.read(`${slug}/content.html`)).toBe(content({ 2: 'Ada', 5: 'Ada too', 8: 'Bob too' }));
    expect(await stored()).toMatchObject({ content: bob.read(`${slug}/content.html`), preview_context: { total: 3 } });
  });

  it('pull writes both sides of a conflict between markers on request, and push waits until they are resolved', async () => {
    const file = `partials/head-${count}.html`;
    ada.write({ [`${slug}/content.html`]: content({ 2: 'Ada', 7: 'Ada too' }), [file]: lines({ 5: 'Ada' }) });
    bob.write({ [`${slug}/content.html`]: content({ 2: 'Bob' }), [file]: lines({ 5: 'Bob' }) });
    await ada.run('push', slug, '--yes');
    const pulled = await bob.run('pull', slug, '--conflict-markers');
    expect([pulled.code, pulled.stderr]).toEqual([
      6,
      expect.stringContaining(`Conflicts in bob-${count}/${slug}: content (line 2); edit the marked lines, then push`),
    ]);
    const marked = (n: number, more = {}) =>
      lines({ ...more, [n]: '<<<<<<< this folder\nBob\n=======\nAda\n>>>>>>> the service' });
    expect(bob.read(file)).toBe(marked(5));
    expect(bob.read(`${slug}/content.html`)).toContain(marked(2, { 7: 'Ada too' }));
    const pushed = await bob.run('push', slug, '--yes');
    expect([pushed.code, pushed.stderr]).toEqual([
      2,
      expect.stringContaining(`bob-${count}/${slug}/content.html:2 is a conflict that is not resolved`),
    ]);
    expect(pushed.stderr).toContain(`bob-${count}/${file}:5 is a conflict that is not resolved`);
    bob.write({
      [`${slug}/content.html`]: content({ 2: 'Bob and Ada', 7: 'Ada too' }),
      [file]: lines({ 5: 'Bob and Ada' }),
    });
    expect((await bob.run('push', slug, '--yes')).code).toBe(0);
    expect((await stored()).content).toBe(content({ 2: 'Bob and Ada', 7: 'Ada too' }));
  });

  it('partials are merged in both directions; a conflict names the lines and the templates', async () => {
    const file = `partials/head-${count}.html`;
    ada.write({ [file]: lines({ 2: 'Ada' }) });
    bob.write({ [file]: lines({ 8: 'Bob' }) });
    await ada.run('push', slug, '--yes');
    expect((await bob.rows('push', slug, '--yes'))[1]).toMatchObject({ action: 'update', merged: ['content'] });
    expect(bob.read(file)).toBe(lines({ 2: 'Ada', 8: 'Bob' }));
    ada.write({ [file]: lines({ 2: 'Ada', 5: 'Ada again' }) });
    expect((await ada.rows('pull', slug))[1]).toMatchObject({ action: 'update', merged: ['content'] });
    expect(ada.read(file)).toBe(lines({ 2: 'Ada', 5: 'Ada again', 8: 'Bob' }));
    await ada.run('push', slug, '--yes');
    bob.write({ [file]: lines({ 2: 'Ada', 5: 'Bob again', 8: 'Bob' }) });
    const { code, stderr } = await bob.run('push', slug, '--yes');
    expect([code, stderr]).toEqual([
      6,
      expect.stringContaining(`line 5; it is used by ${slug}; nothing was overwritten`),
    ]);
    expect(bob.read(file)).toBe(lines({ 2: 'Ada', 5: 'Bob again', 8: 'Bob' }));
  });

  it('style sheets are merged if a revision of a template has what both were made from', async () => {
    const file = `assets/brand-${count}.css`;
    const rules = (changes: Record<number, string> = {}) =>
      [1, 2, 3, 4, 5].map((n) => `.rule-${n} { color: ${changes[n] ?? 'red'} }\n`).join('');
    const content = `<link rel="stylesheet" href="${file}">`;
    ada.write({ [file]: rules(), [`${slug}/content.html`]: content });
    await ada.run('push', slug, '--yes');
    await bob.run('pull', slug);
    ada.write({ [file]: rules({ 1: 'green' }) });
    bob.write({ [file]: rules({ 4: 'blue' }) });
    await ada.run('push', slug, '--yes');
    expect((await bob.rows('push', slug, '--yes'))[1]).toMatchObject({
      slug: file,
      action: 'update',
      merged: ['content'],
    });
    expect(bob.read(file)).toBe(rules({ 1: 'green', 4: 'blue' }));
    await ada.run('pull', slug);
    expect(ada.read(file)).toBe(rules({ 1: 'green', 4: 'blue' }));
    ada.write({ [file]: rules({ 1: 'white', 4: 'blue' }) });
    bob.write({ [file]: rules({ 1: 'green', 4: 'black' }) });
    await ada.run('push', slug, '--yes');
    const { code, stderr } = await bob.run('push', slug, '--yes');
    expect([code, stderr]).toEqual([6, expect.stringContaining(`no longer has the text`)]);
    expect(stderr).toContain(`it is used by ${slug}`);
  });

  it('a base that the service no longer has is a conflict that says so', async () => {
    bob.write({ [`${slug}/content.html`]: content({ 8: 'Bob' }) });
    const { id } = JSON.parse(bob.read(`${slug}/template.json`));
    for (let n = 0; n < 101; n += 1) await store.templates.update('a', id, { content: content({ 2: `Ada ${n}` }) });
    const { code, stderr } = await bob.run('push', slug, '--yes');
    expect([code, stderr]).toEqual([6, expect.stringContaining('the service no longer has the text')]);
    expect(bob.read(`${slug}/content.html`)).toBe(content({ 8: 'Bob' }));
  });

  describe('named values and a schema', () => {
    const values = (set: object) => JSON.stringify(set);
    const schema = (fields: object) => JSON.stringify({ type: 'object', properties: fields });

    beforeEach(async () => {
      ada.write({
        [`${slug}/values/long.json`]: values({ name: 'A', lines: [1] }),
        [`${slug}/values.schema.json`]: schema({ name: { type: 'string' } }),
      });
      expect((await ada.run('push', slug, '--yes')).code).toBe(0);
      expect((await bob.run('pull', slug)).code).toBe(0);
      ada.write({
        [`${slug}/values/long.json`]: values({ name: 'Ada', lines: [1] }),
        [`${slug}/values.schema.json`]: schema({ name: { type: 'string', minLength: 1 } }),
      });
      expect((await ada.run('push', slug, '--yes')).code).toBe(0);
    });

    it.each(['push', 'pull'])('%s merges what both changed', async (command) => {
      bob.write({
        [`${slug}/values/long.json`]: values({ name: 'A', lines: [1], total: 1 }),
        [`${slug}/values.schema.json`]: schema({ name: { type: 'string' }, total: { type: 'number' } }),
      });
      expect((await bob.run(command, slug, ...(command === 'push' ? ['--yes'] : []))).code).toBe(0);
      expect(JSON.parse(bob.read(`${slug}/values/long.json`))).toEqual({ name: 'Ada', lines: [1], total: 1 });
      const { properties } = JSON.parse(bob.read(`${slug}/values.schema.json`));
      expect(properties).toEqual({ name: { type: 'string', minLength: 1 }, total: { type: 'number' } });
      if (command === 'pull') expect((await bob.run('push', slug, '--yes')).code).toBe(0);
      expect((await ada.run('pull', slug)).code).toBe(0);
      for (const file of ['values/long.json', 'values.schema.json'])
        expect(JSON.parse(ada.read(`${slug}/${file}`))).toEqual(JSON.parse(bob.read(`${slug}/${file}`)));
    });

    it('are a conflict at the field that both changed', async () => {
      const text = values({ name: 'Bob', lines: [1] });
      bob.write({ [`${slug}/values/long.json`]: text });
      const { code, stderr } = await bob.run('push', slug, '--yes');
      expect(code).not.toBe(0);
      expect(stderr).toContain('/name');
      expect(bob.read(`${slug}/values/long.json`)).toBe(text);
    });
  });
});
