import { describe, expect, onTestFinished, test } from 'vitest';
import { renderPage } from '../../../src/engine/page/render-page.ts';
import { type Answers, loadingPage, type PageEvent, render, request } from './loading-page.ts';

const documentOf = (html: string, more: object = {}) => ({ kind: 'document' as const, html, ...more });

const refusal = (url: string, status: number, type = 'Image'): PageEvent => [
  'Network.responseReceived',
  { requestId: url, type, response: { url, status, mimeType: 'image/png' }, frameId: 'f', loaderId: 'l' },
];
const picture = 'https://b.test/x.png';
const lost = [request(picture), refusal(picture, 404)];

describe('a resource that is missing', () => {
  const warning = { code: 'resource_missing', detail: `${picture} answered 404` };

  test.each([
    [{}, [warning]],
    [{ on_resource_error: 'warn' as const }, [warning]],
    [{ on_resource_error: 'ignore' as const }, []],
  ])('is a warning unless it is ignored: %j', async (options, warnings) => {
    expect((await render({ options }, { events: lost })).live.warnings).toEqual(warnings);
  });

  test('is an error if the request asks for that', async () => {
    const options = { on_resource_error: 'fail' as const };
    await expect(render({ options }, { events: lost })).rejects.toMatchObject({
      code: 'resource_failed',
      message: warning.detail,
    });
    expect((await render({ options })).live.warnings).toEqual([]);
  });

  test('is an error before the page is printed', async () => {
    const fake = loadingPage({ events: lost });
    onTestFinished(() => fake.deadline.stop());
    const { pages, deadline } = fake;
    const source = documentOf('<p>x');
    const job = { source, options: { on_resource_error: 'fail' as const }, wantsFacts: false, pages, deadline };
    await expect(renderPage(fake.browser, job)).rejects.toMatchObject({ code: 'resource_failed' });
    expect(fake.prints).toEqual([]);
  });

  test('is an error if it is found once the page is printed', async () => {
    const options = { on_resource_error: 'fail' as const };
    const survey = { unread: [picture] };
    await expect(render({ options }, { survey })).rejects.toMatchObject({ code: 'resource_failed' });
  });

  test('is listed while it is waited for', async () => {
    const { deadline } = await render({}, { events: [request(picture)] });
    expect(deadline.listOpen?.()).toEqual([picture]);
  });

  test('is ignored, and no other warning', async () => {
    const other = { code: 'console_error' as const, detail: 'x' };
    const source = documentOf('<p>x', { warnings: [other] });
    const options = { on_resource_error: 'ignore' as const };
    expect((await render({ source, options }, { events: lost })).live.warnings).toEqual([other]);
  });
});

test('warnings are in the order of their codes and texts, whatever they are of', async () => {
  const given = [
    { code: 'text_covered' as const, detail: 'b' },
    { code: 'console_error' as const, detail: 'a' },
    { code: 'text_covered' as const, detail: 'a' },
  ];
  const added = [
    { code: 'font_missing' as const, detail: 'd' },
    { code: 'font_missing' as const, detail: 'c' },
  ];
  const { live } = await render(
    { source: documentOf('<p>x', { warnings: given }), complete: async () => added },
    {
      events: lost,
      survey: {
        excess: [{ of: 'spoken', limit: 5 }],
        uncounted: [{ value: 'counter(page)', selector: 'p' }],
        inTime: false,
      },
    },
  );
  expect(live.warnings.map(({ code, detail }) => `${code} ${detail.slice(0, 13)}`)).toEqual([
    'console_error a',
    'css_ignored content: alte',
    'css_ignored counter(page)',
    'font_missing c',
    'font_missing d',
    'fonts_late Fonts were no',
    'resource_missing https://b.tes',
    'text_covered a',
    'text_covered b',
  ]);
});

test.each([
  ['shows all it has', {}, []],
  ['scrolls', { scrolls: true }, []],
  ['names its paper', { namesPaper: true }, []],
  ['scrolls and names its paper', { scrolls: true, namesPaper: true }, ['readPageRules', 'findCutBoxes']],
  ['has margins wider than paper', { margins: ['20in'] }, ['readPageRules']],
  ['embeds others', { embeds: true }, ['findLost', 'listInnerStacks']],
])('a page that %s is asked for that', async (_what, survey, names) => {
  const findLost = () => ({ unread: [], embedded: [], cut: [], films: [], withoutWebgl: ['canvas'] });
  const answers: Answers = { findCutBoxes: () => [], findLost };
  const { calls, live } = await render({}, { survey, answers });
  expect(calls.map(([name]) => name)).toEqual(names);
  expect(live.lacksWebgl).toBe((names as string[]).includes('findLost') ? true : undefined);
});

test('boxes that paper cuts are those of that paper', async () => {
  const box = (name: string) => ({ name, shown: 1, all: 2, side: 'height' });
  const answers = { findCutBoxes: () => [box('other')] };
  const cutOf = async (survey: object) =>
    (await render({}, { survey: { cut: [box('own')], ...survey }, answers })).live.warnings.map(({ detail }) => detail);
  expect(await cutOf({})).toEqual(['own shows 1 of 2 px of its height: paper does not scroll.']);
  expect(await cutOf({ scrolls: true, namesPaper: true })).toEqual([
    'other shows 1 of 2 px of its height: paper does not scroll.',
  ]);
});

test('margins that leave no room are a warning', async () => {
  const side = { px: 864, isImportant: false };
  const rules = [{ selector: '', size: '', margin: { left: side, right: side } }];
  const { live } = await render({}, { survey: { margins: ['9in'] }, answers: { readPageRules: () => rules } });
  expect(live.warnings).toEqual([{ code: 'css_ignored', detail: expect.stringContaining('leave no room') }]);
});

test('an image or a font that cannot be read is a warning', async () => {
  const { live } = await render({}, { survey: { unread: [picture] } });
  expect(live.warnings).toEqual([
    { code: 'resource_failed', detail: `${picture} arrived, but the browser cannot read it` },
  ]);
});

test.each([
  ['ends early', '\x89PNG', ['ends before its picture does: the rest of it is empty']],
  ['is whole', '\x89PNG IEND', []],
])('an image of a document that %s', async (_what, bytes, whys) => {
  const assets = { 'a.png': { type: 'image/png', base64: Buffer.from(bytes, 'latin1').toString('base64') } };
  const events = (url: string) => [request(`${url}a.png`), refusal(`${url}a.png`, 200)];
  const source = documentOf('<img src=a.png>', { assets });
  const { live } = await render({ source }, { survey: { pictures: 1 }, events });
  expect(live.warnings.map(({ detail }) => detail.replace(/^\S+ /, ''))).toEqual(whys);
});
