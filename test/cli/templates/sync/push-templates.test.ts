import { beforeEach, describe, expect, it } from 'vitest';
import { CommandError } from '../../../../src/cli/output/command-error.ts';
import { startLateSignal } from '../../../../src/cli/templates/sync/push-templates.ts';
import { openTemplateService, type TemplateService } from './template-service.ts';

let service: TemplateService;

beforeEach(() => {
  service = openTemplateService();
});

/** A folder with a template, as it is before its first push. */
function writeInvoice(head: object = { name: 'Invoice' }): void {
  service.write('templates/invoice/template.json', head);
  service.write('templates/invoice/content.html', 'Hello');
}

/** The changing calls, by their names. */
const changesOf = (calls: readonly unknown[][]) =>
  calls.flatMap(([name]) => (/^(?:create|update|delete|set)/.test(String(name)) ? [name] : []));
const push = (...words: string[]) => service.run(['push', ...words]);
const contentOf = (id: string) => service.templates.get(id)?.content;
const raced = () => {
  throw new CommandError('template_changed', 'the ETag is another one');
};

describe('the first push', () => {
  it('creates the template, notes its id and says what it does', async () => {
    writeInvoice();
    const { code, stdout, stderr } = await push('--yes');
    const [created] = service.templates.values();
    expect(created).toMatchObject({ name: 'Invoice', content: 'Hello', preview_context: {} });
    expect(JSON.parse(service.read('templates/invoice/template.json'))).toEqual({ id: created?.id, name: 'Invoice' });
    expect([code, stdout]).toEqual([undefined, '']);
    expect(stderr.split('\n')).toEqual([
      'ACTION  TEMPLATE  FIELDS',
      'create  invoice   name, content',
      '',
      '1 to create',
      'Pushing 1 template to https://pdf.example',
      'Pushed 1 template',
      '',
    ]);
  });

  it('sends shared files, values and the files of the template, each in its turn', async () => {
    writeInvoice();
    service.write('templates/invoice/values/minimal.json', { total: 1 });
    service.write('templates/invoice/values.schema.json', { type: 'object' });
    service.write('templates/invoice/assets/logo.svg', '<svg/>');
    service.write('templates/partials/head.html', '<b>');
    service.write('templates/layouts/plain.html', '<i>');
    service.write('templates/assets/stamp.svg', '<svg>s</svg>');
    const { stderr, calls } = await push('--yes', '-m', 'The first');
    const made = [...service.templates.values()].map(({ id: _, etag: __, ...template }) => template);
    const plain = { preview_context: {}, sets: {}, schema: null };
    expect(made).toEqual([
      { name: 'layouts/plain', kind: 'layout', content: '<i>', slug: 'layouts/plain', ...plain },
      { name: 'partials/head', kind: 'partial', content: '<b>', slug: 'partials/head', ...plain },
      {
        ...{ name: 'Invoice', kind: 'template', content: 'Hello', slug: 'invoice', preview_context: {} },
        ...{ sets: { minimal: { total: 1 } }, schema: { type: 'object' } },
      },
    ]);
    const id = [...service.templates.keys()].at(-1);
    expect(service.assets).toEqual([
      { path: 'assets/stamp.svg', base64: Buffer.from('<svg>s</svg>').toString('base64') },
      { path: 'assets/logo.svg', template: id, base64: Buffer.from('<svg/>').toString('base64') },
    ]);
    expect(changesOf(calls)).toEqual([
      ...['setAsset', 'createTemplate', 'createTemplate', 'createTemplate', 'setAsset', 'updateValueSets'],
    ]);
    expect(calls.at(-1)).toEqual([
      'updateValueSets',
      id,
      { sets: { minimal: { total: 1 } }, schema: { type: 'object' } },
      { message: 'The first', ifMatch: '"1"' },
    ]);
    expect(stderr).toContain('Pushing 1 template and 6 files to https://pdf.example\nPushed 1 template and 6 files\n');
  });

  it('saves a new template again if its assets came later, unless values follow', async () => {
    writeInvoice();
    service.write('templates/invoice/assets/logo.svg', '<svg/>');
    const { calls } = await push('--yes');
    const [id] = service.templates.keys();
    expect(changesOf(calls)).toEqual(['createTemplate', 'setAsset', 'updateTemplate']);
    expect(calls.at(-1)).toEqual([
      'updateTemplate',
      id,
      { name: 'Invoice' },
      { message: 'Adds the files of the template' },
    ]);
  });

  it('links a template of the same name and content, and creates nothing', async () => {
    const { id } = service.add({ content: 'Hello' });
    writeInvoice();
    const { stderr, calls } = await push('--yes');
    expect(JSON.parse(service.read('templates/invoice/template.json'))).toEqual({ id, name: 'Invoice' });
    expect(changesOf(calls)).toEqual([]);
    expect(stderr).toContain('1 to link');
  });

  it('gives a new template the name of its folder as its slug, if that is free', async () => {
    writeInvoice({ name: 'Rechnung' });
    const { calls } = await push('--yes');
    expect(calls).toContainEqual(['createTemplate', { name: 'Rechnung', content: 'Hello', slug: 'invoice' }]);
    service.add({ name: 'Other', slug: 'bill' });
    service.write('templates/bill/template.json', { name: 'Bill of May' });
    service.write('templates/bill/content.html', 'b');
    const next = await push('--yes');
    expect(next.calls).toContainEqual(['createTemplate', { name: 'Bill of May', content: 'b' }]);
  });
});

describe('a later push', () => {
  beforeEach(async () => {
    writeInvoice();
    await push('--yes');
  });
  const id = () => [...service.templates.keys()][0] ?? '';

  it('does nothing if nothing has changed', async () => {
    const { code, stderr, calls } = await push();
    expect([code, stderr, changesOf(calls)]).toEqual([undefined, 'Nothing to push (1 the same)\n', []]);
  });

  it('updates what changed, guarded by the ETag that it compared with', async () => {
    service.write('templates/invoice/content.html', 'New');
    const { stderr, calls } = await push('--yes', '-m', 'Newer');
    expect(calls.at(-1)).toEqual(['updateTemplate', id(), { content: 'New' }, { message: 'Newer', ifMatch: '"1"' }]);
    expect([contentOf(id()), stderr.split('\n').slice(-3)]).toEqual([
      'New',
      ['Pushing 1 template to https://pdf.example', 'Pushed 1 template', ''],
    ]);
    expect((await push()).stderr).toBe('Nothing to push (1 the same)\n');
  });

  it('asks before it sends anything', async () => {
    service.write('templates/invoice/content.html', 'New');
    const no = await service.run(['push'], { typed: 'n\n' });
    expect([no.code, changesOf(no.calls)]).toEqual([2, []]);
    expect(no.stderr).toMatch(/Push 1 template to https:\/\/pdf\.example\? \[y\/N\] Nothing was pushed\.\n$/);
    const yes = await service.run(['push'], { typed: 'y\n' });
    expect([yes.code, contentOf(id())]).toEqual([undefined, 'New']);
    expect(yes.stderr).toMatch(/\[y\/N\] Pushed 1 template\n$/);
  });

  it('sends nothing if nobody can answer', async () => {
    service.write('templates/invoice/content.html', 'New');
    const { error, calls } = await service.run(['push'], { stdin: '' });
    expect([error, changesOf(calls)]).toEqual([expect.objectContaining({ code: 'consent_needed' }), []]);
  });

  it('only shows the changes in a dry run', async () => {
    service.write('templates/invoice/content.html', 'New');
    const { code, stdout, stderr, calls } = await push('--dry-run');
    expect([code, stderr, changesOf(calls)]).toEqual([undefined, '', []]);
    expect(stdout).toBe('ACTION  TEMPLATE  FIELDS\nupdate  invoice   content\n\n1 to update\n');
  });

  it('prints what it did as JSON alone', async () => {
    service.write('templates/invoice/content.html', 'New');
    const { stdout, stderr } = await push('--yes', '--json');
    const row = { slug: 'invoice', id: id(), name: 'Invoice', action: 'update', fields: ['content'] };
    expect([JSON.parse(stdout), stderr]).toEqual([{ data: [row], warnings: [] }, '']);
  });

  it('overwrites nothing that changed on the service since, without --force', async () => {
    service.write('templates/invoice/content.html', 'Here');
    Object.assign(service.templates.get(id()) ?? {}, { content: 'There', etag: '"2"' });
    const { code, stderr, calls } = await push('--yes');
    expect([code, changesOf(calls), contentOf(id())]).toEqual([6, [], 'There']);
    expect(stderr).toContain('-There');
    expect(stderr).toContain('+Here');
    expect(stderr).toContain('template "invoice" was not pushed: it changed on the service');
    expect(stderr).not.toContain('Nothing to push');
    const dry = await push('--dry-run');
    expect(dry.stderr).toContain('template "invoice" would not be pushed: ');
    await push('--yes', '--force');
    expect(contentOf(id())).toBe('Here');
  });

  it('leaves out what only the service changed', async () => {
    Object.assign(service.templates.get(id()) ?? {}, { content: 'There' });
    const { stderr } = await push();
    expect(stderr).toContain('changed there  invoice   content');
    expect(stderr).toContain('Nothing to push (1 changed on the service only)');
    await push('--yes', '--force');
    expect(contentOf(id())).toBe('Hello');
  });

  it.each([
    ['a change that came first', 'There', 6],
    ['its own change, whose response was lost', 'New', undefined],
  ])('compares once more after a refused update, and finds %s', async (_what, content, exit) => {
    service.write('templates/invoice/content.html', 'New');
    const update = () => {
      Object.assign(service.templates.get(id()) ?? {}, { content });
      return raced();
    };
    service.stub = { updateTemplate: update };
    const { code, stderr } = await push('--yes');
    expect(code).toBe(exit);
    if (exit !== undefined) {
      expect(stderr).toContain('it changed on the service while this command ran');
      expect(stderr).toContain('-There');
    } else expect(stderr).toContain('Pushed 1 template');
  });

  it('shows no difference of a race in JSON', async () => {
    service.write('templates/invoice/content.html', 'New');
    service.stub = { updateTemplate: raced };
    const { code, stdout, stderr } = await push('--yes', '--json');
    expect(JSON.parse(stdout).data).toMatchObject([{ action: 'conflict', error: { code: 'template_changed' } }]);
    expect([code, stderr]).toEqual([6, expect.stringMatching(/^\{.*\}\n$/s)]);
  });

  it('compares a template without an ETag right before its update', async () => {
    service.write('templates/invoice/content.html', 'New');
    const template = service.templates.get(id());
    const answer = (content: string) => ({ id: id(), name: 'Invoice', content, preview_context: {} });
    const contents = ['Hello', 'There'];
    service.stub = { getTemplate: async () => ({ body: { data: answer(contents.shift() ?? '') } }) };
    const { code, calls } = await push('--yes');
    expect([code, template?.content, changesOf(calls)]).toEqual([6, 'Hello', []]);
    service.stub = { getTemplate: async () => ({ body: { data: answer('Hello') } }) };
    const next = await push('--yes');
    expect([next.code, contentOf(id())]).toEqual([undefined, 'New']);
    expect(next.calls.at(-1)).toEqual(['updateTemplate', id(), { content: 'New' }, {}].slice(0, 3));
  });

  it('goes on after a failure, and exits with the code of a partial failure', async () => {
    service.write('templates/invoice/content.html', 'New');
    service.write('templates/letter/template.json', { name: 'Letter' });
    service.write('templates/letter/content.html', 'Dear');
    service.stub = {
      createTemplate: () => {
        throw new CommandError('forbidden', 'the key may not do that');
      },
    };
    const { code, stderr } = await push('--yes');
    expect([code, contentOf(id())]).toEqual([21, 'New']);
    expect(stderr).toContain('Pushed 1 template\n');
    expect(stderr).toContain('template "letter" was not pushed: ');
    expect(stderr).toContain('1 of 2 templates were not pushed');
  });

  it('merges changes of both sides in different lines, and writes the merge', async () => {
    const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    service.write('templates/invoice/content.html', lines.join('\n'));
    await push('--yes');
    const base = { name: 'Invoice', content: lines.join('\n'), preview_context: {} };
    service.write('templates/invoice/content.html', lines.join('\n').replace('a', 'A'));
    Object.assign(service.templates.get(id()) ?? {}, { content: lines.join('\n').replace('g', 'G') });
    service.stub = {
      listRevisions: async () => ({ data: [{ revision: 1 }], page: { next: null } }),
      getRevision: async () => base,
    };
    const { code, stderr } = await push('--yes');
    const merged = ['A', ...lines.slice(1, -1), 'G'].join('\n');
    expect([code, contentOf(id()), service.read('templates/invoice/content.html')]).toEqual([
      undefined,
      merged,
      merged,
    ]);
    expect(stderr).toContain('content (merged)');
    expect(stderr).toContain('Merged templates/invoice/content.html with the changes of the service');
    expect((await push()).stderr).toBe('Nothing to push (1 the same)\n');
  });

  it('says how to create a template that is gone from the service', async () => {
    service.templates.clear();
    const { code, stderr } = await push('--yes');
    expect(code).toBe(5);
    expect(stderr).toContain('remove "id" from templates/invoice/template.json');
  });

  it('deletes with --prune what had a folder here, and asks in the words of that', async () => {
    service.add({ name: 'Foreign' });
    const old = id();
    service.remove('templates/invoice');
    const { stderr, calls } = await push('--prune', '--yes');
    expect(calls.at(-1)).toEqual(['deleteTemplate', old, { ifMatch: '"1"' }]);
    expect([...service.templates.values()].map(({ name }) => name)).toEqual(['Foreign']);
    expect(stderr).toContain('Pushing 1 template to https://pdf.example, deleting 1\nPushed 1 template\n');
    expect(service.read('templates/.platen.json')).not.toContain(old);
    await push('--prune', '--force', '--yes');
    expect(service.templates.size).toBe(0);
  });

  it('leaves with --prune what has changed since, and what is missing already', async () => {
    service.remove('templates/invoice');
    Object.assign(service.templates.get(id()) ?? {}, { content: 'Newer' });
    expect([(await push('--prune', '--yes')).code, service.templates.size]).toEqual([6, 1]);
    service.stub = {
      deleteTemplate: () => {
        throw new CommandError('template_not_found', 'it is missing');
      },
    };
    expect((await push('--prune', '--force', '--yes')).code).toBeUndefined();
    service.stub = { deleteTemplate: raced };
    Object.assign(service.templates.get(id()) ?? {}, { content: 'Newer' });
    expect((await push('--prune', '--force', '--yes')).code).toBe(6);
  });

  it('sends files that changed, and deletes missing ones only with --prune', async () => {
    service.write('templates/partials/head.html', '<b>');
    service.write('templates/invoice/assets/logo.svg', '<svg/>');
    service.write('templates/invoice/values/minimal.json', { total: 1 });
    service.write('templates/invoice/values/full.json', { total: 9 });
    expect((await push('--yes')).stderr).toContain('Pushing 4 files to https://pdf.example\nPushed 4 files\n');
    service.write('templates/partials/head.html', '<i>');
    service.write('templates/invoice/assets/logo.svg', '<svg>2</svg>');
    service.write('templates/invoice/values/minimal.json', { total: 2 });
    const { calls } = await push('--yes', '-m', 'Second');
    const partial = [...service.templates.values()].find(({ kind }) => kind === 'partial');
    expect(partial?.content).toBe('<i>');
    expect(calls).toContainEqual([
      'updateTemplate',
      partial?.id,
      { content: '<i>' },
      { message: 'Second', ifMatch: '"1"' },
    ]);
    expect(calls.at(-1)?.slice(0, 3)).toEqual(['updateValueSets', id(), { sets: { minimal: { total: 2 } } }]);
    service.remove('templates/partials/head.html');
    service.remove('templates/invoice/assets/logo.svg');
    service.remove('templates/invoice/values/full.json');
    expect(changesOf((await push('--yes')).calls)).toEqual([]);
    const pruned = await push('--yes', '--prune');
    expect(changesOf(pruned.calls)).toEqual(['deleteAsset', 'deleteTemplate', 'updateValueSets']);
    expect(pruned.calls.at(-1)?.slice(0, 3)).toEqual(['updateValueSets', id(), { sets: { full: null } }]);
    expect([service.assets, service.templates.size]).toEqual([[], 1]);
    expect((await push()).stderr).toBe('Nothing to push (2 the same)\n');
  });

  it('sends no values that the service changed since they were compared', async () => {
    service.write('templates/invoice/values/minimal.json', { total: 1 });
    service.write('templates/invoice/values/full.json', { total: 1 });
    const sets = { minimal: { total: 7 } };
    service.stub = { getValueSets: async () => ({ sets, schema: null }) };
    const { code, stderr, calls } = await push('--yes');
    expect([code, changesOf(calls)]).toEqual([6, []]);
    expect(stderr.match(/it changed on the service while this command ran/g)).toHaveLength(2);
  });
});

describe('a push of some templates', () => {
  it('leaves the others alone', async () => {
    writeInvoice();
    service.write('templates/letter/template.json', { name: 'Letter' });
    service.write('templates/letter/content.html', 'Dear');
    const { stderr } = await push('letter', '--yes');
    expect([...service.templates.values()].map(({ name }) => name)).toEqual(['Letter']);
    expect(stderr).toContain('1 to create\n');
  });

  it.each([
    [['--prune', 'invoice'], 'usage', '--prune is about all templates; name none'],
    [['ghost'], 'input_missing', 'there is no template "ghost" in templates'],
    [['--dir', 'nowhere'], 'input_missing', 'there is no folder nowhere'],
    [['-m', ' '], 'usage', expect.stringContaining('--message')],
  ])('is refused before anything is contacted: %j', async (words, code, message) => {
    writeInvoice();
    expect(await push(...words)).toMatchObject({ error: { code, message }, calls: [] });
  });

  it('prunes nothing if a folder cannot be read', async () => {
    writeInvoice();
    service.write('templates/broken/template.json', '{');
    expect(await push('--prune')).toMatchObject({ error: { code: 'input_invalid' }, calls: [] });
    const { code, stderr } = await push('--yes');
    expect([code, service.templates.size]).toEqual([21, 1]);
    expect(stderr).toContain('template "broken" was not pushed: ');
  });

  it('warns of folders that are no templates', async () => {
    writeInvoice();
    service.write('templates/draft/content.html', 'x');
    expect((await push('--yes')).stderr).toContain(
      'warning: templates/draft is passed over: it has no template.json, such as {"name": "Invoice"}',
    );
  });
});

describe('a signal that comes later than another', () => {
  it.each([[true], [false]])(
    'is not aborted until then, and never once it is stopped (aborted before: %s)',
    async (isEarly) => {
      const first = new AbortController();
      if (isEarly) first.abort(new Error('stop'));
      const late = startLateSignal(first.signal, 0);
      const stopped = startLateSignal(first.signal, 0);
      stopped.stop();
      expect(late.signal.aborted).toBe(false);
      const ended = new Promise((resolve) => late.signal.addEventListener('abort', resolve, { once: true }));
      first.abort(new Error('stop'));
      await ended;
      expect([late.signal.reason, stopped.signal.aborted]).toEqual([new Error('stop'), false]);
      late.stop();
    },
  );
});
