import { expect, it } from 'vitest';
import type { ToolCall } from '../../../../src/cli/mcp/open-call.ts';
import { listTemplatesTool } from '../../../../src/cli/mcp/tools/list-templates.ts';

it('the templates of all pages are listed with the fields that an agent chooses by', async () => {
  const template = { id: 'a', slug: 'invoice', name: 'Invoice', folder: 'de', tags: ['x'], updated_at: '2026' };
  const asked: object[] = [];
  const listTemplates = async (query: { after?: string }) => {
    asked.push(query);
    return query.after === undefined
      ? { data: [{ ...template, content: 'x' }], page: { next: 'n' } }
      : { data: [{ ...template, id: 'b' }], page: { next: null } };
  };
  const call = { client: async () => ({ listTemplates }), signal: new AbortController().signal } as unknown as ToolCall;
  const [content] = await listTemplatesTool.run(call, { tag: 'x' } as never);
  expect(content?.type === 'text' && JSON.parse(content.text)).toEqual({
    templates: [template, { ...template, id: 'b' }],
  });
  const query = { tag: 'x', fields: ['name', 'slug', 'folder', 'tags', 'updated_at'] };
  expect(asked).toMatchObject([query, { ...query, after: 'n' }]);
});

it('no argument must be given, and nothing changes', () => {
  const { inputSchema, annotations } = listTemplatesTool;
  expect(inputSchema).not.toHaveProperty('required');
  expect(annotations).toEqual({
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  });
});
