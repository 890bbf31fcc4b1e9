import { describe, expect, test } from 'vitest';
import { composeProgram } from '../../../src/engine/page/open/injected-programs.ts';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

describe('the programs that are one function', () => {
  test.each([
    ['start', ['step-of-this-test']],
    ['removeWebRtc', []],
    ['surveyPage', []],
    ['rebuildBoxes', []],
  ] as const)('%s leaves no name in the page', async (name, args) => {
    const page = await open('<p>text');
    await page.read('window.before = new Set(Object.getOwnPropertyNames(window)), 0');
    await page.read(composeProgram(name, ...(args as [string])));
    expect(await page.read('Object.getOwnPropertyNames(window).filter((key) => !before.has(key))')).toEqual(['before']);
  });

  test('WebRTC is gone', async () => {
    const page = await open('<p>text');
    expect(await page.read('typeof RTCPeerConnection')).toBe('function');
    await page.read(composeProgram('removeWebRtc'));
    expect(await page.read('typeof RTCPeerConnection + typeof webkitRTCPeerConnection')).toBe('undefinedundefined');
  });

  test('the clock moves with an event while frames are requested, and at most four seconds', async () => {
    const page = await open('<p>text');
    await page.read(composeProgram('start', 'tick'));
    const step = "!document.dispatchEvent(new Event('tick', { cancelable: true }))";
    expect(await page.read(step)).toBe(false);
    await page.read('const again = () => requestAnimationFrame(again); again(); var from = Date.now()');
    expect(await page.read(step)).toBe(true);
    expect(await page.read('Date.now() - from')).toBeGreaterThanOrEqual(50);
    expect(await page.read(`for (let count = 0; count < 200; count += 1) ${step}; ${step}`)).toBe(true);
    // The time of an event is that of the real clock.
    expect(await page.read("Math.round((performance.now() - new Event('now').timeStamp) / 1000)")).toBe(4);
  });

  test.each([
    ['not over a timer that was just set, since what it asks for may not be known', ['timers'], false],
    ['over such a timer the second time', ['timers', 'timers'], true],
    ['over a timer that was asked about', ['waits', 'timers'], true],
  ])('the clock moves %s', async (_what, names, isPast) => {
    const page = await open('<p>text');
    await page.read(composeProgram('start', 'tick'));
    const sent = names.map((name) => `document.dispatchEvent(new Event('tick-${name}', { cancelable: true }))`);
    // The time of an event is that of the real clock.
    const past = 'performance.now() - new Event("now").timeStamp > 100';
    expect(await page.read(`setTimeout(() => undefined, 900); [${sent}, ${past}].join()`)).toBe(
      [...names.map(() => false), isPast].join(),
    );
  });

  test('what the page sees of its clock looks like the functions of the browser', async () => {
    const page = await open('<p>text');
    await page.read(composeProgram('start', 'tick'));
    const native = /^function \w*\(\) \{ \[native code\] \}$/;
    for (const name of ['setTimeout', 'requestAnimationFrame', 'Date', 'Date.now', 'performance.now'])
      expect(await page.read(`Function.prototype.toString.call(${name})`)).toMatch(native);
    expect(await page.read('new Date(0).constructor === Date && new Date() instanceof Date')).toBe(true);
  });

  test('a canvas without its WebGL is marked until it has another context', async () => {
    const page = await open('<canvas></canvas>');
    await page.read(composeProgram('start', 'tick'));
    await page.read("HTMLCanvasElement.prototype.getContext.call(document.querySelector('canvas'), 'none')");
    const marked = "document.querySelectorAll('canvas[data-platen-webgl]').length";
    expect(await page.read(marked)).toBe(0);
    const isLit = (await page.read("document.querySelector('canvas').getContext('webgl') !== null")) as boolean;
    expect(await page.read(marked)).toBe(isLit ? 0 : 1);
  });
});
