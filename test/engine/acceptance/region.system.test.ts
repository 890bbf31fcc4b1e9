import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type Origin, openOrigin, readBody } from '../../browser/egress/origin.ts';
import { openPdf, readTexts } from '../../pdf/read-pdf.ts';
import { unfoldPdf } from '../../pdf/run-qpdf.ts';
import { engine, test } from '../shared-engine.ts';
import { digestPdf } from './digest-renders.ts';

/** What a page can know of the locale and the time zone, in text. */
const ask =
  '[navigator.language,navigator.languages.join(),Intl.NumberFormat().resolvedOptions().locale,' +
  'Intl.DateTimeFormat().resolvedOptions().timeZone,new Date(0).getTimezoneOffset()].join("|")';
const report = `fetch("/report?of="+self.who,{method:"POST",body:${ask}})`;
const files: Record<string, string> = {
  '/worker.js': `self.who=location.search.slice(1);${report}`,
  '/frame.html': `<script>self.who="frame";${report};new Worker("/worker.js?worker-of-frame")</script>`,
};

let origin: Origin;
let reports: Record<string, string>;
let languages: Set<string | undefined>;

beforeAll(async () => {
  origin = await openOrigin(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://origin');
    // The page of another test may still count while it is closed.
    if (pathname !== '/count') languages.add(request.headers['accept-language']);
    if (pathname === '/report') reports[searchParams.get('of') ?? ''] = await readBody(request);
    if (pathname === '/count') return void response.end(String(Object.keys(reports).length));
    response.setHeader('Content-Type', pathname.endsWith('.js') ? 'text/javascript' : 'text/html');
    const other = `<iframe src="http://localhost:${origin.port}/frame.html"></iframe>`;
    const page = `<script>self.who="page";${report};new Worker("/worker.js?worker");
      const asking=setInterval(async()=>{self.count=await (await fetch("/count")).text();
        if(self.count==="4")clearInterval(asking)},50)</script>${other}`;
    response.end(files[pathname] ?? page);
  });
});
beforeEach(() => {
  reports = {};
  languages = new Set();
});
afterAll(() => origin.close());

/** The text of a page that writes what it knows. */
async function readRegion(options: object, html = `<!doctype html><p id=a><script>a.textContent=${ask}</script>`) {
  const { pdf } = await engine.render({ parts: { html }, options } as never, { account: 'region' });
  return { pdf, text: (await readTexts(await openPdf(pdf))).join('') };
}

test.for([
  [{}, 'en-US|en-US|en-US|UTC|0', 'en-US'],
  [{ locale: 'de-DE', timezone: 'Europe/Berlin' }, 'de-DE|de-DE|de-DE|Europe/Berlin|-60', 'de-DE'],
  [
    { locale: 'ar-eg-u-nu-latn', timezone: 'america/new_york' },
    'ar-EG-u-nu-latn|ar-EG-u-nu-latn|ar-EG-u-nu-latn|America/New_York|300',
    'ar-EG-u-nu-latn',
  ],
] as const)(
  'page, frame of another origin, workers and Accept-Language agree with %j',
  async ([options, expected, language]) => {
    const request = {
      parts: `http://127.0.0.1:${origin.port}/`,
      options: { ...options, wait_for: { expression: 'self.count === "4"' } },
    };
    await engine.render(request, { account: 'region' });
    expect(reports).toEqual({ page: expected, frame: expected, worker: expected, 'worker-of-frame': expected });
    expect([...languages]).toEqual([language]);
  },
);

test('a page that is used again keeps nothing of the region of the document before', async () => {
  const first = await readRegion({});
  expect(first.text).toContain('en-US|en-US|en-US|UTC|0');
  expect((await readRegion({ locale: 'de-DE', timezone: 'Asia/Tokyo' })).text).toContain(
    'de-DE|de-DE|de-DE|Asia/Tokyo|-540',
  );
  expect((await readRegion({ timezone: 'Asia/Tokyo' })).text).toContain('en-US|en-US|en-US|Asia/Tokyo|-540');
  expect(digestPdf((await readRegion({})).pdf)).toBe(digestPdf(first.pdf));
});

test.for([
  ['<p>plain', null],
  ['<html><title>x</title><p lang=de>x', null],
  ['<html lang=de><p>x', 'de'],
  ['<html lang=en-US><p>x', 'en-US'],
  ['<meta http-equiv=Content-Language content=fr><p>x', 'fr'],
  ['<p lang=en-US>the language of an element is not lost', 'en-US'],
  ['<p>x<script>document.documentElement.lang="it"</script>', 'it'],
] as const)('the PDF of %s has the language %j, not that of the region', async ([html, language]) => {
  const { pdf } = await readRegion({ locale: 'ja-JP' }, `<!doctype html>${html}`);
  const { info } = await (await openPdf(pdf)).getMetadata();
  expect((info as { Language: string | null }).Language).toBe(language);
  if (language === null) expect((await unfoldPdf(pdf)).includes('/Lang (en')).toBe(false);
});

test('dates in templates are those of the time zone of the request', async () => {
  const template = {
    name: 't',
    content: '{{ "2024-12-31T23:30:00Z" | date: "%d.%m.%Y %H:%M %z" }}',
    preview_context: {},
  };
  const id = '6f2c1a52-7b66-4a8b-9d5e-000000000000';
  const request = { parts: { template: id }, options: { timezone: 'Europe/Berlin' } };
  const { pdf } = await engine.render(request, { account: 'region', loadTemplate: async () => template });
  expect((await readTexts(await openPdf(pdf))).join('')).toContain('01.01.2025 00:30 +0100');
});
