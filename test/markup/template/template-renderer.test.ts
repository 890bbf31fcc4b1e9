import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import {
  buildRequest,
  openTemplateRenderer,
  type TemplateRenderer,
} from '../../../src/markup/template/template-renderer.ts';

let renderer: TemplateRenderer;
beforeEach(() => {
  renderer = openTemplateRenderer();
});
afterEach(() => renderer.close());

const limit = 5 * 1024 * 1024;
const aborted = () => AbortSignal.abort(new Error('given up'));

it.each<[string, number, Record<string, string>, string]>([
  ['with as much as there may be', limit, {}, 'given up'],
  ['with one character more', limit + 1, {}, '"a": a template has at most 5,242,880 characters'],
  ['with partials that fill it', limit - 2, { one: 'x', other: 'y' }, 'given up'],
  [
    'with larger partials',
    limit - 2,
    { one: 'x', other: 'yy' },
    '"a": a template has at most 5,242,880 characters with its partials',
  ],
])('a template %s ends before it is sent', async (_what, length, partials, message) => {
  const options = { name: 'a', partials, account: 'x', signal: aborted() };
  const template = 'x'.repeat(length);
  await expect(renderer.render(template, {}, options)).rejects.toThrow(message);
  await expect(renderer.check(template, {}, options)).rejects.toThrow(message);
  await expect(renderer.findPartials(template, options)).rejects.toThrow(message);
});

it('data that is nested too deeply is refused, and what is no data is a fault of the caller', async () => {
  let deep: object = {};
  for (let depth = 0; depth < 100_000; depth += 1) deep = { deep };
  await expect(renderer.render('x', deep, { name: 'a', account: 'x', signal: aborted() })).rejects.toMatchObject({
    ...{ code: 'template_error', message: '"a": the data of the template is too large or nested too deeply' },
  });
  await expect(renderer.render('x', { big: 1n }, { account: 'x', signal: aborted() })).rejects.toThrow(TypeError);
});

const start = Date.UTC(2026, 0, 2);
it.each([
  ['nothing more', {}, { partials: {}, now: start, timezone: 'UTC' }],
  [
    'all that a render can have',
    { partials: { a: 'b' }, names: ['a', 'c'], now: new Date(5), timezone: 'Europe/Berlin', name: 'n' },
    { partials: { a: 'b' }, names: ['a', 'c'], now: 5, timezone: 'Europe/Berlin' },
  ],
  ['no names that could be meant', { names: [] }, { partials: {}, names: [], now: start, timezone: 'UTC' }],
])('a template with %s is sent with its clock', (_what, options, sent) => {
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const request = buildRequest('check', 'x', { y: 1 }, { account: 'x', signal: aborted(), ...options });
  expect(JSON.parse(request.toString())).toEqual({ task: 'check', template: 'x', context: { y: 1 }, ...sent });
});
