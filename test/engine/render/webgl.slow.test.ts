import { afterAll, expect, test } from 'vitest';
import { drawFirstPage } from '../draw-page.ts';
import { openTestEngine, renderParts } from '../test-engine.ts';

const engine = openTestEngine({ webgl: true });
afterAll(() => engine.close());

const html = `<style>@page { margin: 0 } body { margin: 0 }</style>
  <canvas id=map width=200 height=200></canvas><script>
    const gl = map.getContext('webgl2');
    gl.clearColor(0, 1, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
  </script>`;

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'a canvas with WebGL is drawn if the operator allows it',
  async () => {
    const { pdf, warnings } = await renderParts(engine, [{ html }, { html: '<p>text' }]);
    expect(warnings).toEqual([]);
    const { data, width } = await drawFirstPage(pdf, 1);
    const at = 4 * (50 * width + 50);
    const tens = [...data.subarray(at, at + 4)].map((value) => Math.round(value / 10));
    expect(tens).toEqual([0, 26, 0, 26]);
  },
  60_000,
);
