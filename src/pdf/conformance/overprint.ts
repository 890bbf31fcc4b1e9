import { asName, asNumber, type PdfDict, type PdfObject, PdfStream, resolve } from '../objects/objects.ts';

const fills = new Set(['f', 'F', 'f*', 'b', 'B', 'b*', 'B*']);
const strokes = new Set(['s', 'S', 'b', 'B', 'b*', 'B*']);
const shows = new Set(['Tj', 'TJ', "'", '"']);

/** The rendering modes of text that fill and that stroke (ISO 32000-1, table 106). */
const [fillModes, strokeModes] = [new Set([0, 2, 4, 6]), new Set([1, 2, 5, 6])];

const cmykChannels = 4;

/** How colours are printed over others, as content sets it (ISO 32000-1, 8.6.7). */
export interface Overprint {
  mode: number;
  fills: boolean;
  strokes: boolean;
  /** Whether fills and strokes are in CMYK of a profile. */
  fillsIcc: boolean;
  strokesIcc: boolean;
}

export const noOverprint: Readonly<Overprint> = {
  mode: 0,
  fills: false,
  strokes: false,
  fillsIcc: false,
  strokesIcc: false,
};

/** Takes over what a graphics state sets. `OP` sets both, unless `op` is set too. */
export function applyOverprint(overprint: Overprint, state: PdfDict): void {
  const [both, fill] = [resolve(state.get('OP')), resolve(state.get('op'))];
  if (typeof both === 'boolean') [overprint.strokes, overprint.fills] = [both, both];
  if (typeof fill === 'boolean') overprint.fills = fill;
  overprint.mode = asNumber(state.get('OPM')) ?? overprint.mode;
}

/** Notes the colour space that an operator chooses; operators for strokes are in capitals. */
export function noteSpace(overprint: Overprint, operator: string, space: PdfObject | undefined): void {
  overprint[operator === operator.toUpperCase() ? 'strokesIcc' : 'fillsIcc'] = isIccCmyk(space);
}

/** Whether an operator paints in CMYK of a profile with overprint mode 1 (ISO 19005-2, 6.2.4.2). */
export function breachesOverprint(overprint: Overprint, operator: string, textMode: number): boolean {
  if (overprint.mode !== 1) return false;
  const isText = shows.has(operator);
  const isFilled = fills.has(operator) || (isText && fillModes.has(textMode));
  const isStroked = strokes.has(operator) || (isText && strokeModes.has(textMode));
  return (
    (isFilled && overprint.fills && overprint.fillsIcc) || (isStroked && overprint.strokes && overprint.strokesIcc)
  );
}

function isIccCmyk(space: PdfObject | undefined): boolean {
  const value = resolve(space);
  if (!Array.isArray(value) || asName(value[0]) !== 'ICCBased') return false;
  const profile = resolve(value[1]);
  return profile instanceof PdfStream && asNumber(profile.dict.get('N')) === cmykChannels;
}
