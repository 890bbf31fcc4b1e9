import { describe, expect, test } from 'vitest';
import type { PageRequest } from '../../../../src/contract/index.ts';
import { chooseView, emulatePage } from '../../../../src/engine/page/load/emulate-page.ts';
import type { Page } from '../../../../src/engine/page/open/page.ts';
import type { PageOptions } from '../../../../src/engine/page/open/page-settings.ts';

describe('the view of a page', () => {
  // A4 has 793.7 by 1122.5 CSS pixels, and a margin of 10 mm has 37.8.
  test.each<[string, PageOptions, number | undefined, number, number]>([
    ['the content box of the paper', {}, undefined, 718, 1047],
    ['that of each margin', { margin: { top: '1in', right: '2in', bottom: '3in', left: '1in' } }, undefined, 506, 739],
    ['that of the scale', { scale: 2 }, undefined, 359, 523],
    ['that of the options', { viewport: { width: 800, height: 600 } }, undefined, 800, 600],
    ['as wide as content', {}, 400.6, 401, 1047],
    ['as wide as content, not as the options say', { viewport: { width: 800, height: 600 } }, 400, 400, 600],
    ['a pixel at least', { page_size: { width: '1in', height: '1in' }, margin: '1in' }, undefined, 1, 1],
    ['a pixel of content at least', {}, 0, 1, 1047],
  ])('is %s', (_, options, contentWidth, width, height) => {
    expect(chooseView(options, contentWidth)).toEqual({
      width,
      height,
      screenWidth: width,
      screenHeight: height,
      deviceScaleFactor: 1,
      mobile: false,
      dontSetVisibleSize: true,
    });
  });

  test('has the pixels of a device that the options ask for', () => {
    expect(chooseView({ device_scale: 2 }).deviceScaleFactor).toBe(2);
  });
});

interface Given {
  isStatic?: boolean;
  hasRegion?: boolean;
  request?: PageRequest;
  kind?: string;
}

/** What is set in a page, and in what it starts. */
function emulate(options: PageOptions, { isStatic = false, hasRegion = false, request, kind = 'page' }: Given = {}) {
  const sent: Record<string, unknown> = {};
  const set = (method: string, value: unknown) => {
    sent[method.split('.')[1] ?? ''] = value;
  };
  const onSession = (start: (session: object, kind: string) => void) => start({ set }, kind);
  const page = { hasRegion, set, onSession };
  emulatePage(page as unknown as Page, options, isStatic, request);
  return { ...sent, hasRegion: page.hasRegion } as Record<string, unknown>;
}

describe('a page', () => {
  test('is set up for print, with the clock of its scripts', () => {
    const sent = emulate({});
    expect(sent.setDeviceMetricsOverride).toEqual(chooseView({}));
    expect(sent.setEmulatedMedia).toEqual({ media: 'print', features: [] });
    expect(sent.setScriptExecutionDisabled).toEqual({ value: false });
    expect(sent).toHaveProperty('addScriptToEvaluateOnNewDocument.source');
  });

  test('has the media of its options', () => {
    const sent = emulate({ media: 'screen', media_features: { 'prefers-color-scheme': 'dark' } } as PageOptions);
    const features = [{ name: 'prefers-color-scheme', value: 'dark' }];
    expect(sent.setEmulatedMedia).toEqual({ media: 'screen', features });
  });

  test.each<[string, PageOptions, boolean]>([
    ['in a static document', {}, true],
    ['if the options say so', { javascript: false }, false],
  ])('runs no script and has no clock %s', (_, options, isStatic) => {
    const sent = emulate(options, { isStatic });
    expect(sent.setScriptExecutionDisabled).toEqual({ value: true });
    expect(sent).not.toHaveProperty('addScriptToEvaluateOnNewDocument');
  });

  test.each(['worker', 'shared'])('sets no media in a %s', (kind) => {
    const sent = emulate({ locale: 'de' }, { kind });
    expect(sent).not.toHaveProperty('setEmulatedMedia');
    expect(sent).not.toHaveProperty('setScriptExecutionDisabled');
    expect(sent).toHaveProperty('setLocaleOverride');
  });
});

describe('the region of a page', () => {
  test.each<[string, PageOptions, PageRequest | undefined]>([
    ['nothing', {}, undefined],
    ['the usual locale', { locale: 'en-us' }, undefined],
    ['the usual time zone', { timezone: 'UTC' }, {}],
    ['both', { locale: 'en-US', timezone: 'Etc/UTC' }, {}],
  ])('is left alone if the request names %s', (_, options, request) => {
    expect(emulate(options, request && { request })).toMatchObject({ hasRegion: false });
    expect(emulate(options, request && { request })).not.toHaveProperty('setLocaleOverride');
  });

  test.each<[string, PageOptions, PageRequest, object]>([
    ['a locale', { locale: 'de-at' }, {}, { locale: 'de-AT' }],
    ['a time zone', { timezone: 'europe/berlin' }, {}, { timezoneId: 'Europe/Berlin' }],
    ['a user agent', {}, { user_agent: 'x' }, { userAgent: 'x' }],
    ['languages', { locale: 'de' }, { language: 'fr, en' }, { locale: 'de', acceptLanguage: 'fr, en' }],
  ])('is set if the request names %s', (_, options, request, given) => {
    const { locale, timezoneId, userAgent, acceptLanguage } = {
      locale: 'en-US',
      timezoneId: 'UTC',
      userAgent: '',
      acceptLanguage: 'locale' in given ? given.locale : 'en-US',
      ...given,
    };
    expect(emulate(options, { request })).toMatchObject({
      hasRegion: true,
      setLocaleOverride: { locale },
      setTimezoneOverride: { timezoneId },
      setUserAgentOverride: { userAgent, acceptLanguage },
    });
  });

  test('is set back in a page that had another one', () => {
    expect(emulate({}, { hasRegion: true })).toMatchObject({
      hasRegion: true,
      setLocaleOverride: { locale: 'en-US' },
      setTimezoneOverride: { timezoneId: 'UTC' },
    });
  });
});
