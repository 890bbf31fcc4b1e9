import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DevToolsError } from '../../../../src/browser/index.ts';
import { EngineError } from '../../../../src/children/index.ts';
import type { WaitFor } from '../../../../src/contract/index.ts';
import type { ResourceWatch } from '../../../../src/engine/page/load/watch-resources.ts';
import type { Page } from '../../../../src/engine/page/open/page.ts';
import { waitFor } from '../../../../src/engine/page/settle/wait-for.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Waits in a page that answers an expression with `results` in turn; an Error among them is thrown. */
function wait(condition: WaitFor, results: unknown[] = [], failing?: Error) {
  const deadline = { condition: undefined as string | undefined };
  const asked: unknown[] = [];
  const note = (what: unknown) => asked.push([what, deadline.condition]);
  const page = {
    call: async (_: string, selector: string) => {
      note(selector);
      if (failing) throw failing;
    },
    send: async (_: string, { expression }: { expression: string }) => {
      note(expression);
      const result = results.shift();
      if (result instanceof Error) throw result;
      return result;
    },
  };
  const resources = { idle: async (ms: number) => void note(ms) };
  const waiting = waitFor(page as unknown as Page, condition, resources as unknown as ResourceWatch, deadline);
  return { waiting, asked, deadline };
}

const value = (result: object) => ({ result });

describe('a condition', () => {
  test('is named while it is waited for, one after the other', async () => {
    const condition = { selector: '#a', expression: 'b', network_idle: true, delay_ms: 20 } as const;
    const { waiting, asked, deadline } = wait(condition, [value({ type: 'boolean', value: true })]);
    await vi.advanceTimersByTimeAsync(19);
    expect(asked).toEqual([
      ['#a', 'the selector #a'],
      ['b', 'the expression b'],
      [500, 'an idle network'],
    ]);
    expect(deadline.condition).toBe('a delay of 20 ms');
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(deadline.condition).toBeUndefined();
  });

  test('of nothing is met', async () => {
    const { waiting, asked } = wait({});
    await waiting;
    expect(asked).toEqual([]);
  });

  test('of a selector that is invalid is refused, and another error passed on', async () => {
    const refused = wait({ selector: '#' }, [], new EngineError('wait_failed', 'SyntaxError'));
    await expect(refused.waiting).rejects.toMatchObject({ code: 'wait_failed', message: '# is not a CSS selector.' });
    const failure = new Error('gone');
    await expect(wait({ selector: '#' }, [], failure).waiting).rejects.toBe(failure);
  });
});

describe('an expression', () => {
  test.each<[string, object]>([
    ['true', { type: 'boolean', value: true }],
    ['a number', { type: 'number', value: 1 }],
    ['an object', { type: 'object', objectId: '1' }],
    ['a list', { type: 'object', subtype: 'array', objectId: '1' }],
    ['a function', { type: 'function', objectId: '1' }],
  ])('is met by %s', async (_, result) => {
    const { waiting, asked } = wait({ expression: 'x' }, [value(result)]);
    await waiting;
    expect(asked).toHaveLength(1);
  });

  test.each<[string, unknown]>([
    ['false', value({ type: 'boolean', value: false })],
    ['null', value({ type: 'object', subtype: 'null', value: null })],
    ['0', value({ type: 'number', value: 0 })],
    ['nothing', value({ type: 'undefined' })],
    ['a document that leaves', new DevToolsError('Execution context was destroyed.')],
  ])('is asked again after 50 ms in case of %s', async (_, first) => {
    const { waiting, asked } = wait({ expression: 'x' }, [first, value({ type: 'boolean', value: true })]);
    await vi.advanceTimersByTimeAsync(49);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(asked).toHaveLength(2);
  });

  test.each([
    [{ text: 'Uncaught', exception: { description: 'Error: a\n  at b' } }, 'The expression failed: Error: a'],
    [{ text: 'Uncaught' }, 'The expression failed: Uncaught'],
  ])('that fails with %j is refused', async (exceptionDetails, message) => {
    const { waiting } = wait({ expression: 'x' }, [{ result: {}, exceptionDetails }]);
    await expect(waiting).rejects.toMatchObject({ code: 'wait_failed', message });
  });

  test('of which a browser knows nothing is an error', async () => {
    const failure = new Error('no browser');
    await expect(wait({ expression: 'x' }, [failure]).waiting).rejects.toBe(failure);
  });
});
