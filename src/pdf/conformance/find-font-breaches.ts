import type { InflateBudget } from '../objects/decode-stream.ts';
import { asDict, type PdfDict, unlessDamaged } from '../objects/objects.ts';
import type { OpenPart } from '../part/open-part.ts';
import { Breaches } from './breaches.ts';
import { checkAnnotations } from './check-annotations.ts';
import { ColourChecker } from './check-colour.ts';
import { ContentChecker } from './check-content.ts';
import { checkFont } from './check-font.ts';

const inflateLimit = 512 * 1024 * 1024;

/**
 * What the fonts of a user's PDF are that PDF/UA forbids, in words; undefined for nothing. The rules are those of archives under
 * other numbers (ISO 14289-1, 7.21; ISO 19005-2, 6.2.11).
 */
export function findFontBreaches({ pages }: OpenPart): string | undefined {
  const budget: InflateBudget = { bytes: inflateLimit };
  const breaches = new Breaches('ISO 14289-1', renameClause);
  const content = new ContentChecker(breaches, new ColourChecker(breaches, 'RGB ', budget, new Map()), budget, {
    isSure: true,
  });
  for (const page of pages) {
    const check = () => {
      const dict = asDict(page) as PdfDict;
      content.checkPage(dict);
      checkAnnotations(dict, content, breaches);
    };
    // Content that cannot be read is reported where its marks are looked at.
    unlessDamaged(check, () => undefined);
  }
  for (const [font, use] of content.fonts.all)
    checkFont(font, use, breaches, budget, { isSure: true, isReadable: true });
  return breaches.describe();
}

function renameClause(clause: string): string | undefined {
  if (clause === '6.2.11.7.2') return '7.21.7';
  return clause.startsWith('6.2.11.') ? clause.replace('6.2.11', '7.21') : undefined;
}
