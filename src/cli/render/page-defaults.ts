import { realpath } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import type { Options } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import { readInputText } from '../files/read-input.ts';
import { CommandError } from '../output/command-error.ts';
import type { Io } from '../output/io.ts';
import { describeOrigin, type Origin, type Settings } from '../settings/index.ts';
import { parseMargin, parsePageSize } from '../settings/rows/page-lengths.ts';

/** Reads the page options that settings give. Leaves out what no setting says, so that the service decides. */
export async function readPageDefaults(
  settings: Settings,
  { io, output }: Pick<Context, 'io' | 'output'>,
): Promise<Options> {
  const size = parsePageSize(settings.get('render.size') ?? '');
  const margin = parseMargin(settings.get('render.margin') ?? '');
  const given = {
    ...(size !== undefined && { page_size: size }),
    ...(margin !== undefined && { margin }),
    landscape: settings.get('render.landscape'),
    prefer_css_page_size: settings.get('render.prefer_css_page_size'),
    scale: settings.get('render.scale'),
    media: settings.get('render.media'),
    header: await readMarkupSetting('render.header', settings, io),
    footer: await readMarkupSetting('render.footer', settings, io),
    css: await readSheetSetting(settings, { io, output }),
    theme: settings.get('render.theme'),
    print_background: opposite(settings.get('render.no_background')),
    outline: opposite(settings.get('render.no_outline')),
    tagged: opposite(settings.get('render.no_tags')),
    javascript: opposite(settings.get('render.no_javascript')),
    on_resource_error: settings.get('render.on_resource_error'),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as Options;
}

function opposite(value: boolean | null): boolean | null {
  return value === null ? null : !value;
}

async function readMarkupSetting(
  name: 'render.header' | 'render.footer',
  settings: Settings,
  io: Io,
): Promise<string | null> {
  const value = settings.get(name);
  if (!value?.startsWith('@')) return value;
  const path = value.slice(1);
  const { origin } = settings.entries[name];
  await refuseOutside(path, name, origin);
  return readInputText(path, `${name} (${describeOrigin(origin)})`, io);
}

async function readSheetSetting(settings: Settings, edges: Pick<Context, 'io' | 'output'>): Promise<string[] | null> {
  const path = settings.get('render.css');
  if (path === null) return null;
  const { origin } = settings.entries['render.css'];
  await refuseOutside(path, 'render.css', origin);
  const { inlineSheet } = await import('../documents/inline-sheet.ts');
  return [await inlineSheet(path, `render.css (${describeOrigin(origin)})`, { ...edges, root: undefined })];
}

/** Refuses a file outside of the project that names it: a project that you cloned must not print your files. */
async function refuseOutside(path: string, name: string, origin: Origin): Promise<void> {
  if (origin.source !== 'project' && origin.source !== 'env_file') return;
  const folder = await realpath(dirname(origin.path));
  // Reading names a file that is missing.
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined || real.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)) return;
  throw new CommandError('config_invalid', `${origin.path}:${origin.line}: ${name} is a file outside of ${folder}`, {
    fix: 'move the file into that folder, or set it in your user file',
  });
}
