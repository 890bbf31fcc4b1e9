import { createHash } from 'node:crypto';
import { readIntentSpace } from '../conformance/check-colour.ts';
import { buildSrgbIntent } from '../conformance/srgb-profile.ts';
import { asArray, asDict, asName, asString, type PdfObject, PdfRef, PdfStream, resolve } from '../objects/objects.ts';
import { decodeTextString } from '../objects/text-string.ts';
import type { Conformance } from '../part/conformance.ts';
import type { MergeWarnings } from '../part/merge-warnings.ts';
import type { OpenPart } from '../part/open-part.ts';

/**
 * What the colours of the document are meant for (ISO 32000-2, 14.11.5): kept where all parts say the same, which a single
 * part does. A part that says something else than another loses it, with a warning. An archive has sRGB then.
 */
export function joinOutputIntents(
  parts: readonly OpenPart[],
  warnings: MergeWarnings,
  { pdfA }: Conformance = {},
): PdfObject | undefined {
  const [first] = parts;
  const kinds = parts.map(({ part, catalog }) => (part.foreign ? describe(catalog.get('OutputIntents')) : ''));
  const own = pdfA && [buildSrgbIntent()];
  if (first === undefined || kinds.every((kind) => kind === '')) return own;
  if (kinds.every((kind) => kind === kinds[0]) && (!pdfA || readIntentSpace(first.catalog.get('OutputIntents')))) {
    return new PdfRef(resolve(first.catalog.get('OutputIntents')), first.file);
  }
  for (const [at, { index }] of parts.entries()) {
    if (kinds[at] !== '')
      warnings.add(index, 'output_intent_dropped', 'its output intent was dropped: it is not that of the document');
  }
  return own;
}

/** Equal for intents that mean the same. */
function describe(intents: PdfObject | undefined): string {
  const list = asArray(intents).map((item) => {
    const intent = asDict(item);
    const profile = resolve(intent?.get('DestOutputProfile'));
    const digest = profile instanceof PdfStream ? createHash('sha256').update(profile.data).digest('hex') : '';
    return [
      asName(intent?.get('S')),
      decodeTextString(asString(intent?.get('OutputConditionIdentifier')) ?? ''),
      digest,
    ];
  });
  return list.length === 0 ? '' : JSON.stringify(list);
}
