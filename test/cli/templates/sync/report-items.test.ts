import { describe, expect, it } from 'vitest';
import type { Context } from '../../../../src/cli/command/context.ts';
import { CommandError } from '../../../../src/cli/output/command-error.ts';
import {
  countActions,
  formatPlan,
  noteMerges,
  reportFailures,
} from '../../../../src/cli/templates/sync/report-items.ts';
import {
  attemptItem,
  describeItemError,
  isChange,
  itemsToJson,
  type SyncItem,
} from '../../../../src/cli/templates/sync/sync-item.ts';
import { ServiceError } from '../../../../src/client/service-error.ts';

const item = (changes: Partial<SyncItem> = {}): SyncItem => ({
  slug: 'invoice',
  id: null,
  name: 'Invoice',
  action: 'update',
  fields: [],
  ...changes,
});

/** A context that keeps what it prints. */
function openContext(json = false) {
  const printed: string[] = [];
  const plain = Object.assign((text: string) => text, { bold: (text: string) => text });
  const chalk = { red: plain, bold: plain, dim: plain };
  const output = {
    json,
    raw: (text: string) => printed.push(text),
    note: (text: string) => printed.push(text),
    chalk: async () => chalk,
    takeWarnings: () => [],
  };
  return { printed, context: { output, flags: { debug: false } } as unknown as Context };
}

describe('a plan', () => {
  it('counts its actions in a fixed order', () => {
    const items = ['same', 'update', 'same', 'create', 'changed_there', 'gone'] as const;
    expect(countActions(items.map((action) => item({ action })))).toBe(
      '1 to create, 1 to update, 2 the same, 1 changed on the service only, 1 gone from the service',
    );
    expect(countActions([])).toBe('no templates');
  });

  it('has a table of what is not the same', () => {
    const items = [
      item({ action: 'same', slug: 'letter' }),
      item({ action: 'changed_here', slug: 'bill', fields: ['content'] }),
      item({
        fields: ['name', 'content', 'preview_context'],
        merged: { content: 'x', preview_context: {} },
        marked: 'x',
      }),
      item({ slug: 'note', fields: ['content'], merged: { content: 'x' } }),
    ];
    const lines = formatPlan(items).split('\n');
    expect(lines.find((line) => line.includes('letter'))).toBeUndefined();
    expect(lines.find((line) => line.includes('bill'))).toMatch(/^changed here +bill +content$/);
    expect(lines.find((line) => line.includes('invoice'))).toMatch(
      /^update +invoice +name, content \(with conflict markers\), preview_context \(merged\)$/,
    );
    expect(lines.find((line) => line.includes('note'))).toMatch(/content \(merged\)$/);
    expect(formatPlan([item({ action: 'same' })])).toBe('1 the same\n');
  });
});

it('files that were merged are named, with their conflicts', () => {
  const { context, printed } = openContext();
  const merged = { content: 'x' };
  noteMerges(
    context,
    [
      item(),
      item({ merged, error: new Error('x') }),
      item({ merged: { ...merged, preview_context: {} } }),
      item({ slug: 'bill', merged, marked: 'content (line 3)' }),
    ],
    'templates',
  );
  expect(printed).toEqual([
    expect.stringMatching(/^Merged templates\/invoice\/\S+\.html with the changes of the service$/),
    expect.stringMatching(/^Merged templates\/invoice\/\S+\.json with the changes of the service$/),
    expect.stringMatching(/^Merged templates\/bill\/\S+\.html with the changes of the service$/),
    'Conflicts in templates/bill: content (line 3); edit the marked lines, then push',
  ]);
});

describe('failures', () => {
  const conflict = new CommandError('conflict', 'it changed');
  const missing = new CommandError('input_missing', 'no content');
  const report = async (items: SyncItem[], json = false) => {
    const { context, printed } = openContext(json);
    return { exit: await reportFailures(context, items, 'was not pushed'), printed };
  };

  it('that are missing print nothing', async () => {
    expect(await report([item()])).toEqual({ exit: undefined, printed: [] });
  });

  it('of one item decide the exit code if nothing else was done', async () => {
    const { exit, printed } = await report([item({ error: conflict }), item({ action: 'same' })]);
    expect(exit).toBe(describeItemError(conflict).exit);
    expect(printed).toHaveLength(1);
    expect(printed[0]).toContain('template "invoice" was not pushed: it changed');
  });

  it('of a file are named so', async () => {
    const { printed } = await report([{ ...item({ error: conflict }), there: undefined } as SyncItem]);
    expect(printed[0]).toContain('file "invoice" was not pushed: it changed');
  });

  it('of one kind keep their exit code, and are counted', async () => {
    const { exit, printed } = await report([
      item({ error: conflict }),
      item({ error: conflict }),
      item({ action: 'same' }),
    ]);
    expect(exit).toBe(describeItemError(conflict).exit);
    expect(printed).toHaveLength(3);
    expect(printed[2]).toContain('2 of 3 templates were not pushed');
  });

  it.each([[[item({ error: conflict }), item()]], [[item({ error: conflict }), item({ error: missing })]]])(
    'beside other results are a partial failure',
    async (items) => {
      const { exit, printed } = await report(items);
      expect(exit).toBe(describeItemError(new CommandError('partial_failure', 'x')).exit);
      expect(printed.at(-1)).toContain('code: partial_failure');
    },
  );

  it('with --json are one line', async () => {
    const { printed } = await report([item({ error: conflict }), item({ error: missing })], true);
    expect(printed).toHaveLength(1);
    expect(JSON.parse(printed[0] ?? '')).toMatchObject({
      error: { code: 'partial_failure', message: '2 of 2 templates were not pushed' },
    });
  });
});

describe('an item', () => {
  it.each([
    ['create', true],
    ['update', true],
    ['link', true],
    ['delete', true],
    ['same', false],
    ['changed_here', false],
    ['changed_there', false],
    ['conflict', false],
    ['gone', false],
    ['invalid', false],
  ] as const)('of the action %s changes something: %s', (action, isChanging) => {
    expect(isChange(item({ action }))).toBe(isChanging);
    expect(isChange(item({ action, error: new Error('x') }))).toBe(false);
  });

  it('gets the failure of its work, unless everything stops', async () => {
    const { signal } = new AbortController();
    const failing = item();
    const error = new Error('x');
    expect(await attemptItem(failing, signal, async () => 3)).toBe(3);
    expect(failing.error).toBeUndefined();
    expect(await attemptItem(failing, signal, () => Promise.reject(error))).toBeUndefined();
    expect(failing.error).toBe(error);
    await expect(attemptItem(item(), AbortSignal.abort(), () => Promise.reject(error))).rejects.toBe(error);
  });

  it('as JSON has what is known of it', () => {
    const error = new ServiceError('conflict', 'it changed');
    expect(itemsToJson([item(), item({ merged: { content: 'x' }, marked: 'y', error })])).toEqual({
      data: [
        { slug: 'invoice', id: null, name: 'Invoice', action: 'update', fields: [] },
        {
          slug: 'invoice',
          id: null,
          name: 'Invoice',
          action: 'update',
          fields: [],
          merged: ['content'],
          marked: 'y',
          error: expect.objectContaining({ code: 'conflict', message: expect.stringContaining('it changed') }),
        },
      ],
    });
  });
});
