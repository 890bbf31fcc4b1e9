import { pageSizes, themeNames } from '../../../contract/index.ts';
import { choice, describeData, filePath, onOff, type Parsed, type SettingKind, textKind } from '../setting-kinds.ts';
import { parseMargin, parsePageSize } from './page-lengths.ts';
import { row } from './setting-row.ts';

const size: SettingKind<string> = textKind((text) =>
  parsePageSize(text) === undefined
    ? { problem: `must be width and height such as 210x297mm, or one of ${pageSizes.join(', ')}` }
    : { value: text },
);

const margin: SettingKind<string> = textKind((text) =>
  parseMargin(text) === undefined ? { problem: 'must be one to four lengths such as 20mm 15mm' } : { value: text },
);

const scaleProblem = 'must be a number from 0.1 to 2';

function checkScale(value: number): Parsed<number> {
  return value >= 0.1 && value <= 2 ? { value } : { problem: scaleProblem };
}

const scale: SettingKind<number> = {
  fromText: (text) =>
    /^(\d(\.\d{0,9})?|\.\d{1,9})$/.test(text) ? checkScale(Number(text)) : { problem: scaleProblem },
  fromData: (data) =>
    typeof data === 'number' ? checkScale(data) : { problem: `${scaleProblem}, not ${describeData(data)}` },
};

const markup: SettingKind<string> = {
  ...textKind((text) => {
    if (text === '@' || text === '@-') return { problem: 'must be HTML, or @ and the name of a file' };
    if (!/^[^\s<@]+\.html?$/i.test(text)) return { value: text };
    return { problem: 'must be HTML; an @ before the name of a file prints the file' };
  }),
  isMarkup: true,
};

/** Defaults of page options: what a command that prints pages uses if neither a flag nor a request says otherwise. */
export const pageSettings = {
  'render.size': row(size, { otherwise: 'the size in the CSS, else A4' }, 'any', 'The page size'),
  'render.landscape': row(onOff, { otherwise: 'the CSS decides' }, 'any', 'Whether pages are landscape'),
  'render.margin': row(
    margin,
    { otherwise: 'the margins in the CSS, else 10mm' },
    'any',
    'The page margins: one to four lengths',
  ),
  'render.prefer_css_page_size': row(
    onOff,
    { otherwise: 'options win, and the CSS sets the rest' },
    'any',
    'Whether @page rules in the CSS override size, landscape and margin',
  ),
  'render.scale': row(scale, { otherwise: '1' }, 'any', 'The scale of the content, 0.1 to 2'),
  'render.media': row(choice('print', 'screen'), { otherwise: 'print' }, 'any', 'The CSS media type'),
  'render.header': row(markup, { otherwise: 'none' }, 'any', 'HTML at the top of each page; @file reads a file'),
  'render.footer': row(markup, { otherwise: 'none' }, 'any', 'HTML at the bottom of each page; @file reads a file'),
  'render.css': row(filePath, { otherwise: 'none' }, 'any', "A style sheet to add after the document's own"),
  'render.theme': row(
    choice(...themeNames),
    { otherwise: 'plain for Markdown' },
    'any',
    'The design of Markdown, and of HTML without its own style sheets',
  ),
  'render.no_background': row(onOff, { otherwise: 'false' }, 'any', 'Whether to omit background colours and images'),
  'render.no_outline': row(onOff, { otherwise: 'false' }, 'any', 'Whether the PDF has no outline'),
  'render.no_tags': row(onOff, { otherwise: 'false' }, 'any', 'Whether the PDF has no structure tags'),
  'render.no_javascript': row(onOff, { otherwise: 'false' }, 'any', 'Whether to disable JavaScript in pages'),
  'render.on_resource_error': row(
    choice('ignore', 'warn', 'fail'),
    { otherwise: 'warn' },
    'any',
    'What to do if an image, font, style sheet or script does not load',
  ),
};
