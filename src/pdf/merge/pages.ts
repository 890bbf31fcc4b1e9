import { asDict, buildDict, type PdfDict, PdfRef } from '../objects/objects.ts';
import type { OpenPart } from '../part/open-part.ts';
import { defaultBox, readEdges } from '../part/page-box.ts';

/** Entries that a page of a foreign PDF keeps; the others are actions, threads, files and notes of other programs. */
const kept = new Set([
  'Type',
  'Resources',
  'MediaBox',
  'CropBox',
  'BleedBox',
  'TrimBox',
  'ArtBox',
  'BoxColorInfo',
  'Rotate',
  'UserUnit',
  'Contents',
  'Group',
  'Annots',
  'StructParents',
  'Tabs',
  'VP',
  // These are dropped where they are reported.
  'AA',
  'AF',
]);

const nodeSize = 32;

/** A page tree of the pages of all parts in order (ISO 32000-2, 7.7.3). */
export function joinPages(parts: readonly OpenPart[]): PdfRef {
  let nodes: { ref: PdfRef; pages: number }[] = [];
  for (const part of parts) {
    for (const ref of part.pages) {
      completePage(asDict(ref) as PdfDict, part.part.foreign);
      nodes.push({ ref, pages: 1 });
    }
  }
  do {
    const above: typeof nodes = [];
    for (let i = 0; i < nodes.length; i += nodeSize) {
      const some = nodes.slice(i, i + nodeSize);
      const pages = some.reduce((sum, node) => sum + node.pages, 0);
      const parent = new PdfRef(buildDict({ Type: 'Pages', Kids: some.map(({ ref }) => ref), Count: pages }));
      for (const { ref } of some) asDict(ref)?.set('Parent', parent);
      above.push({ ref: parent, pages });
    }
    nodes = above;
  } while (nodes.length > 1);
  return (nodes[0] as { ref: PdfRef }).ref;
}

function completePage(page: PdfDict, foreign: boolean): void {
  if (foreign) for (const key of [...page.keys()]) if (!kept.has(key)) page.delete(key);
  page.set('Type', 'Page');
  if (readEdges(page.get('MediaBox')) === undefined) page.set('MediaBox', [...defaultBox]);
  if (asDict(page.get('Resources')) === undefined) page.set('Resources', new Map());
}
