import { describe, expect, it } from 'vitest';
import { buildContentsPage } from '../../../src/engine/render/contents-page.ts';
import type { ContentsEntry } from '../../../src/engine/render/list-contents.ts';

const entry = (title: string, ...kids: ContentsEntry[]) => ({ title, kids }) as ContentsEntry;
const build = (looks: object = {}, entries: ContentsEntry[] = [entry('One')]) =>
  buildContentsPage(entries, { language: '', size: undefined, pageNumbers: false, options: {}, ...looks } as Parameters<
    typeof buildContentsPage
  >[1]);
const nav = (looks?: object, entries?: ContentsEntry[]) => /<nav[\s\S]*<\/nav>/.exec(build(looks, entries))?.[0];

describe('a contents page', () => {
  it('has a list in the list of the entry above, and links in the order of the entries', () => {
    const entries = [entry('One', entry('1 <b>'), entry('2')), entry('Two')];
    expect(nav({}, entries)?.replace(/\n/g, '')).toBe(
      '<nav class="toc" aria-label="Contents"><h1 class="toc-title">Contents</h1>' +
        '<ul class="toc-level-1"><li><a href="/.toc/0">One</a><ul class="toc-level-2">' +
        '<li><a href="/.toc/1">1 &#60;b&#62;</a></li><li><a href="/.toc/2">2</a></li></ul></li>' +
        '<li><a href="/.toc/3">Two</a></li></ul></nav>',
    );
  });

  it.each([
    [{ language: 'de' }, 'Inhalt'],
    [{ language: 'de-AT' }, 'Inhalt'],
    [{ language: 'xx' }, 'Contents'],
    [{ language: 'constructor' }, 'Contents'],
    [{ language: '' }, 'Contents'],
    [{ language: 'de', title: 'In this "book"' }, 'In this &#34;book&#34;'],
  ])('with %j is called %s', (looks, title) => {
    const html = build(looks);
    expect(html).toContain(`<h1 class="toc-title">${title}</h1>`);
    expect(html).toContain(`<title>${title}</title>`);
    expect(html).toContain(`aria-label="${title}"`);
  });

  it('without a title has no heading, and a name for readers', () => {
    expect(nav({ title: '' })).not.toContain('<h1');
    expect(nav({ title: '' })).toContain('aria-label="Contents"');
  });

  it.each([
    ['', '<html lang="en">'],
    ['fr', '<html lang="fr">'],
    ['ar-EG', '<html lang="ar-EG" dir="rtl">'],
    ['he', '<html lang="he" dir="rtl">'],
    ['arn', '<html lang="arn">'],
  ])('of a document in %j begins with %s', (language, start) => {
    expect(build({ language })).toContain(start);
  });

  it('is as large as the pages of the document', () => {
    expect(build({ size: { width: 300, height: 400 } })).toContain('@page { size: 300pt 400pt }');
    expect(build()).not.toContain('@page { size: 300pt');
  });
});
