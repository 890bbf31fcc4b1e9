import type { ChalkInstance } from 'chalk';
import type { DocumentFacts } from '../../pdf/index.ts';
import { safeText } from '../output/safe-text.ts';
import { formatBytes } from '../render/render-output.ts';

/** Items of a list that are shown; --json has all. */
const shownItems = 20;

/** The facts as lines for people: a heading for each kind, and nothing for what the PDF has not. */
export function formatFacts(name: string, facts: DocumentFacts, chalk: ChalkInstance): string {
  const lines = [`${chalk.bold(safeText(name))}  PDF ${facts.version}, ${formatBytes(facts.bytes)}`];
  const row = (label: string, value: string | undefined) => {
    if (value !== undefined && value !== '') lines.push(`  ${label.padEnd(12)}${safeText(value)}`);
  };
  if (facts.encrypted) {
    row('encrypted', 'yes: nothing else can be read without its password');
    return `${lines.join('\n')}\n`;
  }
  if (facts.damaged) row('damaged', 'yes: its objects were found without its cross-reference table');
  row('pages', formatPages(facts.pages));
  for (const key of ['title', 'author', 'subject', 'keywords', 'creator', 'producer', 'created', 'modified'] as const) {
    row(key, facts[key]);
  }
  row('language', facts.language);
  row('tagged', facts.tagged ? 'yes' : 'no');
  row('claims', facts.claims.join(', '));
  const list = <T>(heading: string, items: readonly T[], format: (item: T) => string) => {
    if (items.length === 0) return;
    lines.push('', chalk.bold(`${heading} (${items.length})`));
    for (const item of items.slice(0, shownItems)) lines.push(`  ${safeText(format(item))}`);
    if (items.length > shownItems) lines.push(`  … and ${items.length - shownItems} more: use --json`);
  };
  list(
    'Outline',
    facts.outline,
    ({ title, level, page }) => `${'  '.repeat(level - 1)}${title}${page ? `  ${page}` : ''}`,
  );
  list('Fonts', facts.fonts, (font) => {
    const how = font.embedded ? (font.subset ? 'embedded, subset' : 'embedded') : 'not embedded';
    return `${font.name || '(no name)'}  ${font.kind}, ${how}`;
  });
  list('Images', facts.images, ({ page, width, height, dpi, packing }) => {
    return `page ${page}: ${width} x ${height} pixels${dpi === undefined ? '' : `, ${dpi} dpi`}, ${packing}`;
  });
  list(
    'Links',
    facts.links,
    ({ page, url, target }) => `page ${page}: ${url ?? (target ? `page ${target}` : 'nowhere')}`,
  );
  list('Fields', facts.fields, (field) => {
    const value = field.value === undefined ? '' : ` = ${[field.value].flat().join(', ')}`;
    const marks = [
      field.required && 'required',
      field.read_only && 'read-only',
      field.max_length && `at most ${field.max_length} characters`,
      field.multiline && 'several lines',
      field.multiple && 'several choices',
      field.editable && 'other values too',
    ];
    const named = field.choices?.map((choice, index) => {
      const label = field.labels?.[index] ?? choice;
      return label === choice ? choice : `${choice} (${label})`;
    });
    const choices = named ? `: ${named.join(' | ')}` : '';
    return `${field.name}${value}  ${[`${field.kind}${choices}`, ...marks].filter(Boolean).join(', ')}`;
  });
  list('Attachments', facts.attachments, ({ name, type, bytes, relationship }) => {
    return [name, type, bytes === undefined ? undefined : formatBytes(bytes), relationship].filter(Boolean).join(', ');
  });
  list('Signatures', facts.signatures, ({ field, format, name, time, certifies, covers_document: covers }) => {
    const what = covers ? 'covers the whole file' : 'does not cover the whole file';
    return [field, name, time, format, certifies && `certifies the PDF: ${certifies}`, what].filter(Boolean).join(', ');
  });
  return `${lines.join('\n')}\n`;
}

/** How many pages there are of each size, in order of the first. */
function formatPages(pages: DocumentFacts['pages']): string {
  const sizes = new Map<string, number>();
  for (const { width_mm: width, height_mm: height } of pages) {
    const size = `${width} x ${height} mm`;
    sizes.set(size, (sizes.get(size) ?? 0) + 1);
  }
  const [[only] = ['']] = sizes;
  if (sizes.size === 1) return `${pages.length}, ${only}`;
  return `${pages.length}: ${[...sizes].map(([size, count]) => `${count} of ${size}`).join(', ')}`;
}
