import { expect, test } from 'vitest';
import { looksFinished, looksStatic, looksWhole } from '../../../src/engine/page/document-hints.ts';

test.each([
  '<script>x()</script>',
  '<SCRIPT src=x>',
  '<svg><script>x()</script></svg>',
  '<iframe srcdoc="x">',
  '<frameset><frame src=x>',
  '<object data=x>',
  '<embed src=x>',
  '<video autoplay>',
  '<audio autoplay>',
  '<template shadowrootmode=open><script>x()</script></template>',
  '<meta http-equiv=refresh content=0>',
  '<META HTTP-EQUIV="Set-Cookie">',
  '<body onload=x()>',
  '<img src=x\nonerror = "x()">',
  '<svg/onload=x()>',
  '<p title="a"onclick="x()">',
  '<a href="javascript:x()">',
])('%s may act', (html) => {
  expect(looksStatic(html)).toBe(false);
});

test.each([
  '<!doctype html><title>Invoice</title><style>@page { size: A4 }</style><h1>Invoice</h1><img src="data:,">',
  '<p>Based on the terms</p>',
  '<link rel=stylesheet href=style.css><table><tr><td>1</table>',
  '<svg><a href="#x"><text>x</text></a></svg>',
])('%s cannot act', (html) => {
  expect(looksStatic(html)).toBe(true);
});

test.each([
  '<style>@font-face { font-family: x; src: url(x.woff2) }</style>',
  '<style>@FONT-FACE{}</style>',
  '<style>@\\66ont-face{}</style>',
  '<style>@import "x.css";</style>',
  '<link rel=stylesheet href=style.css>',
  '<svg><style>&#64;font-face{}</style></svg>',
  '<svg><style>&#x0040;font-face{}</style></svg>',
  '<svg><style>&commat;font-face{}</style></svg>',
  '<svg><style>@&#102;ont-face{}</style></svg>',
  '<img src=x loading = lazy>',
])('of %s something may come after it has loaded', (html) => {
  expect(looksWhole(html)).toBe(false);
});

test.each([
  '<!doctype html><title>Invoice</title><style>@page { size: A4 }</style><h1>Invoice</h1><img src="data:,">',
  '<p>a@example.com &amp; b@example.com, &#8364; 20',
])('%s is whole once it has loaded', (html) => {
  expect(looksWhole(html)).toBe(true);
});

const inScript = (text: string) => `<!doctype html><p id=a></p><script>${text}</script>`;
test.each([
  '<script src=x.js></script>',
  '<script type=module>a.x = 1</script>',
  '<script async>a.x = 1</script>',
  '<iframe srcdoc="x"></iframe><script>a.x = 1</script>',
  '<style>p { transition: color 1s }</style><script>a.x = 1</script>',
  '<body onload="setTimeout(draw)">',
  ...[
    'requestAnimationFrame(draw)',
    'requestIdleCallback(draw)',
    'setTimeout(draw, 5)',
    'load().then(draw)',
    'Promise.resolve()',
    'async () => await 1',
    'queueMicrotask(draw)',
    'new ResizeObserver(draw)',
    'fetch("x")',
    'a.animate([])',
    'new Image().src = "x"',
    'document.createElement("script")',
    'document.write("<script src=x><\\/script>")',
    'window["\\x72equest"]()',
    'scheduler.postTask(draw)',
    'location.href = "/x"',
    'document.forms[0].submit()',
    'eval(x)',
    'new Function("x")()',
  ].map(inScript),
])('in %s a script may go on after it has loaded', (html) => {
  expect(looksFinished(html)).toBe(false);
});

test.each([
  inScript('document.querySelector("#a").textContent = new Intl.NumberFormat("de").format(12)'),
  inScript('addEventListener("DOMContentLoaded", () => { a.append(1) }); window.onload = () => a.append(2)'),
  '<script type="text/javascript">a.getContext("2d").fillRect(0, 0, 9, 9)</script><img src=x><p style="color: red" onclick="x()">',
])('in %s all is done once it has loaded', (html) => {
  expect(looksFinished(html)).toBe(true);
});
