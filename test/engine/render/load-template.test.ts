import { describe, expect, it } from 'vitest';
import { EngineError } from '../../../src/children/index.ts';
import { loadPartTemplate } from '../../../src/engine/render/load-template.ts';

/** Loads a template from a store that answers this, and gives what it was asked for. */
async function load(part: object, answer: unknown = { name: 'n', content: 'c', preview_context: {} }) {
  const asked: unknown[] = [];
  const loadTemplate = async (...args: unknown[]) => {
    asked.push(args);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const found = await loadPartTemplate(part as never, '/parts/1', { loadTemplate } as never);
  return { found, asked };
}

describe('the template of a part', () => {
  it.each([
    [{ template: 'Invoice' }, ['Invoice', {}], 'invoice'],
    [{ template: { id: 'T1', label: 'live' } }, ['T1', { label: 'live' }], 't1'],
    [{ template: { slug: 'Letter', revision: 3 } }, ['Letter', { revision: 3 }], 'letter'],
    [{ template: { id: 'a', slug: 'b' } }, ['a', {}], 'a'],
    [{}, ['', {}], ''],
  ])('is looked for by what %j names', async (part, asked, id) => {
    const { found, asked: all } = await load(part);
    expect([found, all]).toEqual([{ id, name: 'n', content: 'c', preview_context: {} }, [asked]]);
  });

  it('has the id that the store says', async () => {
    expect((await load({ template: 'x' }, { id: 'other', name: 'n' })).found).toMatchObject({ id: 'other' });
  });

  it('has stored values or a context, not both', async () => {
    const pointer = '/parts/1/template/values';
    await expect(load({ template: { id: 'a', values: 'v' }, context: {} })).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer, detail: 'is allowed only without context' }],
    });
    expect((await load({ template: { id: 'a', values: 'v' } })).asked).toEqual([['a', { values: 'v' }]]);
    expect((await load({ template: { id: 'a' }, context: {} })).asked).toEqual([['a', {}]]);
  });

  it('must be there', async () => {
    const missing = { code: 'template_not_found', message: 'There is no template x.' };
    await expect(loadPartTemplate({ template: 'x' }, '/parts', {} as never)).rejects.toMatchObject(missing);
    const loadTemplate = async () => undefined;
    await expect(loadPartTemplate({ template: 'x' }, '/parts', { loadTemplate } as never)).rejects.toMatchObject(
      missing,
    );
  });

  it.each(['revision', 'label', 'values'] as const)('names the %s that is not there', async (field) => {
    const cause = new EngineError(`${field}_not_found`, 'words');
    await expect(load({ template: 'x' }, cause)).rejects.toMatchObject({
      code: `${field}_not_found`,
      message: 'words',
      cause,
      errors: [{ pointer: `/parts/1/template/${field}`, detail: 'does not exist' }],
    });
  });

  it('keeps other errors', async () => {
    for (const error of [new Error('x'), new EngineError('page_failed', 'x')])
      await expect(load({ template: 'x' }, error)).rejects.toBe(error);
  });
});
