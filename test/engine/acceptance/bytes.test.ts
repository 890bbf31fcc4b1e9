import { expect, test } from 'vitest';
import { openBrowserSupervisor } from '../../../src/engine/browser/browser-supervisor.ts';
import { startBrowser } from '../../../src/engine/browser/start-browser.ts';
import { startDeadline } from '../../../src/engine/deadline.ts';
import { openEgressSession } from '../../../src/engine/egress/egress-session.ts';
import { openMerger } from '../../../src/engine/merging/merger.ts';
import { buildPageSet } from '../../../src/engine/page/page-set.ts';
import { mergeParts } from '../../../src/engine/render/merge-parts.ts';
import { openPreparer } from '../../../src/engine/render/preparer.ts';
import { renderParts } from '../../../src/engine/render/render-parts.ts';
import { stampParts } from '../../../src/engine/render/stamp-parts.ts';
import { openPdf, readMarked, readOutline } from '../pdf/read-pdf.ts';
import { cacheFolder } from '../test-engine.ts';
import { buildSixForms, loadTemplate, openWebPage } from './six-forms.ts';

test('the document takes at most 0.45 of the bytes that Chromium wrote for its parts', async () => {
  const web = await openWebPage();
  const egress = { level: 'open' } as const;
  const supervisor = openBrowserSupervisor({
    start: (signal) => startBrowser({ cacheFolder, sandbox: 'preferred', signal }),
  });
  const [preparer, merger] = [openPreparer(), openMerger()];
  const deadline = startDeadline(30_000);
  const request = buildSixForms(`http://127.0.0.1:${web.port}/`);
  const context = { account: 'a', loadTemplate };
  const fonts = 'system' as const;
  const job = {
    request,
    context,
    deadline,
    fonts,
    starting: undefined,
    version: '0.0.0',
    supervisor,
    preparer,
    merger,
  };
  const pages = buildPageSet(await openEgressSession(egress));
  try {
    const parts = await renderParts(job, pages);
    const stamps = await stampParts({ job, pages }, parts);
    const printed = parts.list.filter(({ foreign }) => !foreign).reduce((sum, { pdf }) => sum + pdf.length, 0);
    const { pdf } = await mergeParts(job, parts.list, stamps?.pdf);
    expect(pdf.length / printed).toBeLessThan(0.45);
    const document = await openPdf(pdf);
    expect(await readMarked(document)).toBe(true);
    expect(await readOutline(document)).toHaveLength(6);
  } finally {
    deadline.stop();
    await pages.close();
    await Promise.all([supervisor.close(), preparer.close(), merger.close(), web.close()]);
  }
});
