import { describe, expect, it } from 'vitest';
import { nameOutput, nameSource } from '../../../src/cli/documents/output-name.ts';
import type { PlannedSource } from '../../../src/cli/documents/plan-source.ts';

const file = (name: string) => ({ kind: 'file', file: name }) as PlannedSource;
const address = (url: string) => ({ kind: 'address', address: url }) as PlannedSource;

describe('the PDF', () => {
  it.each<[string, PlannedSource]>([
    ['report.pdf', file('docs/report.html')],
    ['report.pdf', file('docs\\report.md')],
    ['report.v2.pdf', file('report.v2.html')],
    ['report-rendered.pdf', file('report.PDF')],
    ['README.pdf', file('README')],
    ['document.pdf', { kind: 'stdin' } as PlannedSource],
    ['document.pdf', { kind: 'inline' } as PlannedSource],
    ['invoice.pdf', { kind: 'template', slug: 'invoice' } as PlannedSource],
    ['0193.pdf', { kind: 'template', id: '0193', slug: 'invoice' } as PlannedSource],
    ['invoice.v2.pdf', { kind: 'template-folder', folder: 'templates/invoice.v2/' } as PlannedSource],
    ['template.pdf', { kind: 'template-folder', folder: '../.' } as PlannedSource],
    ['example.com.pdf', address('https://example.com/')],
    ['post.pdf', address('https://example.com/blog/post/')],
    ['post.pdf', address('https://example.com/blog/post.HTML?page=2')],
    ['post.pdf', address('https://example.com/post.pdf')],
    ['post.txt.pdf', address('https://example.com/post.txt')],
    ['größe.pdf', address('https://example.com/gr%C3%B6%C3%9Fe.htm')],
    ['100%.pdf', address('https://example.com/100%')],
  ])('has the name %s', (name, source) => {
    expect(nameOutput(source)).toBe(name);
  });
});

describe('a name of a file is safe', () => {
  it.each([
    ['a:b*?.html', 'a-b-'],
    ['--- .title.html', 'title'],
    ['a\u0007b\u202ec.html', 'abc'],
    ['title. . .html', 'title'],
    ['con.html', 'con-document'],
    ['COM7.tar.html', 'COM7.tar-document'],
    ['conin$.html', 'conin$-document'],
    ['console.html', 'console'],
    ['???.html', 'document'],
  ])('%j becomes %j', (name, safe) => {
    expect(nameSource(file(name))).toBe(safe);
  });

  it('has at most 200 bytes, and no half of a character', () => {
    expect(nameSource(file(`${'a'.repeat(201)}.html`))).toBe('a'.repeat(200));
    expect(nameSource(file(`${'a'.repeat(200)}.html`))).toBe('a'.repeat(200));
    expect(nameSource(file(`a${'ü'.repeat(150)}.html`))).toBe(`a${'ü'.repeat(99)}`);
    expect(nameSource(file(`${'a'.repeat(199)} b.html`))).toBe('a'.repeat(199));
  });
});
