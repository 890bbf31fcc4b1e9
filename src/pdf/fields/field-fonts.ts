import type { InflateBudget } from '../objects/decode-stream.ts';
import { asDict, asString, type PdfDict, type PdfObject, PdfRef } from '../objects/objects.ts';
import { BundledFace, type Face, type FaceFile } from './bundled-face.ts';
import { isEmbedded, readOwnFace } from './own-face.ts';
import { needsShaping, orderVisually } from './visual-order.ts';

/** The default appearance of a field: its font, size and colour (ISO 32000-2, 12.7.4.3). */
export interface TextStyle {
  fontName: string;
  /** 0 means as large as fits. */
  size: number;
  /** The operands and the operator of a colour that fills. */
  colour: string;
}

/** Reads a default appearance. Of its operators only font and colour count. */
export function readStyle(appearance: PdfObject | undefined): TextStyle {
  const style: TextStyle = { fontName: 'Helv', size: 0, colour: '0 g' };
  const operands: string[] = [];
  for (const token of (asString(appearance) ?? '').match(/\/[^\s/()<>[\]{}%]*|[^\s/()<>[\]{}%]+/g) ?? []) {
    if (/^[-+.\d/]/.test(token)) {
      operands.push(token);
      continue;
    }
    const numbers = operands.map(Number);
    const count = { g: 1, rg: 3, k: 4 }[token];
    if (token === 'Tf' && operands.length >= 2) {
      style.fontName = operands.at(-2)?.slice(1) ?? style.fontName;
      style.size = Math.abs(numbers.at(-1) || 0);
    } else if (count !== undefined && numbers.length >= count && numbers.slice(-count).every(Number.isFinite)) {
      style.colour = `${numbers.slice(-count).join(' ')} ${token}`;
    }
    operands.length = 0;
  }
  return style;
}

/** Fonts that viewers know by these names without a resource, as old forms do. */
const shortNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Helv: 'Helvetica',
    HeBo: 'Helvetica-Bold',
    HeOb: 'Helvetica-Oblique',
    HeBO: 'Helvetica-BoldOblique',
    TiRo: 'Times-Roman',
    TiBo: 'Times-Bold',
    TiIt: 'Times-Italic',
    TiBI: 'Times-BoldItalic',
    Cour: 'Courier',
    CoBo: 'Courier-Bold',
  }),
);

const inflateLimit = 32 * 1024 * 1024;

/** Text that some faces draw together. */
export interface Run {
  face: Face;
  text: string;
}

/** The fonts of a form: its own, and bundled ones for what those cannot draw. */
export class FieldFonts {
  readonly #fonts: PdfDict | undefined;
  readonly #files: readonly FaceFile[];
  readonly #mustEmbed: boolean;
  readonly #own = new Map<PdfObject, Face | undefined>();
  readonly #bundled = new Map<string, BundledFace>();
  readonly #budget: InflateBudget = { bytes: inflateLimit };

  /** With `mustEmbed` no font is used that is not in the file. */
  constructor(form: PdfDict | undefined, files: readonly FaceFile[], mustEmbed: boolean) {
    this.#fonts = asDict(asDict(form?.get('DR'))?.get('Font'));
    this.#files = files;
    this.#mustEmbed = mustEmbed;
  }

  /** Chooses faces for a text: the own one if it has all characters, else bundled ones. Characters that none has are in `missing`. */
  choose(fontName: string, text: string, resources?: PdfDict): FaceChoice {
    const characters = new Set(text.split('\n').flatMap((line) => [...orderVisually(line)]));
    const own = this.#findOwn(fontName, resources);
    if (own && [...characters].every((character) => own.has(character))) return { faces: [own], missing: [] };
    const faces = this.#listBundled(this.#nameFont(fontName, resources));
    const missing = [...characters].filter(
      (character) => needsShaping(character) || !faces.some((face) => face.has(character)),
    );
    return { faces: faces.length > 0 ? faces : own ? [own] : [], missing };
  }

  /** Writes the bundled fonts that text was drawn with. */
  finish(): void {
    for (const face of this.#bundled.values()) face.finish();
  }

  #find(fontName: string, resources: PdfDict | undefined): PdfObject | undefined {
    return this.#fonts?.get(fontName) ?? asDict(resources?.get('Font'))?.get(fontName);
  }

  #nameFont(fontName: string, resources: PdfDict | undefined): string {
    const named = asDict(this.#find(fontName, resources))?.get('BaseFont');
    return typeof named === 'string' ? named : (shortNames.get(fontName) ?? fontName);
  }

  #findOwn(fontName: string, resources: PdfDict | undefined): Face | undefined {
    const font = this.#find(fontName, resources);
    if (!(font instanceof PdfRef) || (this.#mustEmbed && !isEmbedded(asDict(font)))) return undefined;
    if (!this.#own.has(font)) {
      const [similar] = this.#listBundled(this.#nameFont(fontName, resources));
      this.#own.set(font, readOwnFace(fontName, font, similar, this.#budget));
    }
    return this.#own.get(font);
  }

  /** The bundled faces, the one most like a font first. */
  #listBundled(baseName: string): BundledFace[] {
    const wanted = nameSimilar(baseName);
    const order = (name: string) => (name === wanted ? 0 : name === 'Arimo-Regular' ? 1 : 2);
    return [...this.#files].sort((a, b) => order(a.name) - order(b.name)).map((file) => this.#openBundled(file));
  }

  #openBundled(file: FaceFile): BundledFace {
    const face = this.#bundled.get(file.name) ?? new BundledFace(file);
    this.#bundled.set(file.name, face);
    return face;
  }
}

/** Faces in the order in which they are tried, and the characters that none of them has. */
export interface FaceChoice {
  faces: Face[];
  missing: string[];
}

/** The bundled face with the widths of Helvetica, Times or Courier. */
function nameSimilar(baseName: string): string {
  const family = /cour|mono|consol|cousine/i.test(baseName)
    ? 'Cousine'
    : /times|tinos|serif|roman|georgia|garamond|minion|cambria|book/i.test(baseName) && !/sans/i.test(baseName)
      ? 'Tinos'
      : 'Arimo';
  const isBold = /bold|black|heavy|demi/i.test(baseName);
  const isItalic = /ital|obli/i.test(baseName);
  return `${family}-${isBold ? (isItalic ? 'BoldItalic' : 'Bold') : isItalic ? 'Italic' : 'Regular'}`;
}

/** Splits a text into runs, each of the first face that has its characters. */
export function splitRuns(text: string, faces: readonly Face[]): Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    const face = faces.find((each) => each.has(character));
    if (face === undefined) continue;
    const last = runs.at(-1);
    if (last?.face === face) last.text += character;
    else runs.push({ face, text: character });
  }
  return runs;
}

/** The width of a text, in ems. */
export function measureText(text: string, faces: readonly Face[]): number {
  let width = 0;
  for (const { face, text: run } of splitRuns(orderVisually(text), faces))
    for (const character of run) width += face.measure(character);
  return width;
}
