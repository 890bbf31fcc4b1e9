import { describe, expect, test } from 'vitest';
import { composeProgram } from '../../../src/engine/page/open/injected-programs.ts';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();
const options = { fontLimit: 5000, mayDraw: true, rest: true, stepEvent: 'tick' };

describe('settling', () => {
  test('finite animations jump to their end, endless ones stop', async () => {
    const page = await open(`<style>
      @keyframes grow { from { width: 10px } to { width: 200px } }
      #once { width: 10px; animation: grow 60s forwards } #endless { animation: grow 60s infinite }
    </style><div id=once></div><div id=endless></div>`);
    expect(await page.call('settleDocument', options)).toMatchObject({ moves: false, inTime: true, hasShadows: false });
    expect(await page.read('once.offsetWidth')).toBe(200);
    expect(await page.read('endless.getAnimations()[0].playState')).toBe('paused');
  });

  test('the same in shadow trees, and in frames', async () => {
    const style =
      '<style>@keyframes grow { to { width: 200px } } p { width: 10px; animation: grow 60s forwards }</style>';
    const page = await open(
      `<div id=host><template shadowrootmode=open>${style}<p></template></div><iframe id=frame srcdoc="${style}<p>"></iframe>`,
    );
    expect(await page.call('settleDocument', options)).toMatchObject({ moves: false, hasShadows: true, embeds: true });
    expect(await page.read("host.shadowRoot.querySelector('p').offsetWidth")).toBe(200);
    expect(await page.read("frame.contentDocument.querySelector('p').offsetWidth")).toBe(200);
  });

  test('animations of SVG jump to their end', async () => {
    const page = await open(
      '<svg id=drawing><rect width=10 height=10><animate attributeName=width to=90 dur=60s fill=freeze /></rect></svg>',
    );
    await page.call('settleDocument', options);
    expect(await page.read('drawing.firstElementChild.width.animVal.value')).toBe(90);
  });

  test('what a script draws over two seconds is drawn', async () => {
    const page = await open('<p id=bar>');
    await page.read(composeProgram('start', 'tick'));
    await page.read(`const from = performance.now();
      const draw = (now) => { bar.style.width = Math.min(100, (now - from) / 20) + 'px'; if (now - from < 2000) requestAnimationFrame(draw) };
      requestAnimationFrame(draw);`);
    expect(await page.call('settleDocument', options)).toMatchObject({ moves: false });
    expect(await page.read('bar.style.width')).toBe('100px');
  });

  test('reports what moves without end', async () => {
    const page = await open('<p id=bar>');
    await page.read(composeProgram('start', 'tick'));
    await page.read('const again = () => requestAnimationFrame(again); again()');
    expect(await page.call('settleDocument', options)).toMatchObject({ moves: true });
  });

  test('does not wait for movement unless asked', async () => {
    const page = await open('<style>@keyframes a { to { width: 0 } } p { animation: a 60s }</style><p>');
    await page.call('settleDocument', { ...options, rest: false });
    expect(await page.read("document.querySelector('p').getAnimations()[0].playState")).toBe('running');
  });
});

describe('waiting for a selector', () => {
  test('ends once an element matches', async () => {
    const page = await open('<p>');
    await page.read("setTimeout(() => document.querySelector('p').setAttribute('class', 'ready'), 20)");
    await page.call('waitForSelector', '.ready');
    expect(await page.read("document.querySelector('p').className")).toBe('ready');
  });

  test('fails for an invalid selector', async () => {
    const page = await open('<p>');
    await expect(page.call('waitForSelector', 'p[')).rejects.toThrow(/not a valid selector/);
  });
});

describe('an empty document', () => {
  test.each([
    ['', true],
    ['<p>text', false],
    ['<title>text</title>', false],
  ])('%j: %s', async (html, isEmpty) => {
    const page = await open(html);
    expect(await page.call('isEmptyDocument')).toBe(isEmpty);
  });
});
