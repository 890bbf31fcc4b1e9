import type { Protocol } from 'devtools-protocol';
import type { PageRequest } from '../../../contract/index.ts';
import { composeProgram, stepEvent } from '../open/injected-programs.ts';
import type { Page } from '../open/page.ts';
import { choosePaper, type PageOptions } from '../open/page-settings.ts';

/** The view of a page, as wide as the content box of the paper, or `contentWidth` CSS pixels wide. */
export function chooseView(
  options: PageOptions,
  contentWidth?: number,
): Protocol.Emulation.SetDeviceMetricsOverrideRequest {
  const { width, height, margin } = choosePaper(options);
  const scale = 96 / (options.scale ?? 1);
  const { viewport } = options;
  const contentSize = (inches: number) => Math.max(1, Math.round(inches * scale));
  const view = {
    width:
      contentWidth === undefined
        ? (viewport?.width ?? contentSize(width - margin.left - margin.right))
        : Math.max(1, Math.round(contentWidth)),
    height: viewport?.height ?? contentSize(height - margin.top - margin.bottom),
  };
  return {
    ...view,
    screenWidth: view.width,
    screenHeight: view.height,
    deviceScaleFactor: options.device_scale ?? 1,
    mobile: false,
    // The window stays one pixel large, so that Chromium draws next to nothing on screen.
    dontSetVisibleSize: true,
  };
}

/** The locale and the time zone of a browser on Linux; `launchBrowser` sets them. */
const defaultRegion = { locale: 'en-US', timezone: 'UTC' };

/**
 * Sets locale and time zone in a page and in what it starts: frames, workers. A page that always had the default ones is left alone.
 * In a worker that shares the process of its page, V8 has the locale already and refuses it, but the worker's own `navigator` has not.
 */
function setRegion(page: Page, options: PageOptions, { user_agent: userAgent = '', language }: PageRequest): void {
  const isUsual = userAgent === '' && language === undefined;
  // Most documents name neither, and `Intl` reads its data for 5 ms.
  if (isUsual && !page.hasRegion && options.locale === undefined && options.timezone === undefined) return;
  const [locale = defaultRegion.locale] = Intl.getCanonicalLocales(options.locale);
  const { timezone = defaultRegion.timezone } = options;
  const { timeZone: timezoneId } = new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions();
  const isDefault = isUsual && locale === defaultRegion.locale && timezoneId === defaultRegion.timezone;
  if (isDefault && !page.hasRegion) return;
  page.hasRegion = true;
  page.onSession((session) => {
    session.set('Emulation.setLocaleOverride', { locale });
    session.set('Emulation.setTimezoneOverride', { timezoneId });
    // An empty user agent leaves that of the browser.
    session.set('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: language ?? locale });
  });
}

/** Sets the view, media, region and scripts of a page before it loads. */
export function emulatePage(page: Page, options: PageOptions, isStatic: boolean, request: PageRequest = {}): void {
  page.set('Emulation.setDeviceMetricsOverride', chooseView(options));
  setRegion(page, options, request);
  // Scripts stay switched off in the documents that follow without them, and so does their clock.
  if (!isStatic && options.javascript !== false) {
    page.set('Page.addScriptToEvaluateOnNewDocument', { source: composeProgram('start', stepEvent) });
  }
  const features = Object.entries(options.media_features ?? {}).map(([name, value]) => ({ name, value }));
  page.onSession((session, kind) => {
    if (kind === 'worker' || kind === 'shared') return;
    session.set('Emulation.setEmulatedMedia', { media: options.media ?? 'print', features });
    // A page is not cleared after a static document, so a script that `looksStatic` missed must not run.
    session.set('Emulation.setScriptExecutionDisabled', { value: isStatic || options.javascript === false });
  });
}
