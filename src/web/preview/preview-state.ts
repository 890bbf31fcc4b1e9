/** A line of a source, to show the place of an error. */
export interface SourceLine {
  number: number;
  text: string;
}

/** An error as the page shows it. */
export interface ShownError {
  message: string;
  why?: string;
  fix?: string;
  file?: string;
  line?: number;
  column?: number;
  /** The lines around `line`. */
  source?: SourceLine[];
}

/** The last PDF that was rendered. */
export interface ShownPdf {
  /** Names it in its address. */
  version: number;
  pages: number;
  bytes: number;
  /** Milliseconds from the change to the PDF. */
  ms: number;
}

/** The values in the editor. */
export interface ShownContext {
  text: string;
  /** The file to save them in; null if they cannot be saved. */
  file: string | null;
  /** Digest of what is in the file. */
  digest: string;
  /** Whether `text` is not what is in the file. */
  edited: boolean;
  /** The chosen set of values; null for the default one. */
  set: string | null;
  /** The names of the other sets. */
  sets: string[];
}

/** A flaw that did not stop the render. */
interface ShownWarning {
  message: string;
  file?: string;
  line?: number;
}

/** The state of a template on the page. */
export interface PreviewState {
  slug: string;
  name: string;
  shown: string;
  /** Whether a render runs. */
  busy: boolean;
  /** Why the current template cannot be rendered; `pdf` is then an older one. */
  error: ShownError | null;
  pdf: ShownPdf | null;
  warnings: ShownWarning[];
  context: ShownContext;
}

/** What the server tells at each change: all templates, and the state of the one that is followed. */
export interface PreviewNews {
  templates: { slug: string; name: string; shown: string; error: boolean }[];
  preview: PreviewState;
}
