import type { TocPart } from '../../contract/index.ts';
import { buildPrintStyle, insertSheets } from '../../markup/index.ts';
import type { PageOptions } from '../page/open/page-settings.ts';
import { chooseLooks } from './dress.ts';
import type { ContentsEntry } from './list-contents.ts';

/** What a contents page is like. */
interface ContentsLooks extends TocPart {
  /** The language of the document; empty if it names none. */
  language: string;
  /** Width and height of its pages in points, unless options or style sheets say otherwise. */
  size: { width: number; height: number } | undefined;
  /** Whether other pages of the document have page numbers of our design. */
  pageNumbers: boolean;
  options: PageOptions;
}

/** Headings of contents by language. */
const titles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cs: 'Obsah',
    da: 'Indhold',
    de: 'Inhalt',
    en: 'Contents',
    es: 'Índice',
    fi: 'Sisällys',
    fr: 'Table des matières',
    it: 'Indice',
    ja: '目次',
    ko: '차례',
    nl: 'Inhoud',
    no: 'Innhold',
    pl: 'Spis treści',
    pt: 'Índice',
    sv: 'Innehåll',
    tr: 'İçindekiler',
    uk: 'Зміст',
    zh: '目录',
  }),
);

const defaultTitle = 'Contents';

/** The HTML of a contents page. The links of its entries are "/.toc/0", "/.toc/1" and so on, in their order. */
export function buildContentsPage(entries: readonly ContentsEntry[], looks: ContentsLooks): string {
  const { options, language, size } = looks;
  const lang = language || 'en';
  const title = looks.title ?? titles.get(lang.split('-')[0] as string) ?? defaultTitle;
  const label = escapeHtml(title || defaultTitle);
  const direction = /^(ar|fa|he|ps|sd|ug|ur|yi)\b/i.test(lang) ? ' dir="rtl"' : '';
  const heading = title === '' ? '' : `<h1 class="toc-title">${label}</h1>\n`;
  let count = 0;
  const writeList = (list: readonly ContentsEntry[], level: number): string => {
    if (list.length === 0) return '';
    const items = list.map((entry) => {
      const link = `<a href="/.toc/${count++}">${escapeHtml(entry.title)}</a>`;
      return `<li>${link}${writeList(entry.kids, level + 1)}</li>`;
    });
    return `<ul class="toc-level-${level}">\n${items.join('\n')}\n</ul>`;
  };
  const body = `<nav class="toc" aria-label="${label}">\n${heading}${writeList(entries, 1)}\n</nav>`;
  const chosen = chooseLooks(options);
  const pageNumbers = chosen.pageNumbers && (looks.pageNumbers || chosen.theme !== undefined);
  const paper = size === undefined ? '' : `@page { size: ${size.width}pt ${size.height}pt }\n`;
  const style = paper + buildPrintStyle({ ...chosen, pageNumbers }, body);
  const html = `<!doctype html>
<html lang="${escapeHtml(lang)}"${direction}>
<head>
<meta charset="utf-8">
<title>${label}</title>
<style>
${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
  return insertSheets(html, options.css ?? []);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
