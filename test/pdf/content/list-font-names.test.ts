import { expect, it } from 'vitest';
import { listFontNames } from '../../../src/pdf/content/list-font-names.ts';
import { buildDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';

const page = (fonts: Record<string, PdfObject>, more: Record<string, PdfObject> = {}) =>
  new PdfRef(buildDict({ Resources: buildDict({ Font: buildDict(fonts), ...more }) }));

it('lists the fonts of pages and of drawings on them, each once and without the mark of a subset', () => {
  const font = (name: string) => buildDict({ BaseFont: name });
  const form = new PdfStream(
    buildDict({ Resources: buildDict({ Font: buildDict({ F: font('Inner-Bold') }) }) }),
    Buffer.from(''),
  );
  const pages = [
    page({ F1: font('AAAAAA+OpenSans-Bold'), F2: font('Tinos') }, { XObject: buildDict({ X: new PdfRef(form) }) }),
    page({ F1: font('BBBBBB+OpenSans-Bold'), F2: buildDict({}) }),
  ];
  expect([...listFontNames(pages)]).toEqual(['OpenSans-Bold', 'Tinos', 'Inner-Bold']);
});

it('lists nothing for pages without fonts', () => {
  expect(listFontNames([new PdfRef(buildDict({}))]).size).toBe(0);
});
