import { asDict, type PdfDict } from '../../objects/objects.ts';
import { readTextTokens } from '../../objects/text-tokens.ts';
import type { FontText } from './font-text.ts';

/** A glyph where it is shown. */
export interface ShownGlyph {
  font: FontText;
  code: number;
}

/** Glyphs that represent a text together, in the order of the page. */
export interface Cluster {
  text: string;
  glyphs: ShownGlyph[];
}

/** How a document uses one glyph. */
export interface GlyphUse {
  /** Texts of its font, for uses without a mark. */
  bare: Set<string>;
  /** Texts of marks that are around it alone. */
  marked: Set<string>;
  /** The first cluster of several glyphs that it is part of. */
  cluster?: Cluster;
}

/** The uses of glyphs: by the family of the font, then by code. */
export type GlyphUses = Map<FontText['family'], Map<number, GlyphUse>>;

/** Notes what the glyphs of a content represent. `fonts` are those that are known. */
export function noteUses(
  uses: GlyphUses,
  content: string,
  resources: PdfDict,
  fonts: ReadonlyMap<PdfDict, FontText>,
): void {
  const named = asDict(resources.get('Font'));
  const open: (Cluster | undefined)[] = [];
  let font: FontText | undefined;
  for (const token of readTextTokens(content)) {
    if (token.kind === 'font') font = fonts.get(asDict(named?.get(token.name)) ?? new Map());
    else if (token.kind === 'begin') open.push(token.text === undefined ? undefined : { text: token.text, glyphs: [] });
    else if (token.kind === 'end') noteCluster(uses, open.pop());
    else if (font !== undefined) {
      const cluster = open.findLast((entry) => entry !== undefined);
      for (const code of splitCodes(token.codes, font)) {
        if (cluster !== undefined) cluster.glyphs.push({ font, code });
        else findUse(uses, { font, code }).bare.add(font.texts.get(code) ?? '');
      }
    }
  }
}

function noteCluster(uses: GlyphUses, cluster: Cluster | undefined): void {
  const [only, ...others] = cluster?.glyphs ?? [];
  if (cluster === undefined || only === undefined) return;
  if (others.length === 0) findUse(uses, only).marked.add(cluster.text);
  else for (const glyph of cluster.glyphs) findUse(uses, glyph).cluster ??= cluster;
}

function findUse(uses: GlyphUses, { font, code }: ShownGlyph): GlyphUse {
  const family = uses.get(font.family) ?? new Map<number, GlyphUse>();
  uses.set(font.family, family);
  const use = family.get(code) ?? { bare: new Set(), marked: new Set() };
  family.set(code, use);
  return use;
}

/** The codes in a string of hexadecimal digits. */
export function splitCodes(codes: string, { digits }: FontText): number[] {
  return Array.from({ length: codes.length / digits }, (_, index) =>
    Number.parseInt(codes.slice(index * digits, (index + 1) * digits), 16),
  );
}
