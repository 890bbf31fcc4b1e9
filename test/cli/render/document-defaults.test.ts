import { describe, expect, it } from 'vitest';
import { defaultsFor, readDocumentDefaults } from '../../../src/cli/render/document-defaults.ts';
import type { Settings } from '../../../src/cli/settings/index.ts';

const settingsOf = (values: Record<string, unknown>) =>
  ({ get: (name: string) => values[name] ?? null, entries: {} }) as unknown as Settings;

const read = (values: Record<string, unknown>) =>
  readDocumentDefaults(settingsOf(values), {} as Parameters<typeof readDocumentDefaults>[1]);

describe('the options that settings give', () => {
  it('are only those that are set', async () => {
    expect(await read({})).toEqual({ always: {}, pages: {} });
  });

  it('are for every request, or for requests that print pages', async () => {
    const values = { fonts: 'bundled', locale: 'de-DE', timezone: 'UTC', on_damage: 'fail', 'render.scale': 2 };
    expect(await read(values)).toEqual({
      always: { fonts: 'bundled', locale: 'de-DE', timezone: 'UTC', on_damage: 'fail' },
      pages: { scale: 2 },
    });
  });

  it.each<[string, unknown, object]>([
    ['render.size', 'A5', { page_size: 'A5' }],
    ['render.margin', '1mm 2mm', { margin: { top: '1mm', right: '2mm', bottom: '1mm', left: '2mm' } }],
    ['render.landscape', false, { landscape: false }],
    ['render.prefer_css_page_size', true, { prefer_css_page_size: true }],
    ['render.media', 'screen', { media: 'screen' }],
    ['render.header', '<b>x</b>', { header: '<b>x</b>' }],
    ['render.footer', '<b>x</b>', { footer: '<b>x</b>' }],
    ['render.theme', 'plain', { theme: 'plain' }],
    ['render.no_background', true, { print_background: false }],
    ['render.no_outline', false, { outline: true }],
    ['render.no_tags', true, { tagged: false }],
    ['render.no_javascript', true, { javascript: false }],
    ['render.on_resource_error', 'fail', { on_resource_error: 'fail' }],
  ])('have that of %s %j', async (name, value, pages) => {
    expect((await read({ [name]: value })).pages).toEqual(pages);
  });
});

describe('the defaults of a request', () => {
  const defaults = { always: { locale: 'de-DE' }, pages: { scale: 2, theme: 'plain' } } as const;

  it.each<[unknown, object]>([
    [{ pdf: 'x' }, { locale: 'de-DE' }],
    [[{ pdf: 'x' }, { pdf: 'y' }], { locale: 'de-DE' }],
    [[{ pdf: 'x' }, { url: 'y' }], { locale: 'de-DE', scale: 2 }],
    ['https://example.com', { locale: 'de-DE', scale: 2 }],
    [null, { locale: 'de-DE', scale: 2 }],
    [{ html: '<p>x' }, { locale: 'de-DE', scale: 2, theme: 'plain' }],
    [{ html: '<STYLE>p {}</STYLE>' }, { locale: 'de-DE', scale: 2 }],
    [{ html: '<link rel=stylesheet href=a.css>' }, { locale: 'de-DE', scale: 2 }],
    [{ html: 3 }, { locale: 'de-DE', scale: 2 }],
    [{ markdown: 'x' }, { locale: 'de-DE', scale: 2, theme: 'plain' }],
    [{ toc: {} }, { locale: 'de-DE', scale: 2, theme: 'plain' }],
  ])('for the parts %j are %j', (parts, options) => {
    expect(defaultsFor(parts, defaults)).toEqual(options);
  });

  it('have no theme if no setting has one', () => {
    expect(defaultsFor({ markdown: 'x' }, { always: {}, pages: {} })).toEqual({});
  });
});
