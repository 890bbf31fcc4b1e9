import { afterAll, expect, test } from 'vitest';
import { openTemplateRenderer } from '../../../src/markup/template/template-renderer.ts';

const templates = openTemplateRenderer({ children: 1 });
const options = { signal: new AbortController().signal, account: 'a' };
const render = (template: string, more: object = {}) => templates.render(template, { n: 1 }, { ...options, ...more });

afterAll(() => templates.close());

test('the present time is that of the call where none is handed in', async () => {
  const before = Math.floor(Date.now() / 1000);
  const seconds = Number(await render('{{ "now" | date: "%s" }}'));
  expect(seconds).toBeGreaterThanOrEqual(before);
  expect(seconds).toBeLessThanOrEqual(Date.now() / 1000);
});

test('a time and a zone that are handed in count for that render alone', async () => {
  const now = new Date('2030-04-05T06:07:08Z');
  const template = '{{ "2024-12-31T23:30:00" | date: "%F %R %z" }} {{ "now" | date: "%F %R" }}';
  expect(await render(template, { now, timezone: 'America/New_York' })).toBe('2024-12-31 23:30 -0500 2030-04-05 02:07');
  expect(await render(template, { now })).toBe('2024-12-31 23:30 +0000 2030-04-05 06:07');
});

test('a random pick is the same in every render', async () => {
  const template = '{% assign l = (1..1000) %}{{ l | sample: 5 | join }}';
  expect(await render(template)).toBe(await render(template));
});

test('codes are drawn, and partials are rendered and checked', async () => {
  const partials = { a: '[{{ n }}]' };
  expect(await render('{{ "x" | qr_code }}')).toMatch(/^<svg /);
  expect(await render('{% render "a", n: n %}', { partials })).toBe('[1]');
  await expect(render('{% render "aa" %}', { partials, names: ['a'] })).rejects.toMatchObject({
    code: 'template_error',
    line: 1,
    column: 1,
  });
});

test('a check finds errors, and the partials of a template have their places', async () => {
  expect(await templates.check('{{ n | upcse }}', { n: 1 }, options)).toEqual([
    expect.objectContaining({ level: 'error', line: 1, column: 8 }),
  ]);
  expect(await templates.findPartials('\n{% render "a" %}', options)).toEqual([
    expect.objectContaining({ tag: 'render', name: 'a', line: 2 }),
  ]);
});

test('a check that takes too long ends', async () => {
  const impatient = openTemplateRenderer({ children: 1, killAfterMs: 100 });
  const deep = `${'<b>'.repeat(500_000)}<h3>x`;
  const failure = { code: 'template_error', message: 'the template used too much time' };
  await expect(impatient.check(deep, {}, options)).rejects.toMatchObject(failure);
  await impatient.close();
});
