import { type Command, Option } from 'commander';
import { isPageRanges, longestTimeoutMs, type Metadata, type Options, pageSizes } from '../../contract/index.ts';
import { collectValues, readDuration, readNumber } from '../command/flag-values.ts';
import { CommandError } from '../output/command-error.ts';
import type { Io } from '../output/io.ts';
import { parseDuration } from '../settings/duration.ts';
import { parseMargin, parsePageSize } from '../settings/rows/page-lengths.ts';

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
  select?: string;
  hide?: string[];
  scroll?: boolean;
  viewport?: string;
  deviceScale?: string;
  background?: boolean;
  outline?: boolean;
  tags?: boolean;
  forms?: boolean;
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
    .option('--landscape', 'use landscape orientation')
    .addOption(opposite('--no-landscape'))
    .option('--margin <lengths>', 'one to four CSS lengths, as in CSS: "20mm" or "20mm 15mm"')
    .option('--prefer-css-page-size', '@page rules in the CSS override --size, --landscape and --margin')
    .addOption(opposite('--no-prefer-css-page-size'))
    .option('--scale <factor>', 'scale of the content, 0.1 to 2')
    .option('--pages <ranges>', 'pages of the whole document to keep, such as "1-3, 5"')
    .addOption(new Option('--media <type>', 'CSS media type (default: print)').choices(['print', 'screen']))
    .option('--media-feature <name=value>', 'CSS media feature to emulate; repeatable', collectValues)
    .option('--header <html>', 'HTML at the top of each page; @file reads a file')
    .option('--footer <html>', 'HTML at the bottom of each page; @file reads a file')
    .option('--select <selector>', 'print only the first element that a CSS selector matches')
    .option('--hide <selector>', 'leave out elements that a CSS selector matches; repeatable', collectValues)
    .option('--scroll', 'scroll to the end first, until nothing is added (at most 100 windows)')
    .option('--viewport <size>', 'window in which the page loads, in CSS pixels, such as 1280x800')
    .option('--device-scale <factor>', 'device pixels for each CSS pixel, 0.5 to 5 (default: 1)')
    .addOption(opposite('--background'))
    .option('--no-background', 'omit background colours and images')
    .addOption(opposite('--outline'))
    .option('--no-outline', 'omit the outline')
    .addOption(opposite('--tags'))
    .option('--no-tags', 'omit structure tags')
    .option('--forms', 'turn form controls into fields that readers can fill in')
    .addOption(opposite('--javascript'))
    .option('--no-javascript', 'do not run scripts')
    .option('--wait-for <condition>', 'a CSS selector, "network-idle", a duration such as 500ms, or js:<expression>')
    .addOption(
      new Option('--on-resource-error <what>', 'if an image or font is missing (default: warn)').choices(reactions),
    )
    .addOption(new Option('--on-missing-glyph <what>', 'if no font has a character (default: warn)').choices(reactions))
    .optionsGroup('Document options:')
    .option('--title <text>', 'title of the document')
    .option('--author <text>', 'author of the document')
    .option('--subject <text>', 'subject of the document')
    .option('--keywords <text>', 'keywords of the document');
}

/** A flag that overrides a setting. Nothing needs it otherwise, so the help does not list it. */
function opposite(flag: string): Option {
  return new Option(flag, 'the opposite, for a setting that says otherwise').hideHelp();
}

/**
 * Reads the options and metadata from the flags. Leaves out what no flag gives, so that the service applies its defaults.
 */
export async function readPageFlags(flags: PageFlags, io: Io): Promise<{ options?: Options; metadata?: Metadata }> {
  const options: Record<string, unknown> = {};
  if (flags.size !== undefined) options.page_size = readSize(flags.size);
  if (flags.landscape !== undefined) options.landscape = flags.landscape;
  if (flags.margin !== undefined) options.margin = readMargin(flags.margin);
  if (flags.preferCssPageSize !== undefined) options.prefer_css_page_size = flags.preferCssPageSize;
  if (flags.scale !== undefined) options.scale = readNumber('--scale', flags.scale, 0.1, 2);
  if (flags.pages !== undefined) options.page_ranges = readPages(flags.pages);
  if (flags.media !== undefined) options.media = flags.media;
  if (flags.mediaFeature !== undefined) options.media_features = readMediaFeatures(flags.mediaFeature);
  if (flags.header !== undefined) options.header = await readMarkup('--header', flags.header, io);
  if (flags.footer !== undefined) options.footer = await readMarkup('--footer', flags.footer, io);
  if (flags.select !== undefined) options.select = flags.select;
  if (flags.hide !== undefined) options.hide = flags.hide;
  if (flags.scroll !== undefined) options.scroll = flags.scroll;
  if (flags.viewport !== undefined) options.viewport = readViewport(flags.viewport);
  if (flags.deviceScale !== undefined) options.device_scale = readNumber('--device-scale', flags.deviceScale, 0.5, 5);
  if (flags.background !== undefined) options.print_background = flags.background;
  if (flags.outline !== undefined) options.outline = flags.outline;
  if (flags.tags !== undefined) options.tagged = flags.tags;
  if (flags.forms !== undefined) options.forms = flags.forms;
  if (flags.javascript !== undefined) options.javascript = flags.javascript;
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

function readSize(text: string): NonNullable<Options['page_size']> {
  const size = parsePageSize(text);
  if (size !== undefined) return size;
  throw new CommandError('usage', `--size ${JSON.stringify(text)} is not a size`, {
    fix: `write width and height such as 210x297mm, or one of ${pageSizes.join(', ')}`,
  });
}

function readViewport(text: string): NonNullable<Options['viewport']> {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/i.exec(text.trim()) ?? [];
  if (width !== undefined && height !== undefined) return { width: Number(width), height: Number(height) };
  throw new CommandError('usage', `--viewport ${JSON.stringify(text)} is not a width and a height`, {
    fix: 'write --viewport 1280x800',
  });
}

function readPages(text: string): string {
  if (isPageRanges(text)) return text;
  throw new CommandError('usage', `--pages ${JSON.stringify(text)} is not a list of pages`, {
    fix: 'write "2", "1-3, 5" or "4-"',
  });
}

function readMargin(text: string): NonNullable<Options['margin']> {
  const margin = parseMargin(text);
  if (margin !== undefined) return margin;
  throw new CommandError('usage', `--margin ${JSON.stringify(text)} is not one to four lengths`, {
    fix: 'write "20mm", or "20mm 15mm" for top and sides',
  });
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
