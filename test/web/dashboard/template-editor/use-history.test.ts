import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../page-here.ts';
import { runHook } from '../../run-hook.ts';

let page: ReturnType<typeof openPage>;
let module: typeof import('../../../../src/web/dashboard/template-editor/use-history.ts');
/** Not typed here, because they are written in TSX. */
const [toasts, questions]: string[] = ['../../../../src/web/parts/toast.tsx', '../../../../src/web/parts/ask.tsx'];

beforeEach(async () => {
  page = openPage();
  vi.resetModules();
  vi.useFakeTimers();
  module = await import('../../../../src/web/dashboard/template-editor/use-history.ts');
});

afterEach(() => {
  vi.useRealTimers();
  page.close();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

interface Shown {
  props: { children: { props: { children: { props: { onClick(): void } }[] } }[] };
}
async function decide(isYes: boolean): Promise<void> {
  const { Questions } = (await import(questions as string)) as { Questions(): Shown };
  Questions().props.children[1]?.props.children[isYes ? 1 : 0]?.props.onClick();
}

async function readMessages(): Promise<string[]> {
  const { Toasts } = (await import(toasts as string)) as {
    Toasts(): { props: { children: { props: { children: [string] } }[] } };
  };
  return Toasts().props.children.map(({ props }) => props.children[0]);
}

/** Answers what is asked after each change: the revisions, then what is live. */
function answer(live: number | undefined, revision = 7, isReload = false): void {
  const revisions = () => page.answer(200, { data: [{ revision }], page: { next: null } });
  const labels = () => page.answer(200, { data: live === undefined ? [] : [{ label: 'live', revision: live }] });
  for (const give of isReload ? [labels, revisions] : [revisions, labels]) give();
}

async function open(live?: number, isDirty = false) {
  const taken: unknown[] = [];
  const draft = {
    id: 't1',
    isDirty: signal(isDirty),
    etag: signal('"1"'),
    takeTheirs: (read: unknown) => taken.push(read),
  };
  answer(live);
  const run = runHook(() => module.useHistory(draft as never));
  await settle();
  page.requests.length = 0;
  return { run, taken };
}
const methods = () => page.requests.map(({ method }) => method);

describe('the history of a template', () => {
  it.each([
    [undefined, null],
    [5, 5],
  ])('has its newest revision and the live one: %s', async (live, shown) => {
    const { run } = await open(live);
    expect([run.result.newest, run.result.live.value]).toEqual([7, shown]);
  });

  it('puts a revision live, and is read again', async () => {
    const { run } = await open();
    page.answer(200, {});
    answer(6, 8, true);
    await run.result.putLive(6);
    await settle();
    expect(methods()).toEqual(['PUT', 'GET', 'GET']);
    expect(await readMessages()).toEqual(['Revision 6 is live.']);
    expect([run.result.live.value, run.result.newest]).toEqual([6, 8]);
  });

  it.each([
    [true, ['DELETE', 'GET', 'GET'], ['The newest revision is rendered.'], null],
    [false, [], [], 5],
  ])('renders the newest one again after a question: %s', async (isYes, sent, said, live) => {
    const { run } = await open(5);
    page.answer(204);
    answer(undefined, 7, true);
    const removed = run.result.removeLive();
    await decide(isYes);
    await removed;
    await settle();
    expect([methods(), await readMessages(), run.result.live.value]).toEqual([sent, said, live]);
  });
});

describe('a revision', () => {
  it.each([
    [false, undefined, true],
    [true, true, true],
    [true, false, false],
  ])('is restored, with unsaved work %s after the answer %s: %s', async (isDirty, isYes, isDone) => {
    const { run, taken } = await open(undefined, isDirty);
    page.answer(200, { data: { revision: 9 } });
    page.answer(200, { data: { id: 't1' } }, { etag: '"2"' });
    const restored = run.result.restore(3);
    if (isYes !== undefined) await decide(isYes);
    expect(await restored).toBe(isDone);
    expect(taken).toEqual(isDone ? [{ template: { id: 't1' }, etag: '"2"' }] : []);
    expect(await readMessages()).toEqual(isDone ? ['Revision 3 is restored as revision 9.'] : []);
  });

  it.each([
    ['template_changed', 'Another person has changed the template. Load it again, then restore the revision.'],
    ['unexpected', undefined],
  ])('is not restored after the error %s', async (code, said) => {
    const { run, taken } = await open();
    page.answer(412, { code, detail: 'no' });
    expect([await run.result.restore(3), taken]).toEqual([false, []]);
    const [message] = await readMessages();
    if (said === undefined) expect(message).not.toContain('Another person');
    else expect(message).toBe(said);
  });
});
