import { constants, inflateSync } from 'node:zlib';
import { listFilters } from '../../pdf/decode-stream.ts';
import { listContents } from '../../pdf/drawings.ts';
import { asDict, PdfDamage, type PdfStream } from '../../pdf/objects.ts';
import type { MergeWarnings } from '../merge-warnings.ts';
import type { OpenPart } from '../open-part.ts';

/** Bytes of a stream that are looked at: enough for its first piece of text. */
const probeBytes = 512;

/**
 * Looks whether what stands on the pages of a foreign PDF can be unfolded, because a page that cannot would be blank in
 * silence. Throws PdfDamage, so that the file is repaired; of one that was repaired already it is a warning.
 */
export function checkContents({ part, index, file, pages, kept, oddities }: OpenPart, warnings: MergeWarnings): void {
  if (!part.foreign) return;
  for (const oddity of oddities) warnings.add(index, 'pdf_repaired', oddity);
  for (const [at, page] of pages.entries()) {
    if (listContents(asDict(page)).every(unfolds)) continue;
    const number = (kept[at] ?? 0) + 1;
    if (!part.repaired) {
      const damage = new PdfDamage(`page ${number} does not unfold`);
      damage.source = file;
      throw damage;
    }
    warnings.add(index, 'pdf_repaired', `page ${number} cannot be read, so that some of it may be missing`);
  }
}

/** Whether a stream that zlib packed begins with something; other filters are left to viewers. */
function unfolds({ dict, data }: PdfStream): boolean {
  const [first] = listFilters(dict);
  if ((first !== 'FlateDecode' && first !== 'Fl') || data.length === 0) return true;
  try {
    const probe = data.subarray(0, probeBytes);
    const whole = data.length <= probeBytes;
    return inflateSync(probe, { finishFlush: constants.Z_SYNC_FLUSH }).length > 0 || whole;
  } catch {
    return false;
  }
}
