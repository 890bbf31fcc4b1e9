import { asList, asName, type PdfDict } from '../../objects/objects.ts';
import type { NoteRepair } from '../../part/merge-warnings.ts';

/** The blend modes of ISO 32000-1, 11.3.5. */
const blendModes = new Set(
  'Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion Hue Saturation Color Luminosity'.split(
    ' ',
  ),
);

/** The blend modes of a graphics state that the standard does not have. */
export function findUnknownModes(state: PdfDict): string[] {
  return listModes(state).filter((mode) => !blendModes.has(mode));
}

/** Viewers take a blend mode that they do not know for Normal, and of a list the first that they know (ISO 32000-1, 11.6.3). */
export function repairBlendModes(state: PdfDict, repair: NoteRepair): void {
  if (findUnknownModes(state).length === 0) return;
  state.set('BM', listModes(state).find((mode) => blendModes.has(mode)) ?? 'Normal');
  repair('unknown blend modes are Normal');
}

function listModes(state: PdfDict): string[] {
  return asList(state.get('BM')).flatMap((mode) => asName(mode) ?? []);
}
