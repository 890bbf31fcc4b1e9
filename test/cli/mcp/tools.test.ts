import { expect, it } from 'vitest';
import { tools } from '../../../src/cli/mcp/tools.ts';

it.each(tools.map((tool) => [tool.name, tool]))('%s takes no argument that it does not describe', (_name, tool) => {
  expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
  for (const property of Object.values((tool.inputSchema as { properties: object }).properties))
    expect(property).toHaveProperty('description');
});
