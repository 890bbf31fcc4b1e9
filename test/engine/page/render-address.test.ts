import { describe, expect, test } from 'vitest';
import type { PageJob } from '../../../src/engine/page/page-job.ts';
import { printed, render } from './loading-page.ts';

const documentOf = (html: string) => ({ kind: 'document' as const, html });

describe('a page at an address', () => {
  const source = { kind: 'address' as const, url: 'https://a.test/' };

  test('is asked for all that a document shows by itself', async () => {
    const { live, calls, commands } = await render({ source });
    expect(calls.map(([name]) => name)).toEqual([
      'isEmptyDocument',
      'settleDocument',
      'prepareForms',
      'listHeadingTitles',
      'readPageRules',
      'findCutText',
      'showsPasswordField',
    ]);
    expect(commands).toContainEqual(['Page.navigate', { url: 'https://a.test/' }]);
    expect([live.origin, live.warnings, live.titles]).toEqual([undefined, [], {}]);
    expect(live.hasSoftHyphens).toBe(false);
  });

  test.each([
    ['at another site', 'https://b.test/', false, ['page_redirected']],
    ['where it is', 'https://a.test/', true, []],
    ['at a form of the same site', 'https://a.test/login', true, ['login_suspected']],
    ['at another page of the same site', 'https://a.test/login', false, []],
  ])('ends %s', async (_what, here, showsPassword, codes) => {
    const { live } = await render({ source }, { here, answers: { showsPasswordField: () => showsPassword } });
    expect(live.warnings.map(({ code }) => code)).toEqual(codes);
  });

  test('that draws is waited for in frames, unless it has no scripts', async () => {
    const drawing = async (job: Partial<PageJob>) =>
      (await render(job)).calls.find(([name]) => name === 'settleDocument')?.[1];
    expect(await drawing({ source })).toMatchObject({ mayDraw: true });
    expect(await drawing({ source, options: { javascript: false } })).toMatchObject({ mayDraw: false });
    expect(await drawing({ source: documentOf('<script></script>') })).toMatchObject({ mayDraw: true });
    expect(await drawing({ wantsFacts: false, complete: async () => [] })).toMatchObject({ mayDraw: false });
  });

  test('that is a PDF is that file', async () => {
    const file = { type: 'application/pdf', bytes: printed };
    const { live, calls, prints, tookMs } = await render({ source }, { file, here: 'https://b.test/x' });
    const detail = 'https://a.test/ redirects to https://b.test/x';
    expect(live).toMatchObject({ pdf: printed, foreign: true, printMs: 0, isStatic: false });
    expect(live.warnings).toEqual([{ code: 'page_redirected', detail }]);
    expect(live.loadMs).toBeLessThanOrEqual(tookMs);
    expect([calls, prints]).toEqual([[], []]);
  });

  test.each([
    [{}, false],
    [{ header: '' }, false],
    [{ header: 'h' }, true],
    [{ footer: 'f' }, true],
  ])(
    'that is Markdown is printed with its own options %j, and read for its header and footer: %s',
    async (own, reads) => {
      const file = { type: 'text/markdown', bytes: Buffer.from('# x') };
      const options = { ...own, margin: '1in' };
      const warning = { code: 'css_ignored' as const, detail: 'x' };
      const convertMarkdown = async (text: string) => ({
        html: text,
        options,
        metadata: { title: 'T' },
        warnings: [warning],
      });
      const readFacts = () => ({ margin: {}, boxes: [], title: 'T', language: 'en', fontFaces: [], excess: [] });
      const given = { file, answers: { readFacts } };
      const { live, calls, commands } = await render({ source, convertMarkdown }, given);
      expect(live.replaced).toEqual({ options, metadata: { title: 'T' } });
      expect(live.warnings).toEqual([warning]);
      expect(calls.some(([name]) => name === 'readFacts')).toBe(reads);
      const widths = commands.flatMap(([name, { width }]) =>
        name === 'Emulation.setDeviceMetricsOverride' ? [width] : [],
      );
      expect(widths).toEqual([718, 602]);
      const asked = await render({ source, convertMarkdown, wantsFacts: true }, given);
      expect(asked.calls.some(([name]) => name === 'readFacts')).toBe(true);
    },
  );

  test('sends the user agent and the cookies of the request', async () => {
    const asked = { user_agent: 'u', cookies: { a: 'b' } };
    const { commands } = await render({ source: { ...source, request: asked } });
    expect(commands).toContainEqual(['Emulation.setUserAgentOverride', { userAgent: 'u', acceptLanguage: 'en-US' }]);
    expect(commands.filter(([name]) => name === 'Network.setCookies')).toHaveLength(1);
    expect((await render({ source })).commands.map(([name]) => name)).not.toContain('Network.setCookies');
  });
});
