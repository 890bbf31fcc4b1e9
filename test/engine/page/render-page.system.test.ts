import { afterAll, expect, test } from 'vitest';
import { openBrowserSupervisor } from '../../../src/browser/chromium/browser-supervisor.ts';
import { startBrowser } from '../../../src/browser/chromium/start-browser.ts';
import { openEgressSession } from '../../../src/browser/egress/egress-session.ts';
import { startDeadline } from '../../../src/engine/deadline.ts';
import { buildPageSet } from '../../../src/engine/page/open/page-set.ts';
import { renderPage } from '../../../src/engine/page/render-page.ts';
import { cacheFolder } from '../test-engine.ts';

const supervisor = openBrowserSupervisor({
  start: (signal) => startBrowser({ cacheFolder, sandbox: 'preferred', signal }),
});
afterAll(() => supervisor.close());

const links = '<a href="#a">A</a> '.repeat(2000);

test.each([
  ['a static document', `<!doctype html><title>x</title><p id=a>${links}`, '2,000 links'],
  [
    'a document with paged CSS',
    `<!doctype html><style>b { string-set: s content() } @page { @top-left { content: string(s) } }</style>${'<b>B</b>'.repeat(2000)}${links}`,
    '2,000 links and 2,000 named strings (string-set)',
  ],
  ['a document with little', '<!doctype html><p>Text', undefined],
])('the deadline of %s knows what its page has much of', async (_name, html, contents) => {
  const { contents: known } = await printOnce(html);
  expect(known).toBe(contents);
});

test.each([
  ['margins leave no room', '@page { size: 62mm 20mm }', /leave no room .* 62 × 20 mm/],
  ['margins of a name leave no room', '@page { margin: 0 } @page a { margin: 50% } p { page: a }', /^@page a: margins/],
])('a page whose %s is reported', async (_, css, detail) => {
  const page = await printOnce(`<!doctype html><style>${css}</style><p>Label`);
  expect(page.warnings).toEqual([{ code: 'css_ignored', detail: expect.stringMatching(detail) }]);
});

/** Prints a document: its warnings, and what the deadline knows of it. */
async function printOnce(html: string) {
  const deadline = startDeadline(60_000);
  const pages = buildPageSet(await openEgressSession({ level: 'open' }));
  const { browser, end } = await supervisor.borrow(false);
  try {
    const source = { kind: 'document', html } as const;
    const page = await renderPage(browser, { source, options: {}, pages, deadline, wantsFacts: false });
    page.close();
    return { warnings: page.warnings, contents: deadline.contents };
  } finally {
    deadline.stop();
    await pages.close();
    end();
  }
}
