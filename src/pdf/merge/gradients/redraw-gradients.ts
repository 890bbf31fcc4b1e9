import { type Area, cornersOf, findPaintedAreas, joinAreas, meetAreas, surround } from '../../content/painted-areas.ts';
import { decodeContents, decodeStream } from '../../objects/decode-stream.ts';
import { listDrawings, type PdfDrawing } from '../../objects/drawings.ts';
import { applyTo, invert, toMatrix } from '../../objects/matrix.ts';
import { asArray, asDict, asNumber, type PdfDict, PdfRef, PdfStream, resolve } from '../../objects/objects.ts';
import { readFunctionGradient } from './function-gradient.ts';
import { buildMesh } from './gradient-mesh.ts';

/** Bytes that one stream may unfold to. */
const streamLimit = 256 * 1024 * 1024;

/** What Skia writes of a shading that is a function of the place on the page. */
export const functionShading = '/ShadingType 1\n';

/**
 * Redraws the gradients of pages that Chromium printed. Those that repeat, turn or become transparent are functions of the place on the
 * page, which Ghostscript leaves out and which pdf.js and MuPDF blur. They become meshes of the area that is painted with them.
 */
export function redrawGradients(pages: readonly PdfRef[]): void {
  const drawings = listDrawings(pages).filter(({ resources }) => resources.has('Pattern'));
  const painted = drawings.map((drawing) => listPainted(drawing));
  shrinkLayers(joinAll(painted.flat()));
  const inside = drawings.flatMap((drawing, index) => {
    const box = readBox(drawing.contents[0]?.dict);
    return (painted[index] ?? []).flatMap(([pattern, area]): Painted[] => {
      const met = box === undefined ? area : meetAreas(box, area);
      return met === undefined ? [] : [[pattern, met]];
    });
  });
  for (const [pattern, area] of joinAll(inside)) redrawPattern(pattern, area);
}

/** A pattern, or a group that is drawn, and an area that it is painted on. */
type Painted = [drawn: PdfDict, area: Area];

function listPainted({ contents, resources }: PdfDrawing): Painted[] {
  const patterns = asDict(resources.get('Pattern')) as PdfDict;
  const content = decodeContents(contents, { bytes: streamLimit });
  return [...findPaintedAreas(content)].flatMap(([name, area]): Painted[] => {
    const pattern = asDict(patterns.get(name));
    return pattern === undefined ? [] : [[pattern, area]];
  });
}

function joinAll(painted: readonly Painted[]): Map<PdfDict, Area> {
  const areas = new Map<PdfDict, Area>();
  for (const [drawn, area] of painted) {
    const before = areas.get(drawn);
    areas.set(drawn, before === undefined ? area : joinAreas(before, area));
  }
  return areas;
}

/** Makes layers, and the masks on them, as large as the areas that are painted with them. */
function shrinkLayers(painted: ReadonlyMap<PdfDict, Area>): void {
  const layers = [...painted].filter(([pattern]) => isLayer(pattern));
  const masks = layers.flatMap(([layer, area]) => listMasks(layer).map((mask): Painted => [mask, area]));
  for (const [drawn, area] of joinAll([...layers, ...masks])) {
    const box = readBox(drawn);
    const met = box && meetAreas(box, widen(area));
    if (met) drawn.set('BBox', [met.left, met.bottom, met.right, met.top]);
  }
}

/** Whether a pattern is one layer as large as the page. Skia writes a gradient with an opacity so, because it has a mask. */
function isLayer(pattern: PdfDict): boolean {
  const box = readBox(pattern);
  const [across = 0, up = 0] = [pattern.get('XStep'), pattern.get('YStep')].map(asNumber);
  return box !== undefined && !pattern.has('Matrix') && across > box.right - box.left && up > box.top - box.bottom;
}

/** The groups of the soft masks that a layer is drawn with. */
function listMasks(layer: PdfDict): PdfDict[] {
  const states = [...(asDict(asDict(layer.get('Resources'))?.get('ExtGState'))?.values() ?? [])];
  return states.flatMap((state) => asDict(asDict(asDict(state)?.get('SMask'))?.get('G')) ?? []);
}

function readBox(dict: PdfDict | undefined): Area | undefined {
  const [left, bottom, right, top] = asArray(dict?.get('BBox')).map(asNumber);
  if (left === undefined || bottom === undefined || right === undefined || top === undefined) return undefined;
  return { left, bottom, right, top };
}

function redrawPattern(pattern: PdfDict, painted: Area): void {
  const shading = asDict(pattern.get('Shading'));
  const code = resolve(shading?.get('Function'));
  const inverse = invert(toMatrix(asArray(pattern.get('Matrix'))));
  if (asNumber(shading?.get('ShadingType')) !== 1 || !(code instanceof PdfStream) || inverse === undefined) return;
  const gradient = readFunctionGradient(decodeStream(code, { bytes: streamLimit }).toString('latin1'));
  const [left = 0, right = 0, bottom = 0, top = 0] = asArray(shading?.get('Domain')).map((edge) => asNumber(edge));
  const domain = { left, right, bottom, top };
  const corners = cornersOf(widen(painted)).map((corner) => applyTo(inverse, corner));
  const area = Number.isFinite(painted.left) ? meetAreas(domain, surround(corners)) : domain;
  const mesh = gradient && area && buildMesh(gradient, area);
  if (mesh !== undefined) pattern.set('Shading', new PdfRef(mesh));
}

/** An area with a unit more on each side, because readers draw edges wider than they are. */
function widen({ left, bottom, right, top }: Area): Area {
  const [less, more] = [(edge: number) => Math.floor(edge - 1), (edge: number) => Math.ceil(edge + 1)];
  return { left: less(left), bottom: less(bottom), right: more(right), top: more(top) };
}
