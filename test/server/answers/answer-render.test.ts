import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Warning } from '../../../src/contract/index.ts';
import type { RenderResult } from '../../../src/engine/index.ts';
import { answerRender, describePdf } from '../../../src/server/answers/answer-render.ts';

// Bytes that begin inside their memory, as those of a merged PDF may.
const pdf = Buffer.from('--%PDF--').subarray(2, 6);
const timings = { queue_ms: 1, load_ms: 2.5, print_ms: 3, bind_ms: 4 };
const result: RenderResult = { pdf, pages: 2, warnings: [], timings };
const template = (revision: number) => ({ part: 0, template: 't', revision }) as never;

const sum = (encoding: 'hex' | 'base64') => createHash('sha256').update('%PDF').digest(encoding);

const list = (warnings: Warning[]) => {
  const header = describePdf({ ...result, warnings, digest: '' })['platen-warning-list'];
  return header === undefined ? undefined : String(header);
};

const warn = (detail: string, more: Partial<Warning> = {}): Warning =>
  ({ part: 0, code: 'image_failed', detail, ...more }) as Warning;

describe('the answer of a render', () => {
  it('is its PDF, with the rest in headers', () => {
    const { headers, body } = answerRender('pdf', { ...result, templates: [template(3), template(4)] }, 'Report');
    expect(String(body)).toBe('%PDF');
    expect(headers).toEqual({
      'content-type': 'application/pdf',
      'content-length': 4,
      'content-disposition': 'inline; filename="Report.pdf"',
      'repr-digest': `sha-256=:${sum('base64')}:`,
      'platen-pages': 2,
      'platen-warnings': 0,
      'platen-template-revision': '3, 4',
      'server-timing': 'queue;dur=1, load;dur=2.5, print;dur=3, bind;dur=4',
    });
  });

  it('says nothing of templates and warnings that are not there', () => {
    const { headers } = answerRender('pdf', result, undefined);
    expect(headers).not.toHaveProperty('platen-template-revision');
    expect(headers).not.toHaveProperty('platen-warning-list');
    expect(headers['content-disposition']).toBe('inline; filename="document.pdf"');
  });

  it('may be all of it as JSON', () => {
    const { headers, body } = answerRender('json', result, 'Report');
    expect(headers).toEqual({});
    expect(body).toEqual({
      data: {
        pages: 2,
        bytes: 4,
        sha256: sum('hex'),
        warnings: [],
        timings,
        templates: [],
        pdf: Buffer.from('%PDF').toString('base64'),
      },
    });
  });
});

describe('the list of warnings in a header', () => {
  it('has them as JSON in ASCII', () => {
    const warning = warn('a \u00e9 \u20ac \u007f ~', {
      script: 'Thai',
      characters: [{ character: '\u0e01', code_point: 'U+0E01' }],
    });
    const text = list([warning, warn('b')]);
    expect(text).toMatch(/^[\x20-\x7e]+$/);
    expect(text).toContain('a \\u00e9 \\u20ac \\u007f ~');
    expect(JSON.parse(text ?? '')).toEqual([warning, warn('b')]);
  });

  it('has at most 300 characters of each', () => {
    const [warning] = JSON.parse(list([warn('x'.repeat(301))]) ?? '');
    expect(warning.detail).toBe('x'.repeat(300));
  });

  it('leaves out the characters of all if they do not fit', () => {
    const many = Array.from({ length: 20 }, () =>
      warn('x', { characters: [{ character: 'y', code_point: 'U+0079'.repeat(50) }] }),
    );
    expect(JSON.parse(list(many) ?? '')).toEqual(Array(20).fill(warn('x')));
  });

  it('may be as long as 4096 characters', () => {
    const full = Array(11).fill(warn('x'.repeat(300)));
    const room = 4096 - (list([...full, warn('')]) ?? '').length;
    expect(list([...full, warn('x'.repeat(room))])).toHaveLength(4096);
    const longer = JSON.parse(list([...full, warn('x'.repeat(room + 1))]) ?? '');
    expect(longer.at(-1).detail).toBe('Not listed here: 1 more. An answer as JSON has all warnings.');
    expect(longer).toHaveLength(12);
  });

  it('says how many are left out in place of the first of them', () => {
    const many = Array.from({ length: 100 }, (_, index) => warn('x'.repeat(200), { part: index }));
    const text = list(many) ?? '';
    const listed = JSON.parse(text);
    const piece = JSON.stringify(many[10]).length + 1;
    expect(listed.slice(0, -1)).toEqual(many.slice(0, listed.length - 1));
    expect(listed.at(-1)).toEqual({
      part: listed.length - 1,
      code: 'image_failed',
      detail: `Not listed here: ${100 - (listed.length - 1)} more. An answer as JSON has all warnings.`,
    });
    expect(text.length).toBeLessThanOrEqual(4096);
    expect(listed.length - 1).toBe(Math.floor((4096 - 200 + 10) / piece));
  });
});
