import { expect } from 'vitest';
import { readPdf } from '../read-pdf.ts';
import { engine, test } from '../shared-engine.ts';

/**
 * Channels from one document to the next: a script that writes and an expression that reads. Both may be async. All scripts run in one
 * document, so each writes what no other expression reads.
 */
const channels: [name: string, write: string, read: string][] = [
  ['the name of the window', 'window.name = "left"', 'window.name'],
  ['a cookie', 'document.cookie = "left=1; Secure; Max-Age=999"', '/left/.exec(document.cookie)'],
  [
    'a cookie of the whole domain',
    'document.cookie = "wide=1; Domain=" + location.hostname',
    '/wide/.exec(document.cookie)',
  ],
  ['the cookie store', 'await cookieStore.set("stored", "1")', 'await cookieStore.get("stored")'],
  ['local storage', 'localStorage.left = 1', 'localStorage.left'],
  ['session storage', 'sessionStorage.left = 1', 'sessionStorage.left'],
  [
    'a database',
    'await new Promise((done) => { indexedDB.open("left").onsuccess = done })',
    '(await indexedDB.databases()).map(({ name }) => name)',
  ],
  ['a cache', 'await caches.open("left")', 'await caches.keys()'],
  [
    'the private file system',
    'await (await navigator.storage.getDirectory()).getFileHandle("left", { create: true })',
    'await Array.fromAsync((await navigator.storage.getDirectory()).keys())',
  ],
  [
    'a lock',
    'await new Promise((got) => { navigator.locks.request("left", () => { got(); return new Promise(() => {}) }) })',
    '(await navigator.locks.query()).held.map(({ name }) => name)',
  ],
  ['a variable', 'window.left = 1', 'window.left'],
  ['a prototype', 'Array.prototype.left = 1', '[].left'],
  ['its own element', 'customElements.define("x-left", class extends HTMLElement {})', 'customElements.get("x-left")'],
  [
    'a registered property',
    'CSS.registerProperty({ name: "--left", syntax: "<number>", inherits: false, initialValue: "1" })',
    'getComputedStyle(document.documentElement).getPropertyValue("--left")',
  ],
  [
    'a style sheet',
    'const s = new CSSStyleSheet(); s.replaceSync("p { color: red }"); document.adoptedStyleSheets.push(s)',
    'document.adoptedStyleSheets.length || ""',
  ],
  [
    'a font',
    'document.fonts.add(new FontFace("left", "local(left)"))',
    '[...document.fonts].map(({ family }) => family)',
  ],
  ['the history', 'history.pushState("left", "", "/left")', 'history.length > 1 ? history.length : ""'],
  ['the fragment', 'location.hash = "left"', 'location.hash'],
  ['the state of the history', 'history.replaceState("left", "")', 'history.state'],
  ['a timer', 'for (let i = 0; i < 99; i += 1) setTimeout(() => {}, 1e6)', 'setTimeout(() => {}) > 99 ? "left" : ""'],
  ['a mark of performance', 'performance.mark("left")', 'performance.getEntriesByType("mark").map(({ name }) => name)'],
  ['a blob', 'localStorage.blob = URL.createObjectURL(new Blob(["left"]))', 'localStorage.blob'],
  ['full screen, focus and title', 'document.title = "left"', 'document.title'],
];

/** Code that gives the names of the channels whose expression finds something. */
const find = `[${channels.map(
  ([name, , read]) =>
    `[${read}].flat().some((item) => item !== undefined && item !== null && item !== '') && ${JSON.stringify(name)}`,
)}].filter(Boolean)`;
const page = (script: string) =>
  `<body><script type="module">try { ${script} } catch (error) { document.body.textContent = error }
  document.documentElement.id = 'done'</script>`;

async function render(script: string): Promise<string> {
  const options = { wait_for: { expression: "document.documentElement.id === 'done'", timeout_ms: 5000 } };
  const { pdf } = await engine.render({ parts: { html: page(script) }, options } as never, { account: 'same' });
  return (await readPdf(pdf)).pages.join(' ').trim();
}

test('nothing that a document leaves is there for the next', async () => {
  const show = `document.body.textContent = ${find}.join() || 'NOTHING';`;
  const leave = channels.map(([, write]) => `{ ${write} }`).join('\n');
  expect(await render(`${leave}\n${show}`)).toBe(channels.map(([name]) => name).join());
  expect(await render(show)).toBe('NOTHING');
});

test('a channel between documents that live at once finds nobody', async () => {
  await render(
    `new BroadcastChannel('left').onmessage = ({ target }) => target.postMessage('left'); document.body.append('x')`,
  );
  const ask = `const channel = new BroadcastChannel('left');
    const answer = new Promise((resolve) => { channel.onmessage = () => resolve('FOUND'); setTimeout(resolve, 200, 'NOTHING') });
    channel.postMessage('who');
    document.body.textContent = await answer;`;
  expect(await render(ask)).toBe('NOTHING');
});
