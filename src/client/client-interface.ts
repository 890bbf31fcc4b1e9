import type {
  ApiKey,
  ImageRequest,
  KeyCreation,
  KeyRotation,
  NewApiKey,
  NewTemplate,
  PublishedField,
  RenderRequest,
  TemplateChanges,
  TemplateField,
  TemplateKind,
  TemplateList,
} from '../contract/index.ts';
import type { BackgroundClient } from './background/background-client.ts';
import type { CallOptions, RenderManyOptions } from './options/client-options.ts';
import type { RenderedImages } from './receive/receive-images.ts';
import type { RotatedKey } from './receive/receive-keys.ts';
import type { ReceivedRender } from './receive/receive-render.ts';
import type { TemplateAnswer } from './receive/receive-template.ts';
import type { RenderManyJobs, RenderManyResult } from './render-many.ts';
import type { RenderedPdf } from './rendered-pdf.ts';
import type { AssetClient } from './templates/asset-client.ts';
import type { PropertyClient } from './templates/property-client.ts';
import type { RevisionClient } from './templates/revision-client.ts';
import type { ValueSetClient } from './templates/value-set-client.ts';
import type { WebhookClient } from './webhooks/webhook-client.ts';

/** Which templates to list. Default: templates, no partials and layouts. */
export interface TemplateFilter {
  /** Those of exactly this name. */
  name?: string | undefined;
  /** Those in this folder and in the folders below it. */
  folder?: string | undefined;
  tag?: string | undefined;
  /** Those with this text in the name or the slug. */
  search?: string | undefined;
  kind?: TemplateKind | 'any' | undefined;
}

/** Which page of a list, and which fields of its templates. */
export interface ListQuery<F extends TemplateField> {
  limit?: number | undefined;
  after?: string | undefined;
  fields?: readonly F[] | undefined;
}

/** Calls a service that speaks the interface. All calls reject with `ServiceError`, or with the reason of their `signal`. */
export interface Client
  extends AsyncDisposable,
    AssetClient,
    BackgroundClient,
    PropertyClient,
    RevisionClient,
    ValueSetClient,
    WebhookClient {
  /**
   * Renders parts to one PDF. Resolves with the head of the answer; read or drop the PDF then.
   *
   * @example
   * const pdf = await client.renderPdf({ parts: { html: '<h1>Hello</h1>' } });
   * await pdf.save('hello.pdf');
   */
  renderPdf(request: RenderRequest, options?: CallOptions): Promise<RenderedPdf>;
  /**
   * Renders and hands the answer to `receive`, which must read it to its end. If the body is cut, the render is requested
   * again and `receive` is called once more, so it must start from the beginning each time. The request is sent unchanged.
   */
  receivePdf<T>(request: unknown, receive: (answer: ReceivedRender) => Promise<T>, options?: CallOptions): Promise<T>;
  /**
   * Renders many requests in parallel and yields the results in the order of the requests: a PDF, or the error of that request. Takes a
   * list, or an iterable that is read on demand. At most twice `parallel` PDFs are in memory. `break` and `signal` abort what is running.
   *
   * @example
   * for await (const { index, pdf, error } of client.renderMany(requests)) {
   *   if (error) throw error;
   *   await pdf.save(`${index}.pdf`);
   * }
   */
  renderMany(jobs: RenderManyJobs, options?: RenderManyOptions): AsyncGenerator<RenderManyResult, void, undefined>;
  /**
   * Renders parts to images of their pages.
   *
   * @example
   * const { images } = await client.renderImages({ parts: { html: '<h1>Hello</h1>' }, image: { width: 400 } });
   * await writeFile('hello.png', images[0].bytes);
   */
  renderImages(request: ImageRequest, options?: CallOptions): Promise<RenderedImages>;
  /** Changes the fields that are given. `preview_context` is replaced whole. */
  updateTemplate(id: string, changes: TemplateChanges, options?: CallOptions): Promise<TemplateAnswer>;
  createTemplate(template: NewTemplate, options?: CallOptions): Promise<TemplateAnswer>;
  getTemplate(id: string, options?: CallOptions): Promise<TemplateAnswer>;
  /** Deletes a template. With `force` also a partial or layout that templates use. */
  deleteTemplate(id: string, options?: CallOptions & { force?: boolean | undefined }): Promise<void>;
  /**
   * One page of templates, oldest first: at most `limit` (default 50), behind the `next` of an earlier page, of that name. With
   * `fields` it has those and the id alone, if the service knows that query. `folder`, `tag`, `search` and `kind` filter too.
   */
  listTemplates<F extends TemplateField = PublishedField>(
    query?: TemplateFilter & ListQuery<F>,
    options?: CallOptions,
  ): Promise<TemplateList<F>>;
  /** The API keys of the account, oldest first. This and what follows takes a key with the scope `keys`. */
  listKeys(options?: CallOptions): Promise<ApiKey[]>;
  /** Makes an API key. Its text, `key`, is shown only this once. */
  createKey(key: KeyCreation, options?: CallOptions): Promise<NewApiKey>;
  /** Makes a key in place of another, which ends after `overlap_seconds` (default: a day). */
  rotateKey(id: string, rotation?: KeyRotation, options?: CallOptions): Promise<RotatedKey>;
  /** Retires an API key at once. */
  deleteKey(id: string, options?: CallOptions): Promise<void>;
  /** Ends all connections. */
  close(): Promise<void>;
}
