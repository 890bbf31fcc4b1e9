import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openStore, type StoredTemplate, type StoreLocation, type TemplateStore } from '../../src/store/index.ts';
import { anyText } from '../helpers/any-text.ts';

const text = anyText({ maxLength: 12 }).filter((value) => !value.includes('\0'));
const fields = {
  name: text,
  content: text,
  preview_context: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }),
};
const account = fc.constantFrom('a', 'b');
const pick = fc.nat(30);

const operations = fc.array(
  fc.oneof(
    fc.record(
      { kind: fc.constant('create' as const), account, ...fields },
      { requiredKeys: ['kind', 'account', 'name'] },
    ),
    fc.record({
      kind: fc.constant('update' as const),
      account,
      pick,
      changes: fc.record(fields, { requiredKeys: [] }),
      version: fc.option(fc.nat(3), { nil: undefined }),
    }),
    fc.record({
      kind: fc.constant('delete' as const),
      account,
      pick,
      version: fc.option(fc.nat(3), { nil: undefined }),
    }),
  ),
  { maxLength: 25 },
);
type Operation = typeof operations extends fc.Arbitrary<(infer One)[]> ? One : never;

/** Random sequences of operations on templates have the same results as on a plain list in memory. */
export function describeRandomOperations(makeLocation: () => Promise<StoreLocation>): void {
  describe('random operations', () => {
    test('do what they do to a plain list', async () => {
      const store = await openStore(await makeLocation());
      let run = 0;
      await fc.assert(
        fc.asyncProperty(operations, async (sequence) => {
          run += 1;
          await followModel(store.templates, `${run}`, sequence);
        }),
        { numRuns: 30 },
      );
      await store.close();
    });
  });
}

async function followModel(templates: TemplateStore, prefix: string, sequence: Operation[]): Promise<void> {
  const model: { owner: string; template: StoredTemplate }[] = [];
  for (const operation of sequence) {
    const owner = prefix + operation.account;
    if (operation.kind === 'create') {
      const { name, content = '', preview_context = {} } = operation;
      const template = await templates.create(owner, operation);
      expect(template).toMatchObject({ name, content, version: 1 });
      expect(JSON.stringify(template.preview_context)).toBe(JSON.stringify(preview_context));
      model.push({ owner, template });
      continue;
    }
    const index = model.length === 0 ? -1 : operation.pick % model.length;
    const entry = model[index];
    const id = entry?.template.id ?? '01900000-0000-7000-8000-000000000000';
    const { version } = operation;
    const refusal =
      entry?.owner !== owner
        ? 'template_not_found'
        : version !== undefined && version !== entry.template.version && 'template_changed';
    const work =
      operation.kind === 'update'
        ? templates.update(owner, id, operation.changes, version)
        : templates.delete(owner, id, version);
    if (refusal || entry === undefined) {
      await expect(work).rejects.toMatchObject({ code: refusal });
      continue;
    }
    const answer = await work;
    if (answer === undefined) {
      model.splice(index, 1);
      continue;
    }
    expect(answer.updated_at > entry.template.updated_at).toBe(true);
    const { updated_at } = answer;
    const changes = 'changes' in operation ? operation.changes : {};
    entry.template = { ...entry.template, ...changes, updated_at, version: entry.template.version + 1 };
    expect(JSON.stringify(answer.preview_context)).toBe(JSON.stringify(entry.template.preview_context));
  }
  for (const name of ['a', 'b']) {
    const owner = prefix + name;
    const expected = model.filter((entry) => entry.owner === owner).map((entry) => entry.template);
    expect(await listAll(templates, owner)).toEqual(JSON.parse(JSON.stringify(expected)));
    for (const template of expected) {
      expect(await templates.get(owner, template.id)).toEqual(JSON.parse(JSON.stringify(template)));
    }
  }
}

async function listAll(templates: TemplateStore, owner: string): Promise<StoredTemplate[]> {
  const all: StoredTemplate[] = [];
  let after: string | undefined;
  do {
    const page = await templates.list(owner, { limit: 3, after });
    all.push(...page.templates);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return all;
}
