import { Chalk } from 'chalk';
import { describe, expect, it } from 'vitest';
import { formatFacts } from '../../../src/cli/inspect/format-facts.ts';
import type { DocumentFacts } from '../../../src/pdf/index.ts';

const page = (width_mm: number, height_mm: number, number = 1) => ({ page: number, width_mm, height_mm, rotation: 0 });
const plain = {
  version: '1.7',
  bytes: 2048,
  encrypted: false,
  damaged: false,
  tagged: false,
  claims: [],
  pages: [page(210, 297)],
  outline: [],
  fonts: [],
  images: [],
  links: [],
  fields: [],
  attachments: [],
  signatures: [],
} as unknown as DocumentFacts;
const format = (facts: object) => formatFacts('a.pdf', { ...plain, ...facts }, new Chalk({ level: 0 }));
/** The lines below a heading. */
const list = (facts: object) => format(facts).split('\n').slice(5, -1);

describe('the facts of a PDF, for people', () => {
  it('begin with what every PDF has', () => {
    expect(format({})).toBe('a.pdf  PDF 1.7, 2 KB\n  pages       1, 210 x 297 mm\n  tagged      no\n');
  });

  it('are only that it is encrypted', () => {
    expect(format({ encrypted: true })).toBe(
      'a.pdf  PDF 1.7, 2 KB\n  encrypted   yes: nothing else can be read without its password\n',
    );
  });

  it('name its properties, claims and damage', () => {
    const text = format({ damaged: true, title: 'T', author: '', language: 'de', tagged: true, claims: ['A', 'B'] });
    expect(text.split('\n').slice(1, -1)).toEqual([
      '  damaged     yes: its objects were found without its cross-reference table',
      '  pages       1, 210 x 297 mm',
      '  title       T',
      '  language    de',
      '  tagged      yes',
      '  claims      A, B',
    ]);
  });

  it('count pages by their size', () => {
    expect(format({ pages: [page(210, 297), page(297, 210), page(210, 297)] })).toContain(
      '  pages       3: 2 of 210 x 297 mm, 1 of 297 x 210 mm\n',
    );
  });

  it('have a heading and an indented line for each item', () => {
    const outline = [
      { title: 'One', level: 1, page: 2 },
      { title: 'Two', level: 2 },
    ];
    expect(format({ outline }).split('\n').slice(3, -1)).toEqual(['', 'Outline (2)', '  One  2', '    Two']);
  });

  const item = (number: number) => ({ page: number, url: 'https://a.example' });
  it('show at most twenty items of a kind', () => {
    const links = Array.from({ length: 21 }, (_, at) => item(at + 1));
    expect(list({ links: links.slice(0, 20) }).at(-1)).toBe('  page 20: https://a.example');
    expect(list({ links }).slice(-2)).toEqual(['  page 20: https://a.example', '  … and 1 more: use --json']);
  });

  it.each<[object, string]>([
    [{ fonts: [{ name: 'A', kind: 'TrueType', embedded: true, subset: true }] }, 'A  TrueType, embedded, subset'],
    [{ fonts: [{ name: 'A', kind: 'CFF', embedded: true, subset: false }] }, 'A  CFF, embedded'],
    [{ fonts: [{ name: '', kind: 'Type1', embedded: false, subset: false }] }, '(no name)  Type1, not embedded'],
    [{ images: [{ page: 1, width: 2, height: 3, dpi: 72, packing: 'JPEG' }] }, 'page 1: 2 x 3 pixels, 72 dpi, JPEG'],
    [{ images: [{ page: 1, width: 2, height: 3, packing: 'JPEG' }] }, 'page 1: 2 x 3 pixels, JPEG'],
    [{ links: [{ page: 1, target: 4 }] }, 'page 1: page 4'],
    [{ links: [{ page: 1 }] }, 'page 1: nowhere'],
    [{ fields: [{ name: 'a', kind: 'text' }] }, 'a  text'],
    [
      {
        fields: [
          { name: 'a', kind: 'text', value: 'x', required: true, read_only: true, max_length: 8, multiline: true },
        ],
      },
      'a = x  text, required, read-only, at most 8 characters, several lines',
    ],
    [
      {
        fields: [
          {
            name: 'a',
            kind: 'list',
            value: ['x', 'y'],
            choices: ['x', 'y'],
            labels: ['x', 'Y'],
            multiple: true,
            editable: true,
          },
        ],
      },
      'a = x, y  list: x | y (Y), several choices, other values too',
    ],
    [
      { attachments: [{ name: 'a.xml', type: 'text/xml', bytes: 1024, relationship: 'Data' }] },
      'a.xml, text/xml, 1 KB, Data',
    ],
    [{ attachments: [{ name: 'a.xml' }] }, 'a.xml'],
    [
      {
        signatures: [
          { field: 's', format: 'F', name: 'Ada', time: 'T', certifies: 'no-changes', covers_document: true },
        ],
      },
      's, Ada, T, F, certifies the PDF: no-changes, covers the whole file',
    ],
    [{ signatures: [{ field: 's', format: 'F', covers_document: false }] }, 's, F, does not cover the whole file'],
  ])('describe %j', (facts, line) => {
    expect(list(facts)).toEqual([`  ${line}`]);
  });

  it('have no control characters of the PDF', () => {
    expect(format({ title: 'a\u001b[31mb' })).not.toContain('\u001b');
  });
});
