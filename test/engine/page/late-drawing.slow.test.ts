import { expect } from 'vitest';
import { readPdf } from '../read-pdf.ts';
import { engine, test } from '../shared-engine.ts';

async function render(html: string, style = ''): Promise<string> {
  const assets = { 'late.css': { type: 'text/css', base64: Buffer.from(style).toString('base64') } };
  const { pdf } = await engine.render({ parts: { html, assets } }, { account: 'same' });
  return (await readPdf(pdf)).pages.join(' ').trim();
}

const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** Scripts that change the page after its load event, within two frames. `draw` changes it. */
const scripts: [name: string, script: string][] = [
  ['a frame after a frame', 'requestAnimationFrame(() => requestAnimationFrame(draw))'],
  [
    'a frame, by a text that becomes code',
    "[]['constr' + 'uctor']['constr' + 'uctor']('draw', 'requestAni' + 'mationFrame(draw)')(draw)",
  ],
  [
    'two frames after the load event, by names put together',
    "const frame = window['requestAni' + 'mationFrame']; window.onload = () => frame(() => frame(draw))",
  ],
  [
    'two frames after the load event, from a script that removes itself',
    'const frame = requestAnimationFrame; window.onload = () => frame(() => frame(draw)); document.currentScript.remove()',
  ],
  ['a timer of the load event', "window['onlo' + 'ad'] = () => window['set' + 'Timeout'](draw)"],
  ['a microtask', 'window.onload = () => queueMicrotask(draw)'],
  ['a chain of promises', 'Promise.resolve().then(() => 0).then(() => 0).then(draw)'],
  ['a message', 'const { port1, port2 } = new MessageChannel(); port1.onmessage = draw; port2.postMessage(0)'],
  ['an observer of intersections', 'new IntersectionObserver(draw).observe(document.body)'],
  ['an observer of sizes', 'new ResizeObserver(draw).observe(document.body)'],
  ['a picture', `const picture = document.createElement('img'); picture.onload = draw; picture.src = '${pixel}'`],
  ['a style', "const style = document.createElement('style'); style.onload = draw; document.head.append(style)"],
  [
    'what opens',
    "const details = document.createElement('details'); document.body.append(details); details.ontoggle = draw; details.open = true",
  ],
  ['a selection', 'document.onselectionchange = draw; getSelection().selectAllChildren(document.body)'],
  ['a module', "import('data:text/javascript,draw()')"],
];

test.each(scripts)('what a script does after %s is on paper', async (_name, script) => {
  const html = `<body>EARLY<script>const draw = () => { document.body.textContent = 'DRAWN' }; ${script}</script>`;
  expect(await render(html)).toBe('DRAWN');
});

test('so is what a handler does after a frame', async () => {
  const html = `<body onload="this['requestAni' + 'mationFrame'](() => this['requestAni' + 'mationFrame'](() => { document.body.textContent = 'DRAWN' }))">EARLY`;
  expect(await render(html)).toBe('DRAWN');
});

const keyframes = '@keyframes late { from, 99% { visibility: hidden } } p { animation: late 10ms both }';
test.each([
  ['an animation', `<style>${keyframes}</style><p>DRAWN`],
  ['an animation of another file', '<link rel=stylesheet href=late.css><p>DRAWN'],
  [
    'a moving picture',
    '<svg><text y=20 visibility=hidden>DRAWN<set attributeName=visibility to=visible begin=0.01s fill=freeze /></text></svg>',
  ],
])('what %s shows within two frames is on paper without a script', async (_name, html) => {
  expect(await render(html, keyframes)).toBe('DRAWN');
});

test('so is what a picture shows from the moment at which a script has stopped it', async () => {
  const html =
    '<svg><text y=20 visibility=hidden>DRAWN<set attributeName=visibility to=visible begin=0.01s fill=freeze /></text></svg>' +
    "<script>const svg = document.querySelector('svg'); svg.pauseAnimations(); svg.setCurrentTime(0.01)</script>";
  expect(await render(html)).toBe('DRAWN');
});
