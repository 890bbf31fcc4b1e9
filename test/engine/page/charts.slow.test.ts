import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { drawFirstPage } from '../draw-page.ts';
import { openTestEngine, renderParts } from '../test-engine.ts';

const engine = openTestEngine({ concurrency: 3 });
afterAll(() => engine.close());

/** Chart libraries as their packages ship them, and a page that draws with each. All move by default or are told to. */
const charts: [name: string, files: string[], draw: string][] = [
  [
    'Chart.js',
    ['chart.js/dist/chart.umd.js'],
    `const canvas = document.createElement('canvas');
    box.append(canvas);
    new Chart(canvas, { type: 'bar', data: { labels: ['a', 'b', 'c', 'd'], datasets: [{ data: [3, 7, 2, 9] }] } })`,
  ],
  [
    'ECharts',
    ['echarts/dist/echarts.common.min.js'],
    `echarts.init(box, null, { renderer: 'svg' }).setOption({
      xAxis: { data: ['a', 'b', 'c', 'd'] }, yAxis: {}, series: [{ type: 'bar', data: [3, 7, 2, 9] }] })`,
  ],
  [
    'D3',
    ['dispatch', 'timer', 'ease', 'color', 'interpolate', 'selection', 'transition'].map(
      (part) => `d3-${part}/dist/d3-${part}.min.js`,
    ),
    `d3.select(box).append('svg').selectAll('rect').data([3, 7, 2, 9]).join('rect')
      .attr('x', (_, index) => index * 40).attr('width', 30).attr('height', 0)
      .transition().duration(800).delay((_, index) => index * 200).attr('height', (value) => value * 10)
      .transition().duration(300).style('fill', 'red')`,
  ],
  [
    'Plotly',
    ['plotly.js-basic-dist-min/plotly-basic.min.js'],
    `Plotly.newPlot(box, [{ type: 'scatter', x: ['a', 'b', 'c', 'd'], y: [0, 0, 0, 0] }], { yaxis: { range: [0, 10] } }, { staticPlot: true })
      .then(() => Plotly.animate(box, { data: [{ y: [3, 7, 2, 9] }] }, { transition: { duration: 1200 }, frame: { duration: 1200 } }))`,
  ],
];

const readPackageFiles = (paths: string[]): Buffer =>
  Buffer.concat(paths.map((path) => readFileSync(join(import.meta.dirname, '../../../node_modules', path))));

// At once: pages that move beside each other each come to their end.
test.concurrent.each(charts)(
  'a chart of %s is on paper as it is once it has come to rest',
  async (_name, files, draw) => {
    const html = `<style>#box { width: 600px; height: 400px }</style><div id="box"></div><script src="chart.js"></script><script>${draw}</script>`;
    const part = {
      html,
      assets: { 'chart.js': { type: 'text/javascript', base64: readPackageFiles(files).toString('base64') } },
    };
    const [atOnce, late] = await Promise.all([
      renderParts(engine, part),
      renderParts(engine, part, { wait_for: { delay_ms: 2500 } }),
    ]);
    expect(atOnce.warnings).toEqual([]);
    const [picture, expected] = await Promise.all([drawFirstPage(atOnce.pdf, 1), drawFirstPage(late.pdf, 1)]);
    expect(expected.data.some((byte) => byte !== expected.data[0])).toBe(true);
    expect(Buffer.compare(picture.data, expected.data)).toBe(0);
  },
);
