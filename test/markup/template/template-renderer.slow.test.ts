import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  openTemplateRenderer,
  type TemplateRenderer,
  type TemplateRendererOptions,
} from '../../../src/markup/template/template-renderer.ts';
import { findProgram } from '../../helpers/bundled-program.ts';

const signal = new AbortController().signal;
/** Beside the program's own children: see test/helpers/bundled-children.ts. */
const file = findProgram('odd-child');
const odd = { file, readable: [dirname(file)] };
const manifest = fileURLToPath(new URL('../../../package.json', import.meta.url));
let templates: TemplateRenderer;

function open(options: TemplateRendererOptions = {}): (template: string, account?: string) => Promise<string> {
  templates = openTemplateRenderer({ entry: odd, ...options });
  return (template, account = 'a') => templates.render(template, {}, { signal, account });
}

function isRunning(pid: string): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

async function waitUntilGone(pid: string): Promise<void> {
  while (isRunning(pid)) await delay(20);
}

afterEach(() => templates?.close());

test('a child never serves two accounts', async () => {
  const render = open({ children: 1 });
  const first = await render('pid', 'a');
  const second = await render('pid', 'b');
  expect(second).not.toBe(first);
  await waitUntilGone(first);
  expect(await render('pid', 'a')).not.toBe(first);
});

test('accounts that take turns keep a child each, up to the number of children', async () => {
  const render = open({ children: 2 });
  const a = await render('pid', 'a');
  const b = await render('pid', 'b');
  expect([await render('pid', 'a'), await render('pid', 'b')]).toEqual([a, b]);
  const c = await render('pid', 'c');
  await waitUntilGone(a);
  expect([await render('pid', 'b'), await render('pid', 'c')]).toEqual([b, c]);
});

test('more renders than children wait for their turn and all succeed', async () => {
  const render = open({ children: 2 });
  const words = Array.from({ length: 5 }, (_, index) => `word ${index}`);
  expect(await Promise.all(words.map((word, index) => render(word, `account ${index % 3}`)))).toEqual(words);
});

test('a child that hangs is killed at the limit and the next render works', async () => {
  const render = open({ killAfterMs: 100 });
  const pid = await render('pid');
  await expect(render('hang')).rejects.toMatchObject({ code: 'template_error', message: /too much time/ });
  await waitUntilGone(pid);
  expect(await render('again')).toBe('again');
});

test('a child that another program keeps from the processor is given its time', async () => {
  const render = open({ killAfterMs: 200 });
  const pid = Number(await render('pid'));
  process.kill(pid, 'SIGSTOP');
  const waiting = render('late');
  await delay(1000);
  process.kill(pid, 'SIGCONT');
  expect(await waiting).toBe('late');
});

test('the signal kills a render under way and is its reason', async () => {
  const render = open();
  const pid = await render('pid');
  const abort = new AbortController();
  const hanging = templates.render('hang', {}, { signal: abort.signal, account: 'a' });
  const reason = new Error('the caller left');
  setTimeout(() => abort.abort(reason), 100);
  await expect(hanging).rejects.toBe(reason);
  await waitUntilGone(pid);
});

test('the signal ends a render that still waits, and keeps the others in the queue', async () => {
  const render = open({ children: 1, killAfterMs: 100 });
  const hanging = render('hang');
  const abort = new AbortController();
  const waiting = templates.render('x', {}, { signal: abort.signal, account: 'a' });
  const next = render('next');
  abort.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  await expect(hanging).rejects.toMatchObject({ code: 'template_error' });
  expect(await next).toBe('next');
});

test('a full heap costs the child only', async () => {
  const render = open({ killAfterMs: 20_000 });
  await expect(render('fill the heap')).rejects.toMatchObject({ code: 'template_error', message: /too much memory/ });
  expect(await render('again')).toBe('again');
});

test('what a render leaves in the heap does not fail the next one', async () => {
  const render = open({ children: 1, killAfterMs: 20_000 });
  expect(await render('leave much behind')).toBe('8');
  expect(await render('take much')).toBe('8');
});

test('a child that claims a huge answer is killed before it can send it', async () => {
  const render = open();
  const pid = await render('pid');
  await expect(render('flood')).rejects.toMatchObject({ code: 'template_error', message: /too large/ });
  await waitUntilGone(pid);
});

test('a child that leaves or answers something else is an internal error, not the template’s', async () => {
  const render = open();
  await expect(render('leave')).rejects.toMatchObject({ code: 'internal' });
  await expect(render('say something else')).rejects.toMatchObject({ code: 'internal' });
});

test('a child that cannot start is an internal error', async () => {
  const render = open({ entry: { file: '/nowhere/child.ts', readable: [] } });
  await expect(render('x')).rejects.toMatchObject({ code: 'internal' });
});

test('closing kills the children and ends what is under way or waits', async () => {
  const render = open({ children: 1 });
  const pid = await render('pid');
  const ends = [render('hang'), render('x')].map((rendering) =>
    expect(rendering).rejects.toMatchObject({ code: 'shutting_down' }),
  );
  await templates.close();
  expect(isRunning(pid)).toBe(false);
  await Promise.all(ends);
  await expect(render('x')).rejects.toMatchObject({ code: 'shutting_down' });
});

test('a child ends with its parent, however that ended', async () => {
  const parent = spawn(process.execPath, [findProgram('odd-parent')]);
  const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
  parent.kill('SIGKILL');
  await waitUntilGone(pid.toString());
});

describe('a captured child', () => {
  let captured: TemplateRenderer;
  const render = (template: string) => captured.render(template, {}, { signal, account: 'a' });
  beforeAll(() => {
    process.env.PLATEN_TEST_SECRET = 'seen';
    captured = openTemplateRenderer({ entry: odd });
    return async () => {
      delete process.env.PLATEN_TEST_SECRET;
      await captured.close();
    };
  });

  test('serves the same account again and again', async () => {
    expect(await render('pid')).toBe(await render('pid'));
  });

  test('may do nothing but render', async () => {
    const answers = {
      'read /etc/hostname': 'refused: ERR_ACCESS_DENIED',
      [`read ${manifest}`]: 'refused: ERR_ACCESS_DENIED',
      'write a file': 'refused: ERR_ACCESS_DENIED',
      'start a process': 'refused: ERR_ACCESS_DENIED',
      'start a thread': 'refused: ERR_ACCESS_DENIED',
      'run a string': 'refused: EvalError',
      'reach a prototype': 'refused: ERR_PROTO_ACCESS',
    };
    for (const [deed, answer] of Object.entries(answers)) expect(await render(deed), deed).toBe(answer);
  });

  test('sees nothing of the environment', async () => {
    const seen = JSON.parse(await render('environment'));
    for (const name of ['PLATEN_TEST_SECRET', 'PATH', 'HOME']) expect(seen).not.toHaveProperty(name);
  });
});
