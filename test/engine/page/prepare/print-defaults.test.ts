import { describe, expect, it } from 'vitest';
import { setPrintDefaults } from '../../../../src/engine/page/prepare/print-defaults.ts';
import type { SettledPage } from '../../../../src/engine/page/settle/settle-page.ts';
import { fakePage } from '../fake-page.ts';

const rules = [
  { selector: '', size: '200px 300px', margin: {} },
  { selector: ':left', size: '200px 200px', margin: {} },
];

/** Sets the defaults of a document, and gives what the program inside the page was given. */
async function set(html: string | undefined, settled?: Partial<SettledPage>, cut?: string[], world?: number) {
  const { page, calls } = fakePage(() => new Uint8Array(), { readPageRules: () => rules });
  const sent: { expression: string; contextId?: number }[] = [];
  const send = async (_command: string, params: { expression: string }) => {
    sent.push(params);
    return { result: { value: cut } };
  };
  const { warnings } = await setPrintDefaults(
    Object.assign(page, { send, world }),
    { html, options: { margin: '0' } },
    settled as SettledPage | undefined,
  );
  const given = /(\{"may[^{}]*\})/.exec(sent[0]?.expression ?? '')?.[1];
  return { warnings: await warnings, options: given && JSON.parse(given), hasAsked: calls.length > 0, sent };
}

describe('the defaults of page breaks', () => {
  it('are for nothing in a whole document without boxes that get any', async () => {
    expect((await set('<p>x')).sent).toEqual([]);
    expect((await set('<p>x', {})).sent).toHaveLength(1);
    expect((await set(undefined)).sent).toHaveLength(1);
  });

  it.each([
    ['a heading', '<h1>x', undefined, { mayHaveLayers: false, mayBeInLine: false, mayStick: false }],
    ['layers', '<style>@layer a</style><h1>x', undefined, { mayHaveLayers: true, mayBeInLine: false, mayStick: false }],
    [
      'boxes in lines',
      '<p style="display: inline-block">',
      undefined,
      { mayHaveLayers: false, mayBeInLine: true, mayStick: false },
    ],
    [
      'sticky boxes',
      '<p style="position: sticky">',
      undefined,
      { mayHaveLayers: false, mayBeInLine: false, mayStick: true },
    ],
    ['a page that was asked', '<h1>x', { hasSticky: true }, { mayHaveLayers: true, mayBeInLine: true, mayStick: true }],
    [
      'a page that was asked, in vain',
      '<h1>x',
      { hasSticky: false },
      { mayHaveLayers: true, mayBeInLine: true, mayStick: false },
    ],
    ['an address', undefined, {}, { mayHaveLayers: true, mayBeInLine: true, mayStick: false }],
  ])('know what there may be: %s', async (_what, html, settled, options) => {
    expect((await set(html, settled)).options).toEqual(options);
  });

  it.each([
    ['a page rule', '<style>@page {}</style><p style="display: inline-block">', undefined, true],
    ['no page rule', '<p style="display: inline-block">', undefined, false],
    ['no box that matters', '<style>@page {}</style><h1>x', undefined, false],
    ['a named paper', '<p style="display: inline-block">', { namesPaper: true }, true],
    ['no named paper', '<style>@page {}</style><p style="display: inline-block">', { namesPaper: false }, false],
    ['an address with a named paper', undefined, { namesPaper: true }, true],
  ])('know the height of the lowest page where there is %s', async (_what, html, settled, hasHeight) => {
    const { options, hasAsked } = await set(html, settled);
    expect([options.height, hasAsked]).toEqual(hasHeight ? [200, true] : [undefined, false]);
  });

  it('name the boxes that are cut', async () => {
    const detail = (name: string) => `${name} is higher than a page and is cut at its end.`;
    expect((await set('<h1>x', undefined, ['b#a', 'td'])).warnings).toEqual([
      { code: 'page_break_cuts', detail: detail('b#a') },
      { code: 'page_break_cuts', detail: detail('td') },
    ]);
    expect((await set('<h1>x')).warnings).toEqual([]);
  });

  it('are set in the world of the program, if there is one', async () => {
    expect((await set('<h1>x', undefined, [], 7)).sent).toEqual([expect.objectContaining({ contextId: 7 })]);
    expect((await set('<h1>x')).sent[0]).not.toHaveProperty('contextId');
  });
});
