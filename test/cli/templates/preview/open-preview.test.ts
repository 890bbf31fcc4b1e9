import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CommandError } from '../../../../src/cli/output/command-error.ts';
import { digestText } from '../../../../src/cli/templates/context-text.ts';
import { openPreview, type PreviewEdges } from '../../../../src/cli/templates/preview/open-preview.ts';
import type { PreviewSource } from '../../../../src/cli/templates/preview-source.ts';
import { makeFolder } from '../../commands/run-command.ts';

let folder: string;
/** The texts of the files: the content, and the values by the name of their set. */
let content: string;
let values: Record<string, string | undefined>;

beforeEach(() => {
  folder = makeFolder();
  content = '<p>one';
  values = { '': '{"a": 1}', long: '{"a": 100}' };
});

interface Setting {
  source?: { [name in keyof PreviewSource]?: unknown };
  edges?: { [name in keyof PreviewEdges]?: unknown };
}

/** Opens a preview, and tells its renders, what was saved, and how often it changed. */
function open({ source: changes, edges: more }: Setting = {}) {
  const rendered: object[] = [];
  const saved: unknown[][] = [];
  const changed = { count: 0, file: () => {}, isWatched: true };
  const source = {
    ...{ slug: 'invoice', name: 'Invoice', shown: 'mails/invoice', folder, contentFile: 'content.html' },
    valuesFile: (set?: string) => (set === undefined ? 'preview_context.json' : `values/${set}.json`),
    listSets: async () => ['long'],
    read: async (_signal: AbortSignal, set = '') => ({ content, context: values[set] }),
    watch(onChange: () => void) {
      changed.file = onChange;
      return () => {
        changed.isWatched = false;
      };
    },
    async saveContext(text: string, set = '') {
      saved.push([text, set]);
      values[set] = text;
    },
    ...changes,
  };
  const edges = {
    ...{ cwd: folder, platform: 'linux', request: { metadata: { title: 'T' } } },
    templates: {
      render: async (text: { content: string }, given: object) => `${text.content} ${JSON.stringify(given)}`,
      check: async () => [],
      findPartials: async () => [],
    },
    values: { find: async () => [] },
    renderer: {
      async render(body: object) {
        rendered.push(body);
        return { pdf: Buffer.from(`PDF ${rendered.length}`), pages: 2, warnings: [] };
      },
    },
    ...more,
  };
  const preview = openPreview(source as PreviewSource, edges as unknown as PreviewEdges, () => {
    changed.count += 1;
  });
  onTestFinished(() => preview.close());
  /** Waits until something holds. */
  const until = (check: () => void) => vi.waitFor(check, { interval: 5, timeout: 5000 });
  return { preview, rendered, saved, changed, until };
}

const context = {
  ...{ text: '{"a": 1}', file: 'preview_context.json', digest: digestText('{"a": 1}') },
  ...{ edited: false, set: null, sets: ['long'] },
};

describe('a preview', () => {
  it('has a PDF of the template with its values', async () => {
    const { preview, rendered } = open();
    const { slug, name, shown } = { slug: 'invoice', name: 'Invoice', shown: 'mails/invoice' };
    expect(preview.state).toEqual({
      ...{ slug, name, shown, busy: true, error: null, pdf: null, warnings: [] },
      context: { text: '', file: null, digest: '', edited: false, set: null, sets: [] },
    });
    await preview.ready;
    const pdf = { version: 1, pages: 2, bytes: 5, ms: expect.any(Number) };
    expect(preview.state).toEqual({ slug, name, shown, busy: false, error: null, pdf, warnings: [], context });
    expect(preview.state.pdf?.ms).toBeLessThan(60_000);
    expect(rendered).toEqual([{ metadata: { title: 'T' }, parts: { html: '<p>one {"a":1}' } }]);
    expect(preview.findPdf(1)).toEqual(Buffer.from('PDF 1'));
  });

  it('is made again when its files change, and keeps the last three PDFs', async () => {
    const { preview, changed, until } = open();
    await preview.ready;
    for (const version of [2, 3, 4]) {
      content = `<p>${version}`;
      changed.file();
      await until(() => expect(preview.state.pdf?.version).toBe(version));
    }
    expect([1, 2, 3, 4, 5].map((version) => preview.findPdf(version)?.toString())).toEqual([
      undefined,
      'PDF 2',
      'PDF 3',
      'PDF 4',
      undefined,
    ]);
  });

  it('is not made again of the same, and reports only what changes', async () => {
    const { preview, changed, rendered, until } = open();
    await preview.ready;
    const { count } = changed;
    const before = preview.state;
    changed.file();
    await until(() => expect(preview.state).toEqual(before));
    values[''] = '{"a":1}';
    changed.file();
    await until(() => expect(preview.state.context.text).toBe('{"a":1}'));
    await new Promise(setImmediate);
    expect([rendered.length, changed.count]).toEqual([1, count + 1]);
    expect(preview.state.busy).toBe(false);
  });

  it('ends with its close', async () => {
    const { preview, changed } = open();
    preview.close();
    expect(changed.isWatched).toBe(false);
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    expect(preview.state).toMatchObject({ busy: true, error: null, pdf: null });
  });

  it('has no values if its source has none', async () => {
    values = {};
    const { preview } = open({ source: { saveContext: undefined } });
    await preview.ready;
    expect(preview.state.context).toEqual({
      ...{ text: '{}\n', file: null, digest: digestText(undefined), edited: false, set: null, sets: ['long'] },
    });
    await expect(preview.saveContext('{}', undefined)).rejects.toMatchObject({
      ...{ code: 'usage', message: 'these values cannot be saved from here' },
    });
  });

  it('tells warnings of the render', async () => {
    const warnings = [{ part: 0, code: 'css_ignored', detail: 'grid is unsupported' }];
    const render = async () => ({ pdf: Buffer.from('x'), pages: 1, warnings });
    const { preview } = open({ edges: { renderer: { render } } });
    await preview.ready;
    expect(preview.state.warnings.map(({ message }) => message)).toEqual(['grid is unsupported']);
  });

  it('warns of files that are missing', async () => {
    content = '<img src="no.png">';
    const { preview } = open();
    await preview.ready;
    expect(preview.state.warnings).toEqual([expect.objectContaining({ message: expect.stringContaining('no.png') })]);
  });
});

describe('a failure of a preview', () => {
  it('is shown, and the last PDF stays', async () => {
    const { preview, changed, until } = open();
    await preview.ready;
    const { pdf } = preview.state;
    values[''] = '{"a": 1,\n"b"}';
    changed.file();
    await until(() => expect(preview.state.error).not.toBeNull());
    expect(preview.state).toMatchObject({
      ...{ busy: false, pdf, error: { file: 'preview_context.json', line: 2 } },
      context: { text: '{"a": 1,\n"b"}' },
    });
    values[''] = '{"a": 2}';
    changed.file();
    await until(() => expect(preview.state).toMatchObject({ error: null, pdf: { version: 2 } }));
  });

  it('goes with the change that it came with', async () => {
    const { preview, changed, rendered, until } = open();
    await preview.ready;
    values[''] = '[';
    changed.file();
    await until(() => expect(preview.state.error).not.toBeNull());
    values[''] = '{"a": 1}';
    changed.file();
    await until(() => expect(preview.state.error).toBeNull());
    expect(rendered).toHaveLength(1);
  });

  it('may be of values that the schema refuses', async () => {
    const given: unknown[][] = [];
    const find = async (...all: unknown[]) => {
      given.push(all);
      return [{ message: 'a must be a text', line: 1, column: 7 }, { message: 'more' }];
    };
    const { preview } = open({ edges: { values: { find } } });
    await preview.ready;
    expect(preview.state.error).toMatchObject({
      ...{ message: 'a must be a text', file: 'preview_context.json', line: 1, column: 7 },
    });
    expect(given).toEqual([[folder, 'mails/invoice', { a: 1 }, { file: 'preview_context.json', json: '{"a": 1}' }]]);
    const without = open({ edges: { values: { find: async () => [{ message: 'a is missing' }] } } });
    await without.preview.ready;
    expect(without.preview.state.error).toMatchObject({ line: 1, column: 1 });
  });

  it.each([
    [2, null],
    [3, 'no file'],
  ])('may pass while a file is saved: %i tries', async (failures, message) => {
    let tries = 0;
    const read = async () => {
      tries += 1;
      if (tries <= failures) throw new CommandError('input_missing', 'no file');
      return { content, context: values[''] };
    };
    const { preview } = open({ source: { read } });
    await preview.ready;
    expect([tries, preview.state.error?.message ?? null]).toEqual([3, message]);
  });

  it('is not waited for without a folder', async () => {
    let tries = 0;
    const read = async () => {
      tries += 1;
      throw new CommandError('input_missing', 'no file');
    };
    const { preview } = open({ source: { read, folder: undefined } });
    await preview.ready;
    expect([tries, preview.state.error?.message]).toEqual([1, 'no file']);
  });
});

describe('the values of a preview', () => {
  it('may be those of a set', async () => {
    const { preview, rendered, until } = open();
    await preview.ready;
    preview.chooseSet('long');
    await until(() => expect(preview.state.pdf?.version).toBe(2));
    expect(preview.state.context).toEqual({
      ...{ ...context, text: '{"a": 100}', file: 'values/long.json', digest: digestText('{"a": 100}'), set: 'long' },
    });
    expect(rendered[1]).toMatchObject({ parts: { html: '<p>one {"a":100}' } });
    preview.chooseSet(undefined);
    await until(() => expect(preview.state.context).toEqual(context));
  });

  it.each([
    ['long', 'long'],
    ['gone', null],
    [undefined, null],
  ])('are those of the set that is named, if there is one: %s', async (set, chosen) => {
    const { preview, changed, until } = open({ edges: { set } });
    await preview.ready;
    expect(preview.state.context.set).toBe(chosen);
    preview.chooseSet(undefined);
    await until(() => expect(preview.state.context.set).toBeNull());
    changed.file();
    await new Promise(setImmediate);
    expect(preview.state.context.set).toBeNull();
  });

  it('may be others than those of the file, until these are wanted again', async () => {
    const { preview, rendered, until } = open();
    await preview.ready;
    preview.setContext('{"a": 2}');
    await until(() => expect(preview.state.pdf?.version).toBe(2));
    expect(preview.state.context).toEqual({ ...context, text: '{"a": 2}', edited: true });
    expect(rendered[1]).toMatchObject({ parts: { html: '<p>one {"a":2}' } });
    preview.setContext('{"a": 1}');
    await until(() => expect(preview.state.context).toEqual(context));
    preview.setContext('[');
    await until(() => expect(preview.state.error).not.toBeNull());
    expect(preview.state.context.text).toBe('[');
    preview.setContext(undefined);
    await until(() => expect(preview.state).toMatchObject({ error: null, context }));
    preview.setContext('{"a": 3}');
    await until(() => expect(preview.state.context.edited).toBe(true));
    preview.chooseSet(undefined);
    await until(() => expect(preview.state.context).toEqual(context));
  });

  it('are saved if the file is as it was', async () => {
    const { preview, saved, until } = open();
    await preview.ready;
    preview.setContext('{"a": 2}');
    await expect(preview.saveContext('{"a": 2}', digestText('{}'))).rejects.toMatchObject({
      ...{ code: 'conflict', message: 'preview_context.json has changed meanwhile' },
    });
    await expect(preview.saveContext('{"a": ', digestText('{"a": 1}'))).rejects.toThrow();
    expect(saved).toEqual([]);
    const digest = await preview.saveContext('{"a": 2}', digestText('{"a": 1}'));
    expect([digest, saved]).toEqual([digestText('{"a": 2}'), [['{"a": 2}', '']]]);
    await until(() => expect(preview.state.context).toEqual({ ...context, text: '{"a": 2}', digest }));
    preview.chooseSet('long');
    await preview.saveContext('{}', undefined);
    expect(saved[1]).toEqual(['{}', 'long']);
  });
});
