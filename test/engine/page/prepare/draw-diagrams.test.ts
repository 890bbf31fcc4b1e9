import { expect, it } from 'vitest';
import { drawDiagrams } from '../../../../src/engine/page/prepare/draw-diagrams.ts';
import { fakePage } from '../fake-page.ts';

const draw = (value: unknown) => {
  const { page } = fakePage(() => new Uint8Array());
  const sent: unknown[][] = [];
  const send = async (...command: unknown[]) => {
    sent.push(command);
    return { result: { value } };
  };
  return drawDiagrams(Object.assign(page, { send })).then((warnings) => ({ warnings, sent }));
};

it('diagrams that cannot be drawn are named with their line and the first line of the reason', async () => {
  const { warnings, sent } = await draw([
    { line: 3, message: 'no\nmore' },
    { line: '4', message: undefined },
  ]);
  const detail = (line: number, why: string) => `The Mermaid diagram in line ${line} is printed as its source: ${why}`;
  expect(warnings).toEqual([
    { code: 'diagram_unprinted', detail: detail(3, 'no') },
    { code: 'diagram_unprinted', detail: detail(4, 'undefined') },
  ]);
  const expression = expect.stringContaining('drawDiagrams');
  expect(sent).toEqual([['Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }]]);
});

it.each([undefined, 'text', []])('nothing is named where nothing is wrong: %j', async (value) => {
  expect((await draw(value)).warnings).toEqual([]);
});
