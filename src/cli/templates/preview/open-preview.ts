import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { PreviewState } from '../../../web/index.ts';
import type { ValuesChecker, ValuesText } from '../../documents/check-values.ts';
import { gatherPartials } from '../../documents/gather-partials.ts';
import { CommandError } from '../../output/command-error.ts';
import { buildTemplatePart, type PartEdges } from '../build-template-part.ts';
import { ContextFault, digestText, readContextText } from '../context-text.ts';
import { describeWarnings } from '../finding.ts';
import type { LocalRenderer } from '../local-renderer.ts';
import type { PreviewSource, SourceText } from '../preview-source.ts';
import { showError } from './show-error.ts';

/** What a preview needs. */
export interface PreviewEdges extends PartEdges {
  renderer: LocalRenderer;
  values: ValuesChecker;
  /** The set of values to start with, in templates that have it. Default: the preview context. */
  set?: string | undefined;
  /** Options and metadata of each render. */
  request: object;
}

/** A template that is rendered again whenever it changes. */
export interface Preview {
  readonly state: PreviewState;
  /** The bytes of a recent PDF. */
  findPdf(version: number): Buffer | undefined;
  /** Chooses a set of values by its name, undefined for the default one, and drops values that are not saved. */
  chooseSet(name: string | undefined): void;
  /** Sets values to use instead of the file; undefined returns to the file. */
  setContext(text: string | undefined): void;
  /**
   * Writes values to the file and returns its new digest. Throws `conflict` where the digest of the file is not `base`; without
   * `base` the file is overwritten.
   */
  saveContext(text: string, base: string | undefined): Promise<string>;
  /** Settled once the first render succeeded or failed. */
  readonly ready: Promise<void>;
  close(): void;
}

/** PDFs that are kept, because a page may be about to load them. */
const keptPdfs = 3;
/** Tries to read a file that is empty or missing, 60 milliseconds apart: editors write in several steps. */
const patience = 3;

/** Opens a preview; calls `onChange` whenever its state changes. */
export function openPreview(source: PreviewSource, edges: PreviewEdges, onChange: () => void): Preview {
  const pdfs = new Map<number, Buffer>();
  const { promise: ready, resolve: setReady } = Promise.withResolvers<void>();
  const { slug, name, shown } = source;
  let state: PreviewState = {
    slug,
    name,
    shown,
    busy: true,
    error: null,
    pdf: null,
    warnings: [],
    context: { text: '', file: null, digest: '', edited: false, set: null, sets: [] },
  };
  let override: string | undefined;
  let set: string | undefined;
  let sets: string[] = [];
  let isChosen = false;
  let running = new AbortController();
  /** Digest of the request whose PDF is shown. */
  let rendered: string | undefined;
  let version = 0;

  function update(change: Partial<PreviewState>): void {
    const before = JSON.stringify(state);
    state = { ...state, ...change };
    if (JSON.stringify(state) !== before) onChange();
  }

  function refresh(): void {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    void work(signal).finally(() => {
      if (!signal.aborted) setReady();
    });
  }

  async function work(signal: AbortSignal): Promise<void> {
    const started = performance.now();
    let text: SourceText = { content: '', context: undefined };
    try {
      sets = await source.listSets();
      if (!isChosen && edges.set !== undefined && sets.includes(edges.set)) set = edges.set;
      isChosen = true;
      text = await readPatiently(source, set, signal);
      update({ context: showContext(text.context) });
      const file = source.valuesFile(set);
      const json = override ?? text.context;
      const values = readContextText(json, file);
      if (source.folder !== undefined) await requireValues(source.folder, values, { file, json: json ?? '{}' });
      const bare = { file: source.contentFile, content: text.content, folder: source.folder };
      const template = { ...bare, partials: await gatherPartials(bare, edges, signal) };
      const built = await buildTemplatePart(template, values, edges, signal);
      const body = { ...edges.request, parts: built.part };
      const digest = createHash('sha256').update(JSON.stringify(body)).digest('hex');
      if (digest === rendered) return update({ busy: false, error: null });
      update({ busy: true });
      const { pdf, pages, warnings } = await edges.renderer.render(body, signal);
      signal.throwIfAborted();
      rendered = digest;
      keepPdf(pdf);
      update({
        busy: false,
        error: null,
        pdf: { version, pages, bytes: pdf.length, ms: Math.round(performance.now() - started) },
        warnings: [...built.findings, ...describeWarnings(warnings, built.findings, template)],
      });
    } catch (error) {
      if (signal.aborted) return;
      update({ busy: false, error: showError(error, text.content, override ?? text.context ?? '') });
    }
  }

  /** Throws `ContextFault` at the first value that does not follow the schema of the folder. */
  async function requireValues(folder: string, values: object, text: ValuesText): Promise<void> {
    const [fault] = await edges.values.find(folder, shown, values, text);
    if (fault === undefined) return;
    const { line = 1, column = 1, message } = fault;
    throw new ContextFault(text.file, message, { line, column });
  }

  function keepPdf(pdf: Buffer): void {
    pdfs.set(++version, pdf);
    pdfs.delete(version - keptPdfs);
  }

  function showContext(inFile: string | undefined): PreviewState['context'] {
    return {
      text: override ?? inFile ?? '{}\n',
      file: source.saveContext ? source.valuesFile(set) : null,
      digest: digestText(inFile),
      edited: override !== undefined && override !== inFile,
      set: set ?? null,
      sets,
    };
  }

  const stopWatching = source.watch(refresh);
  refresh();
  return {
    get state() {
      return state;
    },
    findPdf: (version) => pdfs.get(version),
    chooseSet(name) {
      [set, override, isChosen] = [name, undefined, true];
      refresh();
    },
    setContext(text) {
      override = text;
      refresh();
    },
    async saveContext(text, base) {
      if (!source.saveContext) throw new CommandError('usage', 'these values cannot be saved from here');
      const file = source.valuesFile(set);
      readContextText(text, file);
      const { context } = await source.read(running.signal, set).catch(() => ({ context: undefined }));
      if (base !== undefined && digestText(context) !== base) {
        throw new CommandError('conflict', `${file} has changed meanwhile`);
      }
      await source.saveContext(text, set);
      override = undefined;
      refresh();
      return digestText(text);
    },
    ready,
    close() {
      stopWatching();
      running.abort();
    },
  };
}

/** A file may be empty or missing for a moment while an editor saves it. */
async function readPatiently(source: PreviewSource, set: string | undefined, signal: AbortSignal): Promise<SourceText> {
  for (let look = 1; ; look++) {
    try {
      return await source.read(signal, set);
    } catch (error) {
      if (source.folder === undefined || look === patience) throw error;
      await wait(60, undefined, { signal });
    }
  }
}
