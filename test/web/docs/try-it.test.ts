import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../page-here.ts';

/** What the script needs of an element. */
class Shown {
  readonly tag: string;
  [name: string]: unknown;
  children: unknown[] = [];
  constructor(tag: string) {
    this.tag = tag;
  }
  append(...more: unknown[]) {
    this.children.push(...more);
  }
  replaceChildren(...more: unknown[]) {
    this.children = more;
  }
}

/** The text of an element and of those in it, one for each line. */
const textOf = (element: Shown): string[] => [
  ...(typeof element.textContent === 'string' ? [`${element.tag}: ${element.textContent}`] : []),
  ...element.children.flatMap((child) => textOf(child as Shown)),
];

type Fields = { path?: string; key?: string; headers?: string; body?: string };
type Listener = (event: object) => unknown;

/** A form of an operation, with these fields. */
function buildForm(fields: Fields, method?: string) {
  const listeners = new Map<string, Listener>();
  const listen = (name: string, act: Listener) => void listeners.set(name, act);
  const inputs = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value }]));
  const [send, status, answer] = [{ disabled: false }, new Shown('output'), new Shown('div')];
  const key = { addEventListener: (name: string, act: Listener) => listen(`key ${name}`, act) };
  const parts: Record<string, unknown> = {
    button: send,
    '[role=status]': status,
    '.answer': answer,
    '[name=key]': key,
  };
  const section = { hidden: true };
  let submits = 0;
  const form = {
    elements: { namedItem: (name: string) => inputs[name] ?? null },
    dataset: { method },
    querySelector: (selector: string) => parts[selector],
    closest: () => section,
    addEventListener: listen,
    requestSubmit: () => {
      submits += 1;
    },
  };
  return { form, inputs, send, status, answer, section, listeners, countSubmits: () => submits };
}

let page: ReturnType<typeof openPage>;
let revoked: string[];

beforeEach(() => {
  page = openPage('http://platen.example/proxy/docs/api');
  revoked = [];
  vi.stubGlobal('navigator', { pdfViewerEnabled: true });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:pdf');
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void revoked.push(address));
});

afterEach(() => {
  page.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Opens a page with these forms. */
async function open(...forms: ReturnType<typeof buildForm>[]): Promise<void> {
  vi.stubGlobal('document', {
    baseURI: 'http://platen.example/proxy/',
    createElement: (tag: string) => new Shown(tag),
    querySelectorAll: (selector: string) =>
      selector === '.try form' ? forms.map(({ form }) => form) : forms.map(({ inputs }) => inputs.key),
  });
  vi.resetModules();
  await import('../../../src/web/docs/try-it.ts');
}

const submit = async ({ listeners }: ReturnType<typeof buildForm>) => {
  const preventDefault = vi.fn();
  await listeners.get('submit')?.({ preventDefault });
  return preventDefault.mock.calls.length === 1;
};
const plain = { path: '/api/v1/templates', key: ' k1 ', headers: '' };
const lastHeaders = () => Object.fromEntries(page.requests.at(-1)?.headers as unknown as Headers);

describe('a form of an operation', () => {
  it('is shown, and shares its key with the others', async () => {
    const [one, two] = [buildForm(plain), buildForm({ ...plain, key: '' })];
    await open(one, two);
    expect([one.section.hidden, two.section.hidden]).toEqual([false, false]);
    one.listeners.get('key input')?.({});
    expect(two.inputs.key?.value).toBe(' k1 ');
  });

  it.each([
    [{ key: 'Enter', ctrlKey: true, metaKey: false }, 1],
    [{ key: 'Enter', ctrlKey: false, metaKey: true }, 1],
    [{ key: 'Enter', ctrlKey: false, metaKey: false }, 0],
    [{ key: 'a', ctrlKey: true, metaKey: true }, 0],
  ])('is sent by %j: %i times', async (event, times) => {
    const form = buildForm(plain);
    await open(form);
    form.listeners.get('keydown')?.(event);
    expect(form.countSubmits()).toBe(times);
  });

  it('sends its path below that of the service, with the key', async () => {
    const form = buildForm({ ...plain, path: ' //api/v1/templates?limit=2 ' });
    await open(form);
    page.answer(200, {});
    expect(await submit(form)).toBe(true);
    expect(page.requests).toMatchObject([
      { address: 'http://platen.example/proxy/api/v1/templates?limit=2', method: 'GET', body: null },
    ]);
    expect(lastHeaders()).toEqual({ authorization: 'Bearer k1' });
  });

  it('sends its body as JSON, and more headers', async () => {
    const form = buildForm({ ...plain, headers: ' If-Match : "1" \n\n x-a: b:c', body: '{"a": 1}' }, 'POST');
    await open(form);
    page.answer(200, {});
    await submit(form);
    expect(page.requests).toMatchObject([{ method: 'POST', body: { a: 1 } }]);
    const json = { authorization: 'Bearer k1', 'content-type': 'application/json' };
    expect(lastHeaders()).toEqual({ ...json, 'if-match': '"1"', 'x-a': 'b:c' });
  });

  it('sends no body if that is empty', async () => {
    const form = buildForm({ ...plain, body: ' ' }, 'POST');
    await open(form);
    page.answer(200, {});
    await submit(form);
    expect(page.requests).toMatchObject([{ body: null }]);
    expect(lastHeaders()['content-type']).toBe('application/json');
  });

  it('has no fields but those that it shows', async () => {
    const form = buildForm({});
    await open(form);
    page.answer(200, {});
    await submit(form);
    expect(page.requests).toMatchObject([{ address: 'http://platen.example/proxy/', method: 'GET', body: null }]);
    expect(lastHeaders()).toEqual({ authorization: 'Bearer' });
  });

  it.each<[string, Fields, string]>([
    ['an address of another service', { path: 'https://a.b/' }, 'Not sent: the path must begin with /api/v1/'],
    [
      'a line that is no header',
      { headers: 'x-a: 1\n broken ' },
      'Not sent: "broken" is not a header such as Name: value',
    ],
    ['a body that is no JSON', { body: '{' }, 'Not sent: the body is not JSON ('],
  ])('is not sent with %s', async (_what, more, message) => {
    const form = buildForm({ ...plain, ...more });
    await open(form);
    await submit(form);
    expect(page.requests).toEqual([]);
    expect(form.status.textContent).toContain(message);
    expect(form.send.disabled).toBe(false);
  });

  it('is not sent again while it is sent', async () => {
    const form = buildForm(plain);
    await open(form);
    page.answer(200, {});
    const first = submit(form);
    expect([form.send.disabled, form.status.textContent]).toEqual([true, 'Sending…']);
    expect(await submit(form)).toBe(true);
    await first;
    expect(page.requests).toHaveLength(1);
    expect(form.send.disabled).toBe(false);
  });
});

describe('the answer of a request', () => {
  /** What is shown of an answer. */
  async function show(answer: Response): Promise<ReturnType<typeof buildForm>> {
    const form = buildForm(plain);
    await open(form);
    vi.stubGlobal('fetch', async () => answer);
    await submit(form);
    return form;
  }

  it('has its status, its time and its size', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    vi.advanceTimersByTime(500);
    const { status } = await show(new Response('abc', { status: 201, statusText: 'Created' }));
    expect(status.textContent).toBe('201 Created, 0 ms, 1 KB');
    const empty = await show(new Response(null, { status: 204 }));
    expect(empty.status.textContent).toBe('204, 0 ms');
  });

  it('has its headers but for those of all answers, and its text as JSON or as it is', async () => {
    const headers = { 'x-a': '1', date: 'now', vary: 'x', 'content-type': 'application/json' };
    const { answer } = await show(new Response('{"a":1}', { headers }));
    expect(textOf(answer)).toEqual([
      'dt: content-type',
      'dd: application/json',
      'dt: x-a',
      'dd: 1',
      'code: {\n  "a": 1\n}',
    ]);
    expect(answer.children.map((each) => (each as Shown).tag)).toEqual(['dl', 'pre']);
    expect((answer.children[1] as Shown).tabIndex).toBe(0);
    const text = await show(new Response('no {json', { headers: { 'content-type': 'text/plain' } }));
    expect(textOf(text.answer).at(-1)).toBe('code: no {json');
  });

  it('is nothing but headers without content', async () => {
    const { answer } = await show(new Response(null, { status: 204 }));
    expect(answer.children.map((each) => (each as Shown).tag)).toEqual(['dl']);
  });

  const pdf = (name?: string) =>
    new Response('%PDF', {
      headers: {
        'content-type': 'application/pdf',
        ...(name !== undefined && { 'content-disposition': `attachment; filename="${name}"` }),
      },
    });

  it('is shown with links to it if it is a PDF', async () => {
    const { answer } = await show(pdf('a.pdf'));
    const [, links, frame] = answer.children as [Shown, Shown, Shown];
    expect(links.className).toBe('links');
    expect(links.children).toMatchObject([
      { tag: 'a', textContent: 'Download a.pdf', href: 'blob:pdf', download: 'a.pdf' },
      { tag: 'a', textContent: 'Open in a new tab', href: 'blob:pdf', target: '_blank' },
    ]);
    expect(frame).toMatchObject({ tag: 'iframe', title: 'a.pdf', src: 'blob:pdf#navpanes=0' });
  });

  it('has links alone in a browser that shows no PDF', async () => {
    vi.stubGlobal('navigator', { pdfViewerEnabled: false });
    const { answer } = await show(pdf());
    expect(answer.children.map((each) => (each as Shown).tag)).toEqual(['dl', 'p']);
    expect(textOf(answer)).toContain('a: Download document.pdf');
  });

  it('is forgotten by the next request', async () => {
    const form = await show(pdf());
    expect(revoked).toEqual([]);
    vi.stubGlobal('fetch', async () => {
      throw new Error('offline');
    });
    await submit(form);
    expect(revoked).toEqual(['blob:pdf']);
    expect([form.status.textContent, form.answer.children]).toEqual(['Not sent: offline', []]);
    await submit(form);
    expect(revoked).toEqual(['blob:pdf']);
  });
});
