import type { Protocol } from 'devtools-protocol';
import { composeProgram } from '../open/injected-programs.ts';
import type { Page } from '../open/page.ts';
import { choosePaper, type PageOptions } from '../open/page-settings.ts';
import { stepEvent } from '../open/step-event.ts';

/** The view of a page, as wide as the content box of the paper, or `contentWidth` CSS pixels wide. */
export function chooseView(
  options: PageOptions,
  contentWidth?: number,
): Protocol.Emulation.SetDeviceMetricsOverrideRequest {
  const { width, height, margin } = choosePaper(options);
  const scale = 96 / (options.scale ?? 1);
  const view = {
    width: Math.max(1, Math.round(contentWidth ?? (width - margin.left - margin.right) * scale)),
    height: Math.max(1, Math.round((height - margin.top - margin.bottom) * scale)),
  };
  return {
    ...view,
    screenWidth: view.width,
    screenHeight: view.height,
    deviceScaleFactor: 1,
    mobile: false,
    // The window stays one pixel large, so that Chromium draws next to nothing on screen.
    dontSetVisibleSize: true,
  };
}

/** Sets the view, media and scripts of a page before it loads. */
export function emulatePage(page: Page, options: PageOptions, isStatic: boolean): void {
  page.set('Emulation.setDeviceMetricsOverride', chooseView(options));
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
