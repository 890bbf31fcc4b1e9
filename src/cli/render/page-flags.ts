import { type Command, Option } from 'commander';
import { isPageRanges, longestTimeoutMs, type Metadata, type Options, pageSizes } from '../../contract/index.ts';
import { collectValues, readDuration, readNumber } from '../command/flag-values.ts';
import { CommandError } from '../output/command-error.ts';
import type { Io } from '../output/io.ts';
import { parseDuration } from '../settings/duration.ts';

const reactions = ['ignore', 'warn', 'fail'];

/** The flags that mirror the page options and the metadata of a render. */
export interface PageFlags {
  size?: string;
  landscape?: boolean;
  margin?: string;
  preferCssPageSize?: boolean;
  scale?: string;
  pages?: string;
  media?: Options['media'];
  mediaFeature?: string[];
  header?: string;
  footer?: string;
  background?: boolean;
  outline?: boolean;
  tags?: boolean;
  javascript?: boolean;
  waitFor?: string;
  onResourceError?: Options['on_resource_error'];
  onMissingGlyph?: Options['on_missing_glyph'];
  title?: string;
  author?: string;
  subject?: string;
  keywords?: string;
}

/** Declares the flags. */
export function addPageFlags(command: Command): void {
  command
    .optionsGroup('Page options:')
    .option('--size <size>', 'A4, Letter, … or width and height such as 210x297mm')
    .option('--landscape', 'turn the page on its side')
    .option('--margin <lengths>', 'one to four CSS lengths, as in CSS: "20mm" or "20mm 15mm"')
    .option('--prefer-css-page-size', 'let @page rules in the CSS win over these three')
    .option('--scale <factor>', 'scale of the content, 0.1 to 2')
    .option('--pages <ranges>', 'pages of the whole document to keep, such as "1-3, 5"')
    .addOption(new Option('--media <type>', 'CSS media type (default: print)').choices(['print', 'screen']))
    .option('--media-feature <name=value>', 'CSS media feature to emulate; may be repeated', collectValues)
    .option('--header <html>', 'HTML at the top of each page; @file reads a file')
    .option('--footer <html>', 'HTML at the bottom of each page; @file reads a file')
    .option('--no-background', 'leave out background colours and images')
    .option('--no-outline', 'write no outline')
    .option('--no-tags', 'write no structure tags')
    .option('--no-javascript', 'do not run scripts')
    .option('--wait-for <condition>', 'a CSS selector, "network-idle", a duration such as 500ms, or js:<expression>')
    .addOption(
      new Option('--on-resource-error <what>', 'what to do if an image or font is missing (default: warn)').choices(
        reactions,
      ),
    )
    .addOption(
      new Option('--on-missing-glyph <what>', 'what to do if no font has a character (default: warn)').choices(
        reactions,
      ),
    )
    .optionsGroup('Document options:')
    .option('--title <text>', 'title of the document')
    .option('--author <text>', 'author of the document')
    .option('--subject <text>', 'subject of the document')
    .option('--keywords <text>', 'keywords of the document');
}

/**
 * Reads the options and metadata from the flags. Leaves out what no flag gives, so that the service applies its defaults.
 */
export async function readPageFlags(flags: PageFlags, io: Io): Promise<{ options?: Options; metadata?: Metadata }> {
  const options: Record<string, unknown> = {};
  if (flags.size !== undefined) options.page_size = readSize(flags.size);
  if (flags.landscape) options.landscape = true;
  if (flags.margin !== undefined) options.margin = readMargin(flags.margin);
  if (flags.preferCssPageSize) options.prefer_css_page_size = true;
  if (flags.scale !== undefined) options.scale = readNumber('--scale', flags.scale, 0.1, 2);
  if (flags.pages !== undefined) options.page_ranges = readPages(flags.pages);
  if (flags.media !== undefined) options.media = flags.media;
  if (flags.mediaFeature !== undefined) options.media_features = readMediaFeatures(flags.mediaFeature);
  if (flags.header !== undefined) options.header = await readMarkup('--header', flags.header, io);
  if (flags.footer !== undefined) options.footer = await readMarkup('--footer', flags.footer, io);
  if (flags.background === false) options.print_background = false;
  if (flags.outline === false) options.outline = false;
  if (flags.tags === false) options.tagged = false;
  if (flags.javascript === false) options.javascript = false;
  if (flags.waitFor !== undefined) options.wait_for = readWaitFor(flags.waitFor);
  if (flags.onResourceError !== undefined) options.on_resource_error = flags.onResourceError;
  if (flags.onMissingGlyph !== undefined) options.on_missing_glyph = flags.onMissingGlyph;
  const metadata: Metadata = {};
  for (const name of ['title', 'author', 'subject', 'keywords'] as const) {
    const value = flags[name];
    if (value !== undefined) metadata[name] = value;
  }
  return {
    ...(Object.keys(options).length > 0 && { options: options as Options }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

const unit = 'px|pt|pc|in|cm|mm|Q';

function readSize(text: string): unknown {
  const pattern = new RegExp(`^(\\d+(?:\\.\\d+)?)(${unit})?\\s*[x×, ]\\s*(\\d+(?:\\.\\d+)?)(${unit})$`, 'i');
  const [, width, first, height, last] = pattern.exec(text.trim()) ?? [];
  if (width === undefined || height === undefined || last === undefined) {
    const known = pageSizes.find((name) => name.toLowerCase() === text.trim().toLowerCase());
    if (known !== undefined) return known;
    throw new CommandError('usage', `--size ${JSON.stringify(text)} is not a size`, {
      fix: `write width and height such as 210x297mm, or one of ${pageSizes.join(', ')}`,
    });
  }
  return { width: `${width}${first ?? last}`, height: `${height}${last}` };
}

function readPages(text: string): string {
  if (isPageRanges(text)) return text;
  throw new CommandError('usage', `--pages ${JSON.stringify(text)} is not a list of pages`, {
    fix: 'write "2", "1-3, 5" or "4-"',
  });
}

function readMargin(text: string): unknown {
  const lengths = text.trim().split(/\s+/);
  const valid = new RegExp(`^(0|\\d+(\\.\\d+)?(${unit}))$`);
  if (lengths.length > 4 || !lengths.every((length) => valid.test(length))) {
    throw new CommandError('usage', `--margin ${JSON.stringify(text)} is not one to four lengths`, {
      fix: 'write "20mm", or "20mm 15mm" for top and sides',
    });
  }
  const [top = '0', right = top, bottom = top, left = right] = lengths;
  return lengths.length === 1 ? top : { top, right, bottom, left };
}

function readMediaFeatures(assignments: readonly string[]): Record<string, string> {
  const features = assignments.map((assignment) => {
    const [, name, value] = /^\s*([a-z][a-z-]*)\s*=\s*(\S.*?)\s*$/i.exec(assignment) ?? [];
    if (name !== undefined && value !== undefined) return [name.toLowerCase(), value];
    throw new CommandError('usage', `--media-feature ${JSON.stringify(assignment)} is not name=value`, {
      fix: 'write --media-feature prefers-color-scheme=dark',
    });
  });
  return Object.fromEntries(features);
}

function readWaitFor(text: string): unknown {
  if (text === 'network-idle') return { network_idle: true };
  if (text.startsWith('js:')) return { expression: text.slice(3) };
  const delay = parseDuration(text);
  if (/^(window|document|globalThis)\b|==|=>|\(\)/.test(text)) {
    throw new CommandError(
      'usage',
      `--wait-for ${JSON.stringify(text)} looks like JavaScript, not like a CSS selector`,
      {
        fix: `write ${JSON.stringify(`js:${text}`)}`,
      },
    );
  }
  return delay === undefined ? { selector: text } : { delay_ms: readDuration('--wait-for', text, 0, longestTimeoutMs) };
}

async function readMarkup(flag: string, text: string, io: Io): Promise<string> {
  if (/^[^\s<@]+\.html?$/i.test(text)) {
    throw new CommandError('usage', `${flag} ${JSON.stringify(text)} is the name of a file, not HTML`, {
      fix: `to print what is in it write @${text}`,
    });
  }
  if (!text.startsWith('@')) return text;
  const { readInputText } = await import('../files/read-input.ts');
  return readInputText(text.slice(1), flag, io);
}
