import type { Options } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import type { Settings } from '../settings/index.ts';
import { readPageDefaults } from './page-defaults.ts';

/** Options of a render that have a setting for all requests that do not name them. */
export interface DocumentDefaults {
  /** For every request. */
  always: Pick<Options, 'fonts' | 'locale' | 'timezone' | 'on_damage'>;
  /** For requests that print pages. */
  pages: Options;
}

/** Reads them. Leaves out what no setting says, so that the service decides. */
export async function readDocumentDefaults(
  settings: Settings,
  edges: Pick<Context, 'io' | 'output'>,
): Promise<DocumentDefaults> {
  const [fonts, locale, timezone] = [settings.get('fonts'), settings.get('locale'), settings.get('timezone')];
  const onDamage = settings.get('on_damage');
  const always = {
    ...(fonts !== null && { fonts }),
    ...(locale !== null && { locale }),
    ...(timezone !== null && { timezone }),
    ...(onDamage !== null && { on_damage: onDamage }),
  };
  return { always, pages: await readPageDefaults(settings, edges) };
}

/**
 * The defaults for the parts of a request. Those that no part can use are left out, because a render warns of them: page options if all
 * parts are PDFs, and a theme if all documents have their own design.
 */
export function defaultsFor(parts: unknown, { always, pages }: DocumentDefaults): Options {
  const list: unknown[] = [parts].flat();
  const isPdf = (part: unknown) => isObject(part) && 'pdf' in part;
  if (list.every(isPdf)) return always;
  const { theme, ...others } = pages;
  return { ...others, ...(theme !== undefined && list.some(takesTheme) && { theme }), ...always };
}

function takesTheme(part: unknown): boolean {
  if (!isObject(part)) return false;
  return (
    'markdown' in part || 'toc' in part || (typeof part.html === 'string' && !/<style|stylesheet/i.test(part.html))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
