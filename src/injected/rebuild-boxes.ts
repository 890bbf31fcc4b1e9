import { findAll } from './dom/document.ts';
import { dom } from './dom/dom.ts';

/** Paper has no corner to pull at. */
const gripRule = 'textarea, [style*="resize" i] { resize: none !important; }';

/**
 * The program `rebuildBoxes`: has Chromium build all boxes of the document, and of the frames that it may read, again if something was
 * painted before the parser had ended (Paint Timing, `first-paint`): only then boxes may have met content that was still on its way. Another
 * `display` of the root rebuilds them, and nothing is drawn and no script runs before the old one is back. Text areas lose their grips.
 */
export default function rebuildBoxes(): void {
  const documents = [document];
  for (const inner of documents) {
    for (const { contentDocument } of findAll<HTMLIFrameElement>('iframe', inner)) {
      if (contentDocument) documents.push(contentDocument);
    }
    const root = dom(inner).documentElement as Element | null;
    const view = dom(inner).defaultView as (Window & typeof globalThis) | null;
    if (!root || !view) continue;
    hideGrips(inner, view);
    if (isPaintedEarly(view)) rebuild(inner, root, view);
  }
}

function hideGrips(inner: Document, { CSSStyleSheet }: Window & typeof globalThis): void {
  if (findAll('textarea, [style*="resize" i]', inner).length === 0) return;
  const sheets = dom(inner).adoptedStyleSheets;
  if (sheets.some(({ cssRules }) => cssRules[0]?.cssText === gripRule)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(gripRule);
  // Others take away the last one.
  sheets.unshift(sheet);
}

function isPaintedEarly({ performance }: Window): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const [paint] = performance.getEntriesByType('paint');
  return paint !== undefined && !(navigation && paint.startTime > navigation.domInteractive);
}

function rebuild(inner: Document, root: Element, view: Window & typeof globalThis): void {
  const style = view.getComputedStyle(root);
  const { display } = style;
  if (display === 'none') return;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(`:root { display: ${display === 'flow-root' ? 'block' : 'flow-root'} !important }`);
  const sheets = dom(inner).adoptedStyleSheets;
  sheets.push(sheet);
  // Reading the style applies it.
  void style.display;
  sheets.pop();
  void style.display;
}
