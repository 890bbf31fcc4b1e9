import { onTestFinished } from 'vitest';
import type { Browser } from '../../../src/browser/index.ts';
import { type Deadline, startDeadline } from '../../../src/engine/deadline.ts';
import type { PageSet } from '../../../src/engine/page/open/page-set.ts';
import type { PageJob } from '../../../src/engine/page/page-job.ts';
import { renderPage } from '../../../src/engine/page/render-page.ts';
import { buildPages } from '../../pdf/build-pdf.ts';
import { type FakePage, fakePage } from './fake-page.ts';

/** What the program inside a page returns, by the names of its functions. */
export type Answers = Record<string, (...args: never[]) => unknown>;

/** An event of a page, with what it says. */
export type PageEvent = [name: string, params: object];

/** A page that loads what it is asked for at once, and notes it. */
export interface LoadingPage extends FakePage {
  browser: Browser;
  pages: PageSet;
  deadline: Deadline;
  /** The commands that it is asked for, each its name and its settings. */
  commands: [name: string, settings: Record<string, unknown>][];
  /** What becomes of it: how it is asked for, kept open and given back, and whether it is clean then. */
  uses: [use: string, wants: object][];
  /** Tells its listeners of an event. */
  emit(...event: PageEvent): void;
}

/** What it prints unless it is given another PDF. */
export const printed = buildPages(1);

/** What nothing in a page asks for. */
export const plainSurvey = {
  namesLanguage: true,
  namesPaper: false,
  scrolls: false,
  usesHyphens: false,
  hasEffects: false,
  hasPageImages: false,
  hasFixed: false,
  hasSticky: false,
  mayBreakFloats: false,
  mayBleed: false,
  embeds: false,
  pictures: 0,
  sizes: [] as string[],
  margins: [] as string[],
  stacks: [] as string[],
  boxed: [],
  uncounted: [],
  links: 0,
  cut: [],
  unread: [] as string[],
  excess: [],
};

/**
 * Makes a page. `survey` is what is found in it, `events` are what happens before it has loaded, `here` is where its
 * address ends, and `file` what that has in place of a page.
 */
export function loadingPage({
  answers = {},
  survey = {},
  events = [],
  egress = {},
  pdf = printed,
  here,
  file,
}: {
  answers?: Answers;
  survey?: object;
  events?: readonly PageEvent[] | ((url: string) => readonly PageEvent[]);
  egress?: object;
  pdf?: Uint8Array | (() => Uint8Array);
  here?: string;
  file?: { type: string; bytes: Uint8Array };
} = {}): LoadingPage {
  const found = { ...plainSurvey, ...survey };
  const fake = fakePage(() => (typeof pdf === 'function' ? pdf() : pdf), {
    settleDocument: () => ({ inTime: true, moves: false, hasUnseen: false, ...found }),
    listStyles: () => ({ styles: [], tooLong: null }),
    listInnerStacks: () => ({ stacks: [], excess: [] }),
    listHeadingTitles: () => ({ titles: {}, excess: [] }),
    readPageRules: () => [],
    findCutText: () => ({ found: null, excess: [] }),
    isEmptyDocument: () => false,
    showsPasswordField: () => false,
    ...answers,
  });
  const listeners: [name: string, listener: (params: object) => void][] = [];
  const emit: LoadingPage['emit'] = (name, params) => {
    for (const [wanted, listener] of listeners) if (wanted === name) listener(params);
  };
  const load = (url: string) => {
    for (const [name, params] of typeof events === 'function' ? events(url) : events) emit(name, params);
    emit('Page.frameNavigated', { frame: { id: 'f', url } });
    emit('Page.loadEventFired', {});
  };
  const commands: LoadingPage['commands'] = [];
  const never = new Promise<never>(() => undefined);
  const { promise: becomesPage, resolve: becomePage } = Promise.withResolvers<void>();
  const post = (name: string, settings: Record<string, unknown> = {}) => {
    fake.posts.push([name, settings]);
    if (name !== 'Fetch.fulfillRequest') return;
    load(here ?? 'https://a.test/');
    becomePage();
  };
  const send = async (name: string, settings: Record<string, unknown> = {}) => {
    commands.push([name, settings]);
    const origin = /^location\.replace\("(.*)"\)/.exec(String(settings.expression))?.[1];
    if (origin !== undefined) load(origin);
    if (name === 'Page.navigate' && file) {
      const responseHeaders = [{ name: 'content-type', value: file.type }];
      const request = { url: here ?? settings.url, headers: {} };
      emit('Network.requestWillBeSent', { requestId: 'r', request, type: 'Document', frameId: 'f', loaderId: 'r' });
      emit('Fetch.requestPaused', { requestId: 'p', request, frameId: 'f', responseStatusCode: 200, responseHeaders });
    } else if (name === 'Page.navigate') load(here ?? String(settings.url));
    if (name === 'Fetch.takeResponseBodyAsStream') return { stream: 's' };
    if (name === 'IO.read')
      return { data: Buffer.from(file?.bytes ?? []).toString('base64'), base64Encoded: true, eof: true };
    // A file may become a page.
    if (name === 'Page.navigate' && file) await becomesPage;
    return { result: { value: /\nreturn surveyPage\(/.test(String(settings.expression)) ? found : undefined } };
  };
  const browser = { isOpen: true, isWhole: () => true } as unknown as Browser;
  const more = {
    browser,
    frame: 'f',
    closed: never,
    crashed: never,
    failed: never,
    hasRegion: false,
    on: (name: string, listener: (params: object) => void) => void listeners.push([name, listener]),
    onSession: (listener: (session: unknown, kind: string) => void) => listener(page, 'page'),
    send,
    post,
    set: (name: string, settings: Record<string, unknown> = {}) => void commands.push([name, settings]),
  };
  const page = Object.assign(fake.page, more);
  const uses: LoadingPage['uses'] = [];
  const note = (use: string) => (_page: unknown, wants: { isClean(): boolean; isStatic: boolean }) =>
    void uses.push([use, { isClean: wants.isClean(), isStatic: wants.isStatic }]);
  const pages = {
    egress: {
      port: 1,
      blocked: [],
      isRefused: () => false,
      isUnknown: () => false,
      isStopped: () => false,
      endOf: () => 'whole',
      faultOf: () => undefined,
      ...egress,
    },
    acquire: async (_browser: unknown, wants: object) => {
      uses.push(['acquire', wants]);
      return page;
    },
    park: note('park'),
    release: note('release'),
  } as unknown as PageSet;
  return { ...fake, page, browser, pages, deadline: startDeadline(60_000), commands, uses, emit };
}

/** Renders a page, and gives what it was asked for. */
export async function render(job: Partial<PageJob>, given: Parameters<typeof loadingPage>[0] = {}) {
  const fake = loadingPage(given);
  onTestFinished(() => fake.deadline.stop());
  const { pages, deadline } = fake;
  const whole = {
    source: { kind: 'document' as const, html: '<p>x' },
    options: {},
    wantsFacts: false,
    pages,
    deadline,
    ...job,
  };
  const start = performance.now();
  const live = await renderPage(fake.browser, whole);
  return { ...fake, live, tookMs: performance.now() - start };
}

/** The event of a page that asks for an address. */
export const request = (url: string, type = 'Image'): PageEvent => [
  'Network.requestWillBeSent',
  { requestId: url, request: { url }, type, frameId: 'f', loaderId: 'l' },
];
