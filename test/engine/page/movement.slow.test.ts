import { expect } from 'vitest';
import type { RenderResult } from '../../../src/engine/index.ts';
import { readPdf } from '../read-pdf.ts';
import { engine, test } from '../shared-engine.ts';
import { renderParts } from '../test-engine.ts';

const textOf = async ({ pdf }: RenderResult) => (await readPdf(pdf)).pages.join(' ').trim();
const print = async (html: string, options: object = {}) => textOf(await renderParts(engine, { html }, options));
const page = (script: string) => `<body>START<script>
  const draw = (text) => { document.body.textContent = text };
  const frame = () => new Promise(requestAnimationFrame);
  const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  ${script}</script>`;

const movements: [name: string, script: string][] = [
  [
    'the time of its frames',
    'let start; const move = (time) => { start ??= time; draw(time - start < 3000 ? "MID" : "END"); if (time - start < 3000) requestAnimationFrame(move) }; requestAnimationFrame(move)',
  ],
  [
    'timers between its frames',
    '(async () => { await frame(); await sleep(500); await frame(); await sleep(1500); draw("END") })()',
  ],
  [
    'an interval that a frame starts',
    'requestAnimationFrame(() => { let count = 0; const timer = setInterval(() => { count += 1; draw(count < 10 ? "MID" : "END"); if (count === 10) clearInterval(timer) }, 200) })',
  ],
  [
    'a frame that waits in a loop for the time to pass',
    'requestAnimationFrame(() => { const end = Date.now() + 60; while (Date.now() < end); requestAnimationFrame(() => draw("END")) })',
  ],
  [
    'frames under another name',
    'const own = requestAnimationFrame; window.requestAnimationFrame = (callback) => own((time) => callback(time)); let count = 0; const move = () => { draw(count > 40 ? "END" : "MID"); if (count++ <= 40) requestAnimationFrame(move) }; move()',
  ],
  [
    'a frame that throws',
    'requestAnimationFrame(() => { requestAnimationFrame(() => draw("END")); throw new Error("x") })',
  ],
];

test.each(movements)('what moves by %s is printed at its end', async (_name, script) => {
  expect(await print(page(script))).toBe('END');
});

test('so is what moves by any of its other clocks', async () => {
  const script = `const clocks = { 'Date.now': () => Date.now(), 'new Date': () => +new Date(), 'performance.now': () => performance.now() };
    const moves = Object.entries(clocks).map(([name, read]) => ({ name, read, start: read() }));
    const move = () => {
      const going = moves.filter(({ read, start }) => read() - start < 3000);
      draw(going.length > 0 ? going.map(({ name }) => name).join() : 'END');
      if (going.length > 0) requestAnimationFrame(move);
    };
    move()`;
  expect(await print(page(script))).toBe('END');
});

test('so is what moves in a frame of the page', async () => {
  const inner = page(movements[0]?.[1] ?? '').replaceAll('"', '&quot;');
  expect(await print(`<iframe srcdoc="${inner}"></iframe>`)).toBe('END');
});

test('a page that never comes to rest is printed as it is, with a warning', async () => {
  const endless = page('const move = () => { draw("MOVES"); requestAnimationFrame(move) }; move()');
  const result = await renderParts(engine, { html: endless });
  expect(await textOf(result)).toBe('MOVES');
  expect(result.warnings).toEqual([{ part: 0, code: 'still_moving', detail: expect.stringMatching(/kept changing/) }]);
  expect(result.timings.load_ms + result.timings.print_ms).toBeLessThan(15_000);
});

test('a clock that ticks after the page has come to rest is no movement', async () => {
  const { warnings } = await renderParts(engine, {
    html: page('requestAnimationFrame(() => setInterval(() => draw("TICK"), 1000))'),
  });
  expect(warnings).toEqual([]);
});

test('a condition of the request comes first, by the real clock', async () => {
  const html = page(
    'const start = Date.now(); setTimeout(() => { draw(Date.now() - start < 2000 ? "REAL" : "FAST"); document.title = "done" }, 300)',
  );
  expect(await print(html, { wait_for: { expression: 'document.title' } })).toBe('REAL');
});

test('a page that does not move sees no other time than the real one', async () => {
  const before = Date.now();
  const time = Number(await print(page('onload = () => draw(Date.now())')));
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});

test('what the page sees of its clock looks like the browser’s own', async () => {
  const looks = `[
    String(requestAnimationFrame), String(Date), String(setTimeout), requestAnimationFrame.name, setTimeout.length,
    new Date() instanceof Date, new Date(0).constructor === Date, typeof Date(), new (class extends Date {})().getTime() > 0,
    Object.keys(window).filter((name) => /clock|step/i.test(name)).length,
  ].join()`;
  expect((await print(page(`draw(${looks})`))).replaceAll(/\s+/g, ' ')).toMatch(
    /^function .*\[native code\].*native code.*native code.*,requestAnimationFrame,1,true,true,string,true,0$/,
  );
  const wrong = 'try { requestAnimationFrame(1) } catch (error) { draw(error.name) }';
  expect(await print(page(wrong))).toBe('TypeError');
});

const keyframes = '@keyframes late { from, 99% { visibility: hidden } } p { animation: late 30s 5s both }';
test('finite animations and transitions are printed at their ends', async () => {
  const texts = [
    '<p>animation',
    '<p class=one onanimationend="this.className = \'two\'">animation after another',
    '<p class=change>transition',
    `<iframe srcdoc="<style>${keyframes}</style><p>animation in a frame of the page"></iframe>`,
    `<div><template shadowrootmode="open"><style>${keyframes}</style><p>animation in a shadow tree</p></template></div>`,
  ];
  const css = `.two { animation: other 30s both } @keyframes other { from, 99% { visibility: hidden } }
    .change { animation: none; visibility: hidden; transition: visibility 20s 20s }`;
  const script = 'onload = () => { document.querySelector(".change").style.visibility = "visible" }';
  const text = await print(`<style>${keyframes} ${css}</style>${texts.join('')}<script>${script}</script>`);
  expect(text).toBe(
    'animation animation after another transition animation in a frame of the page animation in a shadow tree',
  );
});

test.each([
  ['animation', `<style>${keyframes}</style><p>END`],
  [
    'animation of a picture',
    '<svg><text y=20 visibility=hidden>END<set attributeName=visibility to=visible begin=30s fill=freeze /></text></svg>',
  ],
  [
    'animation of a picture after another',
    '<svg><rect><animate id=a attributeName=x dur=20s from=0 to=50 repeatCount=2 /></rect><text y=20 visibility=hidden>END<set attributeName=visibility to=visible begin="a.end+1s" fill=freeze /></text></svg>',
  ],
])('a finite %s is printed at its end, without a script', async (_name, html) => {
  expect(await print(html)).toBe('END');
});

test('an endless animation stays where it is, without a warning', async () => {
  const html = '<style>@keyframes turn { to { color: red } } p { animation: turn 1s infinite }</style><p>TURNS';
  const result = await renderParts(engine, { html });
  expect(await textOf(result)).toBe('TURNS');
  expect(result.warnings).toEqual([]);
});

test.each([
  [
    'spoils what its clock stands on',
    'Event.prototype.preventDefault = Reflect.apply = Map.prototype.values = null; Set.prototype.add = function () { return this };',
  ],
  [
    'asks for more frames in every frame',
    'const flood = () => { for (let i = 0; i < 20; i += 1) if (count++ < 20000) requestAnimationFrame(flood) }; let count = 0; flood();',
  ],
  [
    'starts animations without end, one after another',
    'const again = () => { document.body.animate({ opacity: [0, 1] }, 1e6).onfinish = again }; onload = again;',
  ],
  [
    'sets timers without end',
    'const more = () => { setTimeout(more); setTimeout(() => {}, 3000) }; requestAnimationFrame(more);',
  ],
])('a page that %s is printed all the same', async (_name, script) => {
  expect(await print(`<body>TEXT<script>${script}</script>`)).toBe('TEXT');
});
