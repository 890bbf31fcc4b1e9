import { expect, test } from 'vitest';
import { openBinder } from '../../../src/engine/bind/binder.ts';
import { bindParts } from '../../../src/engine/bind-parts.ts';
import { openBrowserKeeper } from '../../../src/engine/browser/browser-keeper.ts';
import { startBrowser } from '../../../src/engine/browser/start-browser.ts';
import { startDeadline } from '../../../src/engine/deadline.ts';
import { buildPageSet } from '../../../src/engine/page-set.ts';
import { openPreparer } from '../../../src/engine/prepare-part.ts';
import { renderParts } from '../../../src/engine/render-parts.ts';
import { stampParts } from '../../../src/engine/stamp-parts.ts';
import { openWayOut } from '../../../src/engine/way-out.ts';
import { openPdf, readMarked, readOutline } from '../pdf/read-pdf.ts';
import { cacheFolder } from '../test-engine.ts';
import { buildSixForms, loadTemplate, openWebPage } from './six-forms.ts';

test('the document takes at most 0.45 of the bytes that Chromium wrote for its parts', async () => {
  const web = await openWebPage();
  const egress = { level: 'open' } as const;
  const keeper = openBrowserKeeper({
    start: (signal) => startBrowser({ cacheFolder, sandbox: 'preferred', signal }),
  });
  const [preparer, binder] = [openPreparer(), openBinder()];
  const deadline = startDeadline(30_000);
  const request = buildSixForms(`http://127.0.0.1:${web.port}/`);
  const context = { account: 'a', loadTemplate };
  const job = { request, context, deadline, starting: undefined, version: '0.0.0', keeper, preparer, binder };
  const pages = buildPageSet(await openWayOut(egress));
  try {
    const parts = await renderParts(job, pages);
    const stamps = await stampParts({ job, pages }, parts);
    const printed = parts.list.filter(({ foreign }) => !foreign).reduce((sum, { pdf }) => sum + pdf.length, 0);
    const { pdf } = await bindParts(job, parts.list, stamps?.pdf);
    expect(pdf.length / printed).toBeLessThan(0.45);
    const document = await openPdf(pdf);
    expect(await readMarked(document)).toBe(true);
    expect(await readOutline(document)).toHaveLength(6);
  } finally {
    deadline.stop();
    await pages.close();
    await Promise.all([keeper.close(), preparer.close(), binder.close(), web.close()]);
  }
});
