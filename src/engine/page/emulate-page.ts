import { clockScript } from './clock-script.ts';
import type { Page } from './page.ts';
import { choosePaper, type PageOptions } from './page-settings.ts';

/** Sets the view, media and scripts of a page before it loads. The view is as wide as the content box of the paper. */
export function emulatePage(page: Page, options: PageOptions, isStatic: boolean): void {
  const { width, height, margin } = choosePaper(options);
  const scale = 96 / (options.scale ?? 1);
  const view = {
    width: Math.max(1, Math.round((width - margin.left - margin.right) * scale)),
    height: Math.max(1, Math.round((height - margin.top - margin.bottom) * scale)),
  };
  page.set('Emulation.setDeviceMetricsOverride', {
    ...view,
    screenWidth: view.width,
    screenHeight: view.height,
    deviceScaleFactor: 1,
    mobile: false,
    // The window stays one pixel large, so that Chromium draws next to nothing on screen.
    dontSetVisibleSize: true,
  });
  // Scripts stay switched off in the documents that follow without them, and so does their clock.
  if (!isStatic && options.javascript !== false) {
    page.set('Page.addScriptToEvaluateOnNewDocument', { source: clockScript });
  }
  const features = Object.entries(options.media_features ?? {}).map(([name, value]) => ({ name, value }));
  page.onSession((session, kind) => {
    if (kind === 'worker' || kind === 'shared') return;
    session.set('Emulation.setEmulatedMedia', { media: options.media ?? 'print', features });
    // A page is not cleared after a static document, so a script that `looksStatic` missed must not run.
    session.set('Emulation.setScriptExecutionDisabled', { value: isStatic || options.javascript === false });
  });
}
