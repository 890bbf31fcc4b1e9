import { vi } from 'vitest';

/** A request that a script of the page has sent. */
interface SentRequest {
  address: string;
  method: string;
  headers: Record<string, string>;
  body: unknown;
}

/** The address of the page: a proxy serves the service below a path. */
const start = 'http://platen.example/proxy/dashboard/acme/templates/t1?q=a';

/** What scripts of a page find around them, in this process. Import them only while it is open. */
export function openPage(address = start) {
  const location = new URL(address);
  const moved: string[] = [];
  const scrolls: number[] = [];
  const listeners = new Map<string, (event: unknown) => void>();
  const requests: SentRequest[] = [];
  const answers: (Response | Error)[] = [];
  const go = (how: string) => (_state: unknown, _title: string, to: string) => {
    moved.push(`${how} ${to}`);
    location.href = new URL(to, location.href).href;
  };
  const addEventListener = (name: string, act: (event: unknown) => void) => void listeners.set(name, act);
  vi.stubGlobal('location', location);
  vi.stubGlobal('document', { querySelector: () => ({ content: '/proxy/dashboard/' }), addEventListener });
  vi.stubGlobal('history', { pushState: go('push'), replaceState: go('replace') });
  vi.stubGlobal('addEventListener', addEventListener);
  vi.stubGlobal('scrollTo', (_left: number, top: number) => scrolls.push(top));
  vi.stubGlobal('fetch', async (to: unknown, { method = 'GET', headers = {}, body }: RequestInit = {}) => {
    requests.push({
      address: String(to),
      method,
      headers: headers as Record<string, string>,
      body: typeof body === 'string' ? JSON.parse(body) : body,
    });
    const answer = answers.shift() ?? new Error('no answer');
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return {
    location,
    /** How and where scripts went. */
    moved,
    scrolls,
    listeners,
    requests,
    /** Gives the answer of the next request that has none. */
    answer(status: number, body?: unknown, headers: Record<string, string> = {}) {
      answers.push(new Response(body === undefined ? null : JSON.stringify(body), { status, headers }));
    },
    /** Lets the next request that has no answer fail. */
    fail(error: Error) {
      answers.push(error);
    },
    close: () => vi.unstubAllGlobals(),
  };
}
