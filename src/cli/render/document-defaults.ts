import type { Options } from '../../contract/index.ts';
import type { Io } from '../output/io.ts';
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
export async function readDocumentDefaults(settings: Settings, io: Io): Promise<DocumentDefaults> {
  const [fonts, locale, timezone] = [settings.get('fonts'), settings.get('locale'), settings.get('timezone')];
  const onDamage = settings.get('on_damage');
  const always = {
    ...(fonts !== null && { fonts }),
    ...(locale !== null && { locale }),
    ...(timezone !== null && { timezone }),
    ...(onDamage !== null && { on_damage: onDamage }),
  };
  return { always, pages: await readPageDefaults(settings, io) };
}

/** The defaults for the parts of a request. If all are PDFs nothing is printed, and page options would only be warned of. */
export function defaultsFor(parts: unknown, { always, pages }: DocumentDefaults): Options {
  const isPdf = (part: unknown) => typeof part === 'object' && part !== null && 'pdf' in part;
  return [parts].flat().every(isPdf) ? always : { ...pages, ...always };
}
