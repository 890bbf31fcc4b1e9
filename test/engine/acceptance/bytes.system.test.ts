import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { afterAll, expect, test } from 'vitest';
import { openBrowserSupervisor } from '../../../src/browser/chromium/browser-supervisor.ts';
import { startBrowser } from '../../../src/browser/chromium/start-browser.ts';
import { openEgressSession } from '../../../src/browser/egress/egress-session.ts';
import type { RenderRequest } from '../../../src/contract/index.ts';
import { startDeadline } from '../../../src/engine/deadline.ts';
import { openMerger } from '../../../src/engine/merging/merger.ts';
import { buildPageSet } from '../../../src/engine/page/open/page-set.ts';
import { mergeParts } from '../../../src/engine/render/merge-parts.ts';
import { openPreparer } from '../../../src/engine/render/preparer.ts';
import { renderParts } from '../../../src/engine/render/render-parts.ts';
import { stampParts } from '../../../src/engine/render/stamp-parts.ts';
import { isLong } from '../../helpers/is-long.ts';
import { unfoldPdf } from '../../pdf/run-qpdf.ts';
import { cacheFolder } from '../test-engine.ts';
import { buildSixForms, loadTemplate } from './six-forms.ts';

const modules = join(import.meta.dirname, '../../../node_modules');
const assets = join(import.meta.dirname, '../../../examples/assets');

/** A font with CFF outlines, cut to the letters of the forms. */
const cutCff = async (weight: string) => {
  const font = readFileSync(join(modules, `@embedpdf/fonts-jp/fonts/NotoSansJP-${weight}.otf`));
  const letters = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));
  return (await subsetFont(font, letters, { noHinting: false, targetFormat: 'truetype', dropTables: [] })).toString(
    'base64',
  );
};

/** The same request with fonts of CFF outlines, which Chromium embeds as drawings, for those that it brings. */
async function withCff(request: RenderRequest): Promise<RenderRequest> {
  const faces = [await cutCff('Regular'), await cutCff('Bold')];
  let json = JSON.stringify(request);
  for (const name of ['inter', 'source-serif']) {
    for (const [index, weight] of ['regular', 'semibold'].entries()) {
      const own = readFileSync(join(assets, `${name}-${weight}.woff2`)).toString('base64');
      json = json.replaceAll(own, faces[index] ?? '');
    }
  }
  return JSON.parse(json);
}

const supervisor = openBrowserSupervisor({
  start: (signal) => startBrowser({ cacheFolder, sandbox: 'preferred', signal }),
});
const [preparer, merger] = [openPreparer({ checkValues: async () => ({ faults: [] }) }), openMerger()];
afterAll(() => Promise.all([supervisor.close(), preparer.close(), merger.close()]));

const outlines: [name: string, setIn: (request: RenderRequest) => RenderRequest | Promise<RenderRequest>][] = [
  ['TrueType', (request) => request],
  ['CFF', withCff],
];

/** The six forms but the address, which needs an egress, and the PDF, which Chromium does not write. */
function buildPrintedForms(): RenderRequest {
  const request = buildSixForms('');
  const parts = (request.parts as object[]).filter((part) => !('url' in part || 'pdf' in part));
  return { ...request, parts } as RenderRequest;
}

// Other tests join drawn glyphs, too, of fewer pages.
test.each(isLong ? outlines : outlines.slice(0, 1))(
  'with %s outlines the document takes at most 0.4 of the bytes that Chromium wrote for its parts',
  async (name, setIn) => {
    const request = await setIn(buildPrintedForms());
    const deadline = startDeadline(30_000);
    const job = {
      request,
      context: { account: 'a', loadTemplate },
      deadline,
      fonts: 'system' as const,
      starting: undefined,
      version: '0.0.0',
      supervisor,
      preparer,
      merger: merger.open(),
      openBoundPages: () => Promise.reject(new Error('no page has cookies')),
      acquireSpareSlot: () => Promise.reject(new Error('no spare slot')),
    };
    const pages = buildPageSet(await openEgressSession({ level: 'open' }));
    try {
      const parts = await renderParts(job, pages);
      const stamps = await stampParts({ job, pages }, parts);
      const printed = parts.list.reduce((sum, { pdf }) => sum + pdf.length, 0);
      const { pdf } = await mergeParts(job, parts.list, { stamps: stamps?.pdfs, overlays: [] });
      expect(pdf.length / printed).toBeLessThan(0.4);
      expect((await unfoldPdf(pdf)).includes('/Subtype /Type3')).toBe(name === 'CFF');
    } finally {
      deadline.stop();
      await pages.close();
    }
  },
);
