import { codeOf, OperationReader } from '../content/content-operations.ts';
import { decodeStream, type InflateBudget, listFilters } from '../objects/decode-stream.ts';
import { listContents } from '../objects/drawings.ts';
import { byteKinds, ObjectReader, regular } from '../objects/object-reader.ts';
import {
  asArray,
  asDict,
  asList,
  asName,
  asNumber,
  asString,
  type PdfDict,
  type PdfObject,
  PdfStream,
  resolve,
} from '../objects/objects.ts';
import type { Breaches } from './breaches.ts';
import type { ColourChecker } from './check-colour.ts';
import { FontUses } from './check-font.ts';

/** The operators of ISO 32000-1, table A.1. */
const operators = new Set(
  'b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'.split(
    ' ',
  ),
);

const intents = new Set(['RelativeColorimetric', 'AbsoluteColorimetric', 'Perceptual', 'Saturation']);

/** The blend modes of ISO 32000-1, 11.3.5. */
const blendModes = new Set(
  'Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference Exclusion Hue Saturation Color Luminosity'.split(
    ' ',
  ),
);

/** Levels of q that readers must be able to nest (ISO 32000-1, annex C). */
const nestingLimit = 28;
const formDepthLimit = 64;

/** What text is drawn with. */
interface TextState {
  font: PdfDict | undefined;
  mode: number;
}

/** Checks what pages draw (ISO 19005-2, 6.2). One for a part; fonts are looked at when all their uses are known. */
export class ContentChecker {
  readonly fonts = new FontUses();
  readonly #breaches: Breaches;
  readonly #colours: ColourChecker;
  readonly #budget: InflateBudget;
  readonly #isSure: boolean;
  readonly #seen = new Set<PdfDict | PdfStream>();

  /** `isSure` is true of a file that claims to be PDF/A itself: what is not looked into here is right there. */
  constructor(breaches: Breaches, colours: ColourChecker, budget: InflateBudget, isSure: boolean) {
    this.#isSure = isSure;
    this.#breaches = breaches;
    this.#colours = colours;
    this.#budget = budget;
  }

  /** Checks a page with its transparency group. */
  checkPage(page: PdfDict): void {
    const resources = asDict(page.get('Resources'));
    this.#checkGroup(page, resources);
    const pieces = listContents(page).flatMap((stream) => [this.#decode(stream), Buffer.from('\n')]);
    this.#run(Buffer.concat(pieces), resources, true, 0);
  }

  /** Checks a form XObject, such as the appearance of an annotation. */
  checkForm(form: PdfStream, above?: PdfDict, depth = 0): void {
    if (this.#seen.has(form) || depth > formDepthLimit) return;
    this.#seen.add(form);
    const { dict } = form;
    if (dict.has('PS') || asName(dict.get('Subtype2')) === 'PS') this.#breaches.add('PostScript', '6.2.9');
    const resources = asDict(dict.get('Resources'));
    this.#checkGroup(dict, resources);
    this.#run(this.#decode(form), resources ?? above, resources !== undefined, depth);
  }

  /** Runs through content. Content without resources of its own may name none (ISO 19005-2, 6.2.2). */
  #run(content: Buffer, resources: PdfDict | undefined, isOwn: boolean, depth: number): void {
    const stack: TextState[] = [];
    let text: TextState = { font: undefined, mode: 0 };
    const find = (category: string, name: PdfObject | undefined): PdfObject => {
      const found = resolve(asDict(resources?.get(category))?.get(asName(name) ?? ''));
      if (found !== null && !isOwn) this.#breaches.add('content that takes its resources from elsewhere', '6.2.2');
      return found;
    };
    const operations = new OperationReader(content);
    while (operations.next()) {
      const operation = readOperation(content, operations);
      const { operator } = operation;
      if (!operators.has(operator)) this.#breaches.add(`the operator ${operator}, which is not one of PDF`, '6.2.2');
      else if (operator === 'q') {
        stack.push({ ...text });
        if (stack.length > nestingLimit)
          this.#breaches.add(`more than ${nestingLimit} states in one another`, '6.1.13');
      } else if (operator === 'Q') text = stack.pop() ?? text;
      else if (plain.has(operator)) this.#paintPlain(operator, resources);
      else if (interesting.has(operator)) {
        const operands = readOperands(content, operation);
        const last = operands.at(-1);
        if (operator === 'Tf') text = { ...text, font: asDict(find('Font', operands[0])) };
        else if (operator === 'Tr') text = { ...text, mode: asNumber(last) ?? 0 };
        else if (operator === 'ri') this.#checkIntent(last);
        else if (operator === 'gs') this.#checkState(asDict(find('ExtGState', last)), text, depth);
        else if (operator === 'cs' || operator === 'CS') this.#colours.check(last, resources);
        else if (operator === 'scn' || operator === 'SCN') {
          if (typeof last === 'string') this.#checkPattern(find('Pattern', last), resources, depth);
        } else if (operator === 'sh') this.#checkShading(asDict(find('Shading', last)), resources);
        else if (operator === 'Do') this.#draw(find('XObject', last), resources, depth);
        else if (operator === 'BI') this.#checkInline(content, operation, resources);
        else this.#show(text, operands, depth);
      }
    }
  }

  #paintPlain(operator: string, resources: PdfDict | undefined): void {
    const space = { rg: 'DeviceRGB', g: 'DeviceGray', k: 'DeviceCMYK' }[operator.toLowerCase()];
    this.#colours.check(space, resources);
  }

  #show({ font, mode }: TextState, operands: readonly PdfObject[], depth: number): void {
    if (font === undefined) return;
    const strings = operands.flatMap(asList);
    const isNew = this.fonts.add(font, mode, strings.map((string) => asString(string) ?? '').join(''));
    if (!isNew || asName(font.get('Subtype')) !== 'Type3') return;
    const resources = asDict(font.get('Resources'));
    for (const glyph of asDict(font.get('CharProcs'))?.values() ?? []) {
      const stream = resolve(glyph);
      if (!(stream instanceof PdfStream) || this.#seen.has(stream) || depth > formDepthLimit) continue;
      this.#seen.add(stream);
      this.#run(this.#decode(stream), resources, resources !== undefined, depth + 1);
    }
  }

  #draw(object: PdfObject, resources: PdfDict | undefined, depth: number): void {
    if (!(object instanceof PdfStream)) return;
    const kind = asName(object.dict.get('Subtype'));
    if (kind === 'Form') this.checkForm(object, resources, depth + 1);
    else if (kind === 'Image') this.#checkImage(object, resources);
    else if (kind === 'PS') this.#breaches.add('PostScript', '6.2.9');
  }

  #checkImage(image: PdfStream, resources: PdfDict | undefined): void {
    if (this.#seen.has(image)) return;
    this.#seen.add(image);
    const { dict } = image;
    const isMask = resolve(dict.get('ImageMask')) === true;
    const bits = asNumber(dict.get('BitsPerComponent'));
    if (bits !== undefined && !(isMask ? [1] : [1, 2, 4, 8, 16]).includes(bits)) {
      this.#breaches.add(`an image of ${bits} bits`, '6.2.8');
    }
    if (listFilters(dict).includes('JPXDecode') && !this.#isSure)
      this.#breaches.add('an image in JPEG 2000, which is not looked into here');
    if (dict.has('Intent')) this.#checkIntent(dict.get('Intent'));
    if (!isMask) this.#colours.check(dict.get('ColorSpace'), resources);
    for (const key of ['SMask', 'Mask']) {
      const mask = resolve(dict.get(key));
      if (mask instanceof PdfStream) this.#checkImage(mask, resources);
    }
  }

  #checkInline(content: Buffer, { at, end }: Operation, resources: PdfDict | undefined): void {
    const reader = new ObjectReader(content, () => null, at + 2);
    const entries: PdfDict = new Map();
    for (reader.skipSpace(); reader.position < end && !reader.takeWord('ID'); reader.skipSpace()) {
      const key = asName(reader.readObject()) ?? '';
      entries.set(key, reader.readObject());
    }
    const get = (short: string, long: string) => entries.get(short) ?? entries.get(long);
    if (resolve(get('I', 'Interpolate')) === true) this.#breaches.add('an image that is to be smoothed', '6.2.8');
    for (const filter of asList(get('F', 'Filter'))) {
      const name = asName(filter) ?? '';
      if (name === 'LZW' || name === 'LZWDecode' || name === 'Crypt') this.#breaches.add('the filter LZW', '6.1.10');
    }
    if (resolve(get('IM', 'ImageMask')) !== true) this.#colours.check(get('CS', 'ColorSpace'), resources);
  }

  #checkIntent(intent: PdfObject | undefined): void {
    const name = asName(intent);
    if (name !== undefined && !intents.has(name)) this.#breaches.add(`the rendering intent ${name}`, '6.2.6');
  }

  #checkState(state: PdfDict | undefined, text: TextState, depth: number): void {
    if (state === undefined) return;
    const font = asDict(asArray(state.get('Font'))[0]);
    if (font !== undefined) text.font = font;
    if (this.#seen.has(state)) return;
    this.#seen.add(state);
    const second = asName(state.get('TR2'));
    if ((state.has('TR') && asName(state.get('TR')) !== 'Identity') || (state.has('TR2') && second !== 'Default')) {
      this.#breaches.add('a transfer function', '6.2.5');
    }
    if (state.has('RI')) this.#checkIntent(state.get('RI'));
    for (const mode of asList(state.get('BM')).map(asName)) {
      if (mode !== undefined && !blendModes.has(mode)) this.#breaches.add(`the blend mode ${mode}`, '6.2.10');
    }
    const group = resolve(asDict(state.get('SMask'))?.get('G'));
    if (group instanceof PdfStream) this.checkForm(group, undefined, depth + 1);
  }

  #checkPattern(pattern: PdfObject, resources: PdfDict | undefined, depth: number): void {
    if (pattern instanceof PdfStream) this.checkForm(pattern, undefined, depth + 1);
    else if (pattern instanceof Map) {
      this.#checkShading(asDict(pattern.get('Shading')), resources);
      this.#checkState(asDict(pattern.get('ExtGState')), { font: undefined, mode: 0 }, depth);
    }
  }

  #checkShading(shading: PdfDict | undefined, resources: PdfDict | undefined): void {
    this.#colours.check(shading?.get('ColorSpace'), resources);
  }

  #checkGroup(holder: PdfDict, resources: PdfDict | undefined): void {
    this.#colours.check(asDict(holder.get('Group'))?.get('CS'), resources);
  }

  #decode(stream: PdfStream): Buffer {
    // Refused for all streams where they are written.
    if (listFilters(stream.dict).some((name) => name?.startsWith('LZW'))) return Buffer.alloc(0);
    return decodeStream(stream, this.#budget);
  }
}

/** Operators that paint in a device colour. */
const plain = new Set(['rg', 'RG', 'g', 'G', 'k', 'K']);

/** Operators whose operands are read. */
const interesting = new Set(['Tf', 'Tr', 'Tj', 'TJ', "'", '"', 'ri', 'gs', 'cs', 'CS', 'scn', 'SCN', 'sh', 'Do', 'BI']);

/** An operator with the places of its operands and of itself. */
interface Operation {
  operator: string;
  start: number;
  at: number;
  end: number;
}

const inlineImage = codeOf('BI');

function readOperation(content: Buffer, { operator, start, end }: OperationReader): Operation {
  if (operator === inlineImage) return { operator: 'BI', start, at: start, end };
  let at = end;
  while (at > start && byteKinds[content[at - 1] as number] === regular) at--;
  return { operator: content.toString('latin1', at, end), start, at, end };
}

function readOperands(content: Buffer, { start, at }: Operation): PdfObject[] {
  const reader = new ObjectReader(content, () => null, start);
  const operands: PdfObject[] = [];
  for (reader.skipSpace(); reader.position < at; reader.skipSpace()) operands.push(reader.readObject());
  return operands;
}
