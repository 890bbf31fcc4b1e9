import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkArguments } from '../../../../src/cli/mcp/check-arguments.ts';
import { previewPageTool } from '../../../../src/cli/mcp/tools/preview-page.ts';
import { drawnPdf } from '../../pictures/drawn-pdf.ts';
import { openToolCall, readAnswer } from '../open-tool-call.ts';

it.each([
  [{ width: 3, height: 2000 }, {}, 4, 2400],
  [{ width: 3, height: 9000 }, {}, 1, 2400],
  [{ width: 9000, height: 3 }, {}, 800, 1],
  [{ width: 9000, height: 3 }, { width: 1600 }, 1600, 1],
  [{ width: 100, height: 300 }, {}, 800, 2400],
  [{ width: 100, height: 50 }, { width: 101 }, 101, 51],
])('a page of %j is a picture with %j of %i × %i pixels', async (page, args, width, height) => {
  const call = openToolCall({});
  writeFileSync(join(call.root, 'a.pdf'), drawnPdf([{ ...page, content: '' }]));
  const answer = readAnswer(await previewPageTool.run(call, { sources: ['a.pdf'], ...args } as never));
  expect(answer).toEqual(['image/png', { page: 1, pages: 1, width, height, warnings: [] }]);
});

it('a page that is not there is no picture', async () => {
  const call = openToolCall({});
  writeFileSync(join(call.root, 'a.pdf'), drawnPdf([{ content: '' }]));
  await expect(previewPageTool.run(call, { sources: ['a.pdf'], page: 2 } as never)).rejects.toMatchObject({
    ...{ code: 'usage', message: 'there is no page 2', fix: 'the document has 1 page' },
  });
});

it.each([
  [{ width: 100 }, true],
  [{ width: 99 }, false],
  [{ width: 1600 }, true],
  [{ width: 1601 }, false],
  [{ page: 1 }, true],
  [{ page: 0 }, false],
  [{ page: 1.5 }, false],
])('a picture may have the arguments %j: %s', (args, isValid) => {
  const check = () => checkArguments(previewPageTool, { sources: ['a.pdf'], ...args });
  if (isValid) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({ code: 'usage' }));
});
