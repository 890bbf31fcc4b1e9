import { type InflateBudget, listFilters } from '../objects/decode-stream.ts';
import { asList, asName, asNumber, type PdfDict, type PdfObject, PdfStream, resolve } from '../objects/objects.ts';
import type { NoteRepair } from '../part/merge-warnings.ts';
import { onlyPart4 } from './archive-clauses.ts';
import type { Breaches } from './breaches.ts';
import type { ColourChecker } from './check-colour.ts';
import { findOperandExcess } from './check-limits.ts';
import { findJpeg2000Breaches } from './jpeg-2000.ts';
import { type PlacedOperation, readInlineEntries } from './read-operands.ts';

const intents = new Set(['RelativeColorimetric', 'AbsoluteColorimetric', 'Perceptual', 'Saturation']);

/** Makes a rendering intent of a dictionary what viewers take an unknown one for (ISO 32000-1, 8.6.5.8). */
export function repairIntent(dict: PdfDict, key: 'Intent' | 'RI', note: NoteRepair): void {
  const name = asName(dict.get(key));
  if (name === undefined || intents.has(name)) return;
  dict.set(key, 'RelativeColorimetric');
  note('unknown rendering intents are RelativeColorimetric');
}

/** Checks a rendering intent (ISO 19005-2, 6.2.6). */
export function checkIntent(intent: PdfObject | undefined, breaches: Breaches): void {
  const name = asName(intent);
  if (name !== undefined && !intents.has(name)) breaches.add(`the rendering intent ${name}`, '6.2.6');
}

/** Checks images (ISO 19005-2, 6.2.8). One for a part. */
export class ImageChecker {
  readonly #breaches: Breaches;
  readonly #colours: ColourChecker;
  readonly #budget: InflateBudget;
  readonly #isSure: boolean;
  readonly #seen = new Set<PdfStream>();

  readonly #repair: NoteRepair | undefined;

  /** `isSure` is true of a file that claims to be PDF/A itself. Without `repair` nothing is changed. */
  constructor(
    breaches: Breaches,
    colours: ColourChecker,
    budget: InflateBudget,
    { isSure, repair }: { isSure: boolean; repair: NoteRepair | undefined },
  ) {
    this.#repair = repair;
    this.#breaches = breaches;
    this.#colours = colours;
    this.#budget = budget;
    this.#isSure = isSure;
  }

  check(image: PdfStream, resources: PdfDict | undefined): void {
    if (this.#seen.has(image)) return;
    this.#seen.add(image);
    const { dict } = image;
    const isMask = resolve(dict.get('ImageMask')) === true;
    const bits = asNumber(dict.get('BitsPerComponent'));
    if (bits !== undefined && !(isMask ? [1] : [1, 2, 4, 8, 16]).includes(bits)) {
      this.#breaches.add(`an image of ${bits} bits`, '6.2.8');
    }
    if (listFilters(dict).includes('JPXDecode')) this.#checkJpeg2000(image);
    if (this.#repair) repairIntent(dict, 'Intent', this.#repair);
    if (dict.has('Intent')) checkIntent(dict.get('Intent'), this.#breaches);
    if (!isMask) this.#colours.check(dict.get('ColorSpace'), resources);
    for (const key of ['SMask', 'Mask']) {
      const mask = resolve(dict.get(key));
      if (mask instanceof PdfStream) this.check(mask, resources);
    }
  }

  /** Checks an inline image. `findSpace` looks up a colour space by name. */
  checkInline(
    content: Buffer,
    operation: PlacedOperation,
    resources: PdfDict | undefined,
    findSpace: (name: PdfObject) => unknown,
  ): void {
    const { entries, entriesEnd } = readInlineEntries(content, operation);
    const excess = findOperandExcess(content, operation.at + 2, entriesEnd);
    if (excess !== undefined) this.#breaches.add(excess.what, excess.clause);
    const get = (short: string, long: string) => entries.get(short) ?? entries.get(long);
    if (resolve(get('I', 'Interpolate')) === true) this.#breaches.add('an image that is to be smoothed', '6.2.8');
    for (const filter of asList(get('F', 'Filter'))) {
      const name = asName(filter) ?? '';
      if (name === 'LZW' || name === 'LZWDecode' || name === 'Crypt') this.#breaches.add('the filter LZW', '6.1.10');
    }
    checkIntent(entries.get('Intent'), this.#breaches);
    if (asNumber(get('L', 'Length')) === undefined)
      this.#breaches.add('an inline image without its length', `${onlyPart4}6.1.9`);
    if (resolve(get('IM', 'ImageMask')) === true) return;
    const space = get('CS', 'ColorSpace') ?? null;
    if (typeof space === 'string') findSpace(space);
    this.#colours.check(space, resources);
  }

  #checkJpeg2000(image: PdfStream): void {
    if (!this.#isSure) this.#breaches.add('an image in JPEG 2000, which is not looked into here');
    for (const what of findJpeg2000Breaches(image, this.#budget)) this.#breaches.add(what, '6.2.8.3');
  }
}
