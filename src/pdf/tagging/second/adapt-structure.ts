import { asDict, asList, buildDict, type PdfDict, PdfRef, PdfString } from '../../objects/objects.ts';
import {
  changeRole,
  type ElementKid,
  isElement,
  readElements,
  type StructureElement,
  unwrapGroup,
  walkStructure,
  wrapKids,
  writeElements,
} from '../structure-elements.ts';
import { repairNesting, sinkLinks } from './repair-nesting.ts';

/** The types of PDF 2.0 (ISO 32000-2, 14.8.4). H is left out, which PDF/UA-2 forbids. */
const types = new Set(
  `Document DocumentFragment Part Sect Div Aside NonStruct P H1 H2 H3 H4 H5 H6 Title FENote Sub Lbl Span Em Strong Link
  Annot Form Ruby RB RT RP Warichu WT WP L LI LBody Table TR TH TD THead TBody TFoot Caption Figure Formula Artifact`.split(
    /\s+/,
  ),
);

const namespace = 'http://iso.org/pdf2/ssn';

/**
 * Gives the structure tree of our pages, as it is for PDF/UA-1, the form of PDF/UA-2 (ISO 14289-2, 8.2): one Document of the
 * namespace of PDF 2.0, and its types if that has them. Returns the element at the top.
 */
export function adaptStructure(ref: PdfRef): StructureElement {
  const root = asDict(ref) as PdfDict;
  const top = joinTops(ref, readElements(asList(root.get('K'))));
  const tops = [top];
  for (const element of [...walkStructure(tops)]) if (element.role === 'Ruby') repairRuby(element);
  sinkLinks(tops);
  repairNesting(tops);
  const space = new PdfRef(buildDict({ Type: 'Namespace', NS: new PdfString(namespace) }));
  for (const { role, dict } of walkStructure(tops)) if (types.has(role)) dict.set('NS', space);
  writeElements(walkStructure(tops));
  root.set('Namespaces', [space]);
  root.set('K', top.ref);
  return top;
}

/** The root holds one Document (8.2.5.2). */
function joinTops(root: PdfRef, tops: StructureElement[]): StructureElement {
  const [only] = tops;
  if (tops.length === 1 && only?.role === 'Document') return only;
  const dict = buildDict({ Type: 'StructElem', S: 'Document', P: root });
  const document: StructureElement = { ref: new PdfRef(dict), dict, role: 'Document', parent: undefined, kids: tops };
  for (const each of tops) each.parent = document;
  return document;
}

/** A Ruby holds one base and its text (8.2.5.23). Further pairs of HTML get their own, and what follows them none. */
function repairRuby(ruby: StructureElement): void {
  const groups: ElementKid[][] = [[]];
  for (const kid of ruby.kids.flatMap((each) => unwrapGroup(ruby, each, (role) => role === 'RT' || role === 'RP'))) {
    // Parentheses that a style shows are read with the text next to them.
    if (isElement(kid) && kid.role === 'RP') changeRole(kid, 'Span');
    groups.at(-1)?.push(kid);
    if (isElement(kid) && kid.role === 'RT') groups.push([]);
  }
  const rest = groups.pop() ?? [];
  const [own, ...others] = groups;
  if (own === undefined) {
    changeRole(ruby, 'Span');
    return;
  }
  const above = ruby.parent as StructureElement;
  const added = others.map((kids) => pair(wrapKids('Ruby', above, []), kids));
  if (rest.length > 0) added.push(wrapKids('Span', above, rest));
  above.kids.splice(above.kids.indexOf(ruby) + 1, 0, ...added);
  pair(ruby, own);
}

function pair(ruby: StructureElement, kids: ElementKid[]): StructureElement {
  const text = kids.at(-1) as StructureElement;
  text.parent = ruby;
  ruby.kids = [wrapKids('RB', ruby, kids.slice(0, -1)), text];
  return ruby;
}
