import { describe, expect, it } from 'vitest';
import { findLines } from '../../../../src/engine/render/conformance/find-lines.ts';
import type { AuthorFault } from '../../../../src/pdf/index.ts';

const find = (html: string, ...faults: Omit<AuthorFault, 'detail'>[]) =>
  findLines(
    html,
    faults.map((fault) => ({ ...fault, detail: '' })),
    new AbortController().signal,
  );

describe('the line of a fault', () => {
  it('is that of the element with its text, whatever stands around it', async () => {
    const html = '<h1>One</h1>\n<h3>Three <b>bold</b></h3>\n<h3>Three</h3>';
    expect(await find(html, { code: 'heading_skipped', level: 3, text: 'Three bold' })).toEqual([2]);
    expect(await find(html, { code: 'heading_skipped', level: 3, text: 'Thr…' })).toEqual([undefined]);
  });

  it('is that of its turn where there are as many suspects as faults', async () => {
    const html = '<table><tr><td>\n<table><tr><td></table>\n</table>\n<table><tr><th>a</table>\n<a></a>';
    const faults = [{ code: 'no_header_cells' as const }, { code: 'no_header_cells' as const }];
    expect(await find(html, ...faults, { code: 'no_link_text' })).toEqual([1, 2, 5]);
  });

  it('is that of an icon that is neither hidden nor spoken', async () => {
    const html = '<i aria-hidden="true">\uf400</i>\n<i role="img" aria-label="Save">\uf400</i>\n<i>&#xf400;</i>';
    expect(await find(html, { code: 'no_character_text' })).toEqual([3]);
  });

  // More elements in one another than the stack holds calls.
  it('is reported in a document of elements in one another', async () => {
    const html = `${'<table><tr><td>'.repeat(5000)}\n<a></a>`;
    expect(await find(html, { code: 'no_link_text' })).toEqual([2]);
  });

  it('is reported in a document that has a copy of many elements for each paragraph', async () => {
    const elements = Array.from({ length: 200 }, (_, i) => `<b id=${i}>`).join('');
    const html = `<p>${elements}${'<p>x'.repeat(200)}\n<a></a>`;
    expect(await find(html, { code: 'no_link_text' })).toEqual([2]);
  });
});
