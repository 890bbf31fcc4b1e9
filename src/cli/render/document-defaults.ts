import type { Options } from '../../contract/index.ts';
import type { Settings } from '../settings/index.ts';

/** Options of a render that have a setting for all requests that do not name them. */
export type DocumentDefaults = Pick<Options, 'fonts' | 'locale' | 'timezone' | 'on_damage'>;

/** Reads them. Leaves out what no setting says, so that the service decides. */
export function readDocumentDefaults(settings: Settings): DocumentDefaults {
  const [fonts, locale, timezone] = [settings.get('fonts'), settings.get('locale'), settings.get('timezone')];
  const onDamage = settings.get('on_damage');
  return {
    ...(fonts !== null && { fonts }),
    ...(locale !== null && { locale }),
    ...(timezone !== null && { timezone }),
    ...(onDamage !== null && { on_damage: onDamage }),
  };
}
