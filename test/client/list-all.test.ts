import { describe, expect, it } from 'vitest';
import type { Client } from '../../src/client/client-interface.ts';
import { listAllTemplates } from '../../src/client/list-all.ts';
import { ServiceError } from '../../src/client/service-error.ts';
import { limits } from '../../src/contract/index.ts';

type Query = { after?: string; fields?: readonly string[] };

/** A service whose pages have these cursors of the next one. It keeps what it was asked, and may refuse a query. */
function openPages(nexts: readonly (string | null)[], refuse: (query: Query) => Error | undefined = () => undefined) {
  const asked: Query[] = [];
  const listTemplates = async (query: Query = {}) => {
    asked.push(query);
    const error = refuse(query);
    if (error) throw error;
    const at = nexts.indexOf(query.after ?? '') + 1;
    return { data: [{ id: String(at) }], page: { next: nexts[at] } };
  };
  return { asked, client: { listTemplates } as unknown as Pick<Client, 'listTemplates'> };
}

async function list(client: Pick<Client, 'listTemplates'>, choice?: { fields?: readonly 'name'[]; tag?: string }) {
  const ids: string[] = [];
  for await (const page of listAllTemplates(client, choice)) ids.push(...page.map(({ id }) => id));
  return ids;
}

describe('all templates', () => {
  it('are listed page by page, until a page names no next one', async () => {
    const { client, asked } = openPages(['a', 'b', null]);
    expect(await list(client, { tag: 'x', fields: ['name'] })).toEqual(['0', '1', '2']);
    const query = { limit: limits.listPage, tag: 'x', fields: ['name'] };
    expect(asked).toEqual([query, { ...query, after: 'a' }, { ...query, after: 'b' }]);
  });

  it.each([400, 422])(
    'are listed with all fields if the service answers %i to the choice of fields',
    async (status) => {
      const { client, asked } = openPages(['a', null], ({ fields }) =>
        fields === undefined ? undefined : new ServiceError('rejected', 'x', { status }),
      );
      expect(await list(client, { fields: ['name'] })).toEqual(['0', '1']);
      expect(asked.map(({ fields, after }) => [fields, after])).toEqual([
        [['name'], undefined],
        [undefined, undefined],
        [undefined, 'a'],
      ]);
    },
  );

  it.each([
    [new ServiceError('rejected', 'x', { status: 401 }), ['name'] as const],
    [new ServiceError('rejected', 'x', { status: 400 }), undefined],
    [new Error('x'), ['name'] as const],
  ])('are asked for once after %j', async (error, fields) => {
    const { client, asked } = openPages([null], () => error);
    await expect(list(client, { ...(fields && { fields }) })).rejects.toBe(error);
    expect(asked).toHaveLength(1);
  });

  it('end if a page leads back to one that was listed', async () => {
    const { client, asked } = openPages(['a', 'b', 'a']);
    await expect(list(client)).rejects.toMatchObject({ code: 'unexpected_answer' });
    expect(asked).toHaveLength(3);
  });
});
