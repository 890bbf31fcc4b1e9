import { asDict, asName, type PdfDict, type PdfObject, PdfStream, PdfString, resolve } from '../pdf/objects.ts';

/** Entries that run, open, send or carry something (ISO 32000-2, 12.6, 12.7, 7.11 and 13). */
const activeEntries = [
  'AA',
  'OpenAction',
  'JS',
  'JavaScript',
  'XFA',
  'EF',
  'RF',
  'EmbeddedFiles',
  'AF',
  'RichMediaContent',
  'RichMediaSettings',
  'Ref',
  'OPI',
  'PieceInfo',
];

/** The only actions that stay; the others are those that a program could be made to do. */
const harmlessActions = new Set(['GoTo', 'URI', 'Named']);

const activeActions = new Set([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ResetForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'GoTo3DView',
  'GoToDp',
  'Hide',
  'Movie',
  'Rendition',
  'RichMediaExecute',
  'SetOCGState',
  'Sound',
  'Thread',
  'Trans',
]);

/**
 * Drops active content from dictionaries of a PDF that is not ours, one after another as they are written, so that what
 * does not pass here does not get into the result.
 */
export class Sanitizer {
  /** Dictionaries whose keys are names that the author chose, such as those of fonts. */
  readonly #chosenNames = new Set<PdfDict>();

  clean(dict: PdfDict, owner: PdfDict | PdfStream): void {
    this.#noteResources(dict);
    for (const entry of activeEntries) {
      if (dict.has(entry) && !this.#isResource(dict, dict.get(entry))) dict.delete(entry);
    }
    this.#cleanActions(dict);
    if (owner instanceof PdfStream && owner.dict === dict) cleanStream(owner);
    // A signature stands for bytes that no longer are.
    if (asName(dict.get('FT')) === 'Sig') dict.delete('V');
  }

  #noteResources(dict: PdfDict): void {
    for (const key of ['Resources', 'DR']) {
      for (const names of asDict(dict.get(key))?.values() ?? []) {
        const category = asDict(names);
        if (category !== undefined) this.#chosenNames.add(category);
      }
    }
  }

  #isResource(dict: PdfDict, value: PdfObject | undefined): boolean {
    return this.#chosenNames.has(dict) && !(resolve(value) instanceof PdfString);
  }

  #cleanActions(dict: PdfDict): void {
    for (const entry of ['A', 'PA', 'Next']) {
      const kind = asName(asDict(dict.get(entry))?.get('S'));
      if (kind === undefined || this.#isResource(dict, dict.get(entry))) continue;
      // Attributes of structure elements stand in an entry of the same name, and name their owner.
      if (!harmlessActions.has(kind) && !asDict(dict.get(entry))?.has('O')) dict.delete(entry);
    }
    const kind = asName(dict.get('S'));
    if (kind === undefined || !activeActions.has(kind) || dict.has('P') || dict.has('K')) return;
    if (!this.#chosenNames.has(dict)) dict.clear();
  }
}

function cleanStream(stream: PdfStream): void {
  // A stream whose bytes are in another file.
  for (const entry of ['F', 'FFilter', 'FDecodeParms']) stream.dict.delete(entry);
  if (asName(stream.dict.get('Type')) !== 'EmbeddedFile') return;
  stream.dict.clear();
  stream.data = new Uint8Array();
}
