import { describe, expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();
const broken = 'data:image/png;base64,AAAA';
const good = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

describe('what a page shows nothing of', () => {
  test('lists images that cannot be read, unless they are cursors', async () => {
    const page = await open(`<style>a { cursor: url("${broken}#cursor"), auto }</style><a>x</a>`);
    expect(await page.call('findLost', [broken, good, `${broken}#cursor`])).toMatchObject({ unread: [broken] });
  });

  test('measures frames that scroll', async () => {
    const frame = (id: string, style: string, more = '') =>
      `<iframe id=${id} ${more} style="width: 100px; height: 50px" srcdoc="<style>html, body { margin: 0; ${style} }</style>
        <div style='height: 80px'></div>"></iframe>`;
    const page = await open(
      frame('cut', '') + frame('hidden', 'overflow: hidden') + frame('fixed', '', 'scrolling=no'),
    );
    const { cut } = await page.call('findLost', []);
    expect(cut).toEqual([{ name: 'iframe#cut', shown: 50, all: 80, side: 'height' }]);
  });

  test('names films without a picture, and canvases without WebGL, that are shown', async () => {
    const page =
      await open(`<video id=film width=90 height=90></video><video poster="${good}" width=90 height=90></video>
      <video hidden></video><canvas class=chart data-platen-webgl></canvas><canvas></canvas>`);
    expect(await page.call('findLost', [])).toMatchObject({ films: ['video#film'], withoutWebgl: ['canvas.chart'] });
  });

  test('lists what has no document', async () => {
    const page = await open('<object data="about:none" type="application/x-none" width=50 height=50></object>');
    expect(await page.call('findLost', [])).toMatchObject({
      embedded: [{ url: 'about:none', type: 'application/x-none' }],
    });
  });
});
