import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { packagedBrowser } from '../../../src/cli/doctor/browser-age.ts';
import { buildFontProbes, examineBrowser } from '../../../src/cli/doctor/check-browser.ts';
import { ok } from '../../../src/cli/doctor/check-result.ts';
import type { TransportRequest } from '../../../src/client/transport.ts';

const browser = `HeadlessChrome/${packagedBrowser.major}.0.8010.0`;

interface Setting {
  status?: object | undefined;
  /** What starting fails with. */
  failure?: Error;
  /** The warnings of each render in turn. */
  warnings?: readonly object[][];
  type?: string;
  chromium?: string;
}

/** Examines the browser of a service in memory. */
async function examine({ failure, warnings = [], type = 'application/pdf', chromium, ...more }: Setting = {}) {
  const rendered: unknown[] = [];
  let closed = 0;
  const status = 'status' in more ? more.status : { browser, sandbox: 'on', own_network: 'on' };
  const service = {
    start: async () => {
      if (failure) throw failure;
    },
    status: () => status,
    heldMs: () => 0,
    async send({ body }: TransportRequest) {
      const list = JSON.stringify(warnings[rendered.push(body) - 1] ?? []);
      const text = type === 'application/pdf' ? '%PDF-1.7\n%%EOF\n' : '{}';
      const stream = Object.assign(Readable.from([Buffer.from(text)]), { dump: async () => {} });
      return { status: 200, headers: { 'content-type': type, 'platen-warning-list': list }, body: stream };
    },
    close: async () => {
      closed += 1;
    },
  };
  const context = { io: { env: {}, platform: 'linux' }, signal: new AbortController().signal };
  const settings = { get: (name: string) => (name === 'chromium' ? (chromium ?? null) : null) };
  const results = await examineBrowser(service as never, context as never, settings as never, []).catch(
    (error: Error) => error,
  );
  expect(closed).toBe(1);
  return { results: results as Awaited<ReturnType<typeof examineBrowser>>, rendered };
}

describe('a browser that starts', () => {
  it('is checked for its age, its sandbox, its network and its fonts', async () => {
    const { results, rendered } = await examine();
    expect(results.map(({ check }) => check)).toEqual(['browser', 'browser_age', 'sandbox', 'network', 'fonts']);
    const [first, , sandbox, network, fonts] = results;
    expect(first).toMatchObject({
      ...{ state: 'ok', fix: null },
      detail: expect.stringMatching(new RegExp(`^${browser}, started in \\d+\\.\\d s$`)),
    });
    expect([sandbox, network?.state, fonts]).toEqual([
      ok('sandbox', 'on'),
      'ok',
      ok('fonts', 'all scripts that were tried'),
    ]);
    expect(rendered).toEqual(buildFontProbes().map((html) => ({ parts: { html } })));
  });

  it('may be another one, and may not say what it is', async () => {
    const [other] = (await examine({ chromium: '/opt/chromium' })).results;
    expect(other?.detail).toMatch(/ \(\/opt\/chromium\), started in /);
    const [unknown, , sandbox, network] = (await examine({ status: undefined })).results;
    expect(unknown?.detail).toMatch(/^a browser without a name, started in /);
    expect([sandbox?.state, network]).toEqual(['warn', ok('network', 'shared with this machine')]);
  });

  it('may have no fonts for some scripts', async () => {
    const missing = (script?: string) => ({ code: 'glyph_missing', detail: 'x', ...(script && { script }) });
    const warnings = [[missing('Thai'), { code: 'css_ignored', detail: 'x' }], [], [missing(), missing('Thai')]];
    expect((await examine({ warnings })).results[4]).toEqual({
      ...{ check: 'fonts', state: 'warn', code: null, fix: expect.any(String) },
      detail: 'none for Thai, other text: such text is missing on paper',
    });
  });

  it('may render no PDF', async () => {
    expect((await examine({ type: 'application/json' })).results[4]).toMatchObject({
      ...{ check: 'fonts', state: 'fail', code: 'unexpected_answer', detail: 'the render answered no PDF' },
    });
  });
});

describe('a browser that does not start', () => {
  it('may lack its sandbox, which is a result', async () => {
    const failure = Object.assign(new Error('no user namespaces.'), { code: 'sandbox_unavailable' });
    expect((await examine({ failure })).results).toEqual([
      expect.objectContaining({
        ...{ check: 'sandbox', state: 'fail', code: 'sandbox_unavailable' },
        fix: 'do what it says; PLATEN_SANDBOX=off is for documents that you trust',
      }),
    ]);
  });

  it('fails otherwise', async () => {
    const failure = Object.assign(new Error('no browser was found'), { code: 'browser_missing' });
    expect((await examine({ failure })).results).toBe(failure);
  });
});
