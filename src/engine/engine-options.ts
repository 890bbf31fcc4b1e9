import type { EgressPolicy, OutsideOutcome, OutsideRequest, StartOptions } from '../browser/index.ts';
import type {
  Assets,
  ChosenTemplate,
  ImageOptions,
  PartOptions,
  RenderProgress,
  RenderRequest,
  TemplateUse,
  Timings,
  Warning,
} from '../contract/index.ts';
import type { CheckedValues } from '../markup/index.ts';
import type { DrawLimits, DrawnImage } from './pictures/draw-job.ts';
import type { SealSource } from './signing/seals.ts';

/** How an engine is set up. */
export interface EngineOptions extends Omit<StartOptions, 'network' | 'trustedKey' | 'signal'> {
  /** platen's own version: the Producer of every PDF, and in logs. */
  version: string;
  /**
   * Whether the browser gets a network namespace whose only way out is the egress proxy. `auto`: if this machine gives it
   * one, else a warning. `required`: else it does not start (`config_invalid`). Default `off`: the proxy and switches alone.
   */
  ownNetwork?: 'auto' | 'required' | 'off';
  /** Authorities (PEM) that pages trust in addition to the browser's own and those of `NODE_EXTRA_CA_CERTS`. Default none. */
  authorities?: readonly string[] | undefined;
  /** What a render may reach. */
  egress: EgressPolicy;
  /** The keys that sign for requests that name them. Default none. */
  seals?: SealSource | undefined;
  /** The timestamp authority (RFC 3161) for signatures. Default none. */
  timestampUrl?: string | undefined;
  /** The locale of pages, a BCP 47 language tag, for requests that name none. Default `en-US`. */
  locale?: string | undefined;
  /** The time zone of pages and templates, an IANA name, for requests that name none. Default `UTC`. */
  timezone?: string | undefined;
  /** Concurrent renders. Default: the number of processor cores, or one per 200 MB of a container's memory limit if that is less. */
  concurrency?: number;
  /** Renders that may wait. Default 64. */
  queue?: number;
  /** Whether Markdown is among the first parts: its renderer then starts in parallel with the browser. Default false. */
  markdown?: boolean;
  /**
   * Checks page options of a Markdown document's front matter and returns them; throws an Error that says what is wrong.
   * Without it, such options are refused.
   */
  readPageOptions?: (options: object) => Promise<PartOptions>;
}

/** The caller of a render, and what the render may need. */
export interface RenderContext {
  account: string;
  /** The key, or the person, that asks: those of an account take turns. Default: all of its renders have the same one. */
  key?: string | undefined;
  /** Aborts the render. */
  signal?: AbortSignal;
  /**
   * Milliseconds that it may wait for a slot, in addition to the `timeout_ms` of its request, which then starts with the slot; beyond,
   * `queue_timeout`. Default: the wait counts in `timeout_ms`.
   */
  queueMs?: number | undefined;
  /** Whether no caller waits for the render: those that callers wait for go first. Default false. */
  inBackground?: boolean | undefined;
  /**
   * Whether the render is a drawing for an editor. Drawings have their own slot, apart from those of renders: neither
   * waits for the other. Default false.
   */
  drawing?: boolean;
  /** Whether errors may quote the source of stored templates. Default true. */
  quotesTemplates?: boolean;
  /** Finds a stored template of the account by its id or slug, in the revision that is chosen. Without it, template parts are refused. */
  loadTemplate?: (
    name: string,
    choice?: Pick<ChosenTemplate, 'revision' | 'label' | 'values'>,
  ) => Promise<TemplateSource | undefined>;
  /** Called when printing begins, and after each part. Pages of given PDFs count once they are merged, so they are not in here. */
  onProgress?: (progress: RenderProgress) => void;
  /** Called at the end of each stage, also of one that failed. It must not throw. */
  onStage?: ((stage: EndedStage) => void) | undefined;
}

/** The caller of a drawing, and its time. */
export interface DrawContext extends Pick<RenderContext, 'account' | 'key' | 'signal' | 'inBackground' | 'queueMs'> {
  /** Milliseconds that it may take; without `queueMs`, with the wait for a slot. */
  timeoutMs: number;
  limits: DrawLimits;
}

/** A stage of a render that has ended. Times are milliseconds as of `performance.now`. */
export interface EndedStage {
  /** `prepare`: templates and Markdown become HTML. `load`: a page is opened, loaded and at rest. */
  stage: 'queue' | 'prepare' | 'load' | 'print' | 'merge' | 'sign';
  /** The part that it belongs to; undefined for the document. */
  part?: number | undefined;
  startedAt: number;
  endedAt: number;
  /** Why it failed. */
  error?: unknown;
}

/** A stored template, as far as the engine uses it. */
export interface TemplateSource {
  /** Default: what the part names it by. */
  id?: string;
  name: string;
  content: string;
  /** Its values if the part has none: those of its preview context, or of the set that was chosen. */
  preview_context: object;
  /** The schema that values must follow, as JSON text. Default: none. */
  schema?: string | undefined;
  /** Its partials and layouts by the names that its tags use. Default: none. */
  partials?: Readonly<Record<string, string>> | undefined;
  /** Names of partials and layouts that an unknown name may have meant. */
  names?: readonly string[] | undefined;
  /** Its files, by the paths that it names them by. Default: none. */
  assets?: Assets | undefined;
  /** The number of its revision. Undefined for a template that is not stored. */
  revision?: number;
}

/** A finished render. */
export interface RenderResult {
  pdf: Uint8Array;
  pages: number;
  warnings: Warning[];
  timings: Timings;
  /** The revisions of stored templates that were rendered. Default: none. */
  templates?: TemplateUse[];
}

/** What an engine does now and has done. */
export interface EngineStatus {
  version: string;
  /** Name and version of the running browser. */
  browser: string | undefined;
  /** Id of the browser's first process. */
  pid: number | undefined;
  /** `off` when the sandbox failed or is switched off; undefined while no browser runs. */
  sandbox: 'on' | 'off' | undefined;
  /** Whether the browser runs in a separate network namespace; undefined while no browser runs. */
  own_network: 'on' | 'off' | undefined;
  running: number;
  waiting: number;
  /** Browsers started after the first. */
  restarts: number;
  /** Finished renders, by `ok` or their error code. */
  renders: Record<string, number>;
}

/** Turns requests into PDFs. */
export interface Engine {
  /** Launches the browser ahead of the first render. */
  start(): Promise<void>;
  /** Renders. Throws `EngineError`, and what `loadTemplate` threw with a code. */
  render(request: RenderRequest, context: RenderContext): Promise<RenderResult>;
  /** Draws the pages of a PDF in a slot. Throws `EngineError`. */
  draw(pdf: Uint8Array, image: ImageOptions, context: DrawContext): Promise<DrawnImage[]>;
  /** Proves with a small render, past the queue, that rendering works. Throws `EngineError`. */
  check(): Promise<void>;
  /** Opens the seals now, not at the first signature. Returns their names. Throws `config_invalid` for one that cannot be used. */
  listSeals(): Promise<readonly string[]>;
  /** Throws what a render would be refused with because of the signature that it asks for. */
  checkSigning(request: RenderRequest): Promise<void>;
  /** Sends bytes to an address outside, without a browser and under the rules that apply to pages. Never rejects. */
  sendOutside(request: OutsideRequest): Promise<OutsideOutcome>;
  /** What is wrong with values by a schema, which is JSON text. Throws `EngineError`, and the signal's reason. */
  checkValues(schema: string, values: object, caller: { account: string; signal: AbortSignal }): Promise<CheckedValues>;
  /** Whether those rules refuse an address whatever its name resolves to. */
  refusesOutside(url: string): Promise<boolean>;
  status(): EngineStatus;
  /** Kills the browser and refuses all work under way. */
  close(): Promise<void>;
}
