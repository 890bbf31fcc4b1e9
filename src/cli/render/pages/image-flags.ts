import { type Command, Option } from 'commander';
import { type ImageOptions, imageFormats } from '../../../contract/index.ts';
import { readNumber, readWhole } from '../../command/flag-values.ts';
import { CommandError } from '../../output/command-error.ts';

/** How pages are drawn. */
export type ImageChoice = Required<Pick<ImageOptions, 'format'>> & ImageOptions;

/** The flags for how pages are drawn. */
export interface ImageFlags {
  format?: ImageChoice['format'];
  dpi?: string;
  width?: string;
  transparent?: boolean;
}

/** Declares the flags. `format` says what the first of them does. */
export function addImageFlags(command: Command, format: string): Command {
  return command
    .addOption(new Option('--format <format>', format).choices(imageFormats))
    .option('--dpi <n>', 'pixels per inch, 10 to 1200 (default: 96)')
    .option('--width <pixels>', 'width of each image, instead of --dpi')
    .option('--transparent', 'draw on a transparent background instead of white, as PNG');
}

/** Reads the flags. Without a format it is that of the output's name, else PNG. Throws `usage` for flags that contradict each other. */
export function readImageFlags({ dpi, width, format, transparent }: ImageFlags, output: string): ImageChoice {
  if (dpi !== undefined && width !== undefined) {
    throw new CommandError('usage', '--dpi and --width cannot be used together');
  }
  const chosen = format ?? formatOf(output);
  if (transparent && chosen === 'jpeg') {
    throw new CommandError('usage', '--transparent needs PNG', { why: 'a JPEG has no transparency' });
  }
  const pixels = readWhole('--width', width, 1, 20_000);
  return {
    format: chosen,
    ...(dpi !== undefined && { dpi: readNumber('--dpi', dpi, 10, 1200) }),
    ...(pixels !== undefined && { width: pixels }),
    ...(transparent && { transparent }),
  };
}

/** The format that the name of a file means. */
export function formatOf(output: string): ImageChoice['format'] {
  return /\.jpe?g$/i.test(output) ? 'jpeg' : 'png';
}
