import { expect, it } from 'vitest';
import { checkArguments } from '../../../src/cli/mcp/check-arguments.ts';
import type { Tool } from '../../../src/cli/mcp/tool.ts';

const tool = {
  name: 'draw',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['file'],
    properties: {
      file: { type: 'string' },
      format: { enum: ['png', 'jpeg'] },
      size: { type: 'object', properties: { width: { type: 'number' } } },
      id: { type: 'string', pattern: '^\\d+$', description: 'Digits.' },
    },
  },
} as unknown as Tool;

it('arguments that follow the schema are taken', () => {
  expect(() => checkArguments(tool, { file: 'a', format: 'png' })).not.toThrow();
});

it.each<[unknown, string]>([
  [{ file: 'a', colour: 1 }, 'draw: there is no argument "colour"'],
  [{}, 'draw: the argument "file" is missing'],
  [{ file: 'a', id: 'b' }, 'draw: id is not valid. Digits.'],
  [{ file: 'a', format: 'gif' }, 'draw: format must be equal to one of the allowed values: png, jpeg'],
  [{ file: 3 }, 'draw: file must be string'],
  [{ file: 'a', size: { width: '3' } }, 'draw: size.width must be number'],
  [[], 'draw: the arguments must be object'],
])('the arguments %j are refused', (args, message) => {
  expect(() => checkArguments(tool, args)).toThrow(
    expect.objectContaining({ code: 'usage', message, fix: 'the arguments are file, format, size, id' }),
  );
});
