import type {
  CallOptions,
  Client,
  ImageOptions,
  Part,
  RenderedImages,
  RenderedPdf,
  RenderManyJob,
  RenderManyOptions,
  RenderManyResult,
  RenderRequest,
} from '../client/index.ts';

/** The fields of a part that every source has. */
type PartChoices = Pick<Part, 'assets' | 'title' | 'name' | 'options'>;

/** A file of this machine. Relative paths start from the current folder of the process. */
export interface FilePart extends PartChoices {
  /** An HTML, Markdown or PDF file. A document brings the images, fonts and style sheets that it names. */
  file: string | URL;
  /** The folder that these files may come from. Default: the folder of the document. */
  root?: string | URL | undefined;
}

/** A template folder of this machine, as `platen init` makes them, with its partials, layouts and files. */
export interface TemplateFolderPart extends PartChoices {
  template: {
    folder: string | URL;
    /** The name of a set of values, `values/<name>.json` in the folder. Default: `preview_context.json`. */
    values?: string | undefined;
  };
  /** Values for the template. Default: those of the folder. */
  context?: Readonly<Record<string, unknown>> | undefined;
  /** The folder that its files may come from. Default: the template folder, with `assets`, `partials` and `layouts` around it. */
  root?: string | URL | undefined;
}

/** A template as text, in Liquid: the same as `liquid` and `context` of a part. */
export interface TemplateTextPart extends PartChoices {
  template: { content: string; context?: Readonly<Record<string, unknown>> | undefined };
}

/** A part of a request, or one that names files of this machine. */
export type LocalPart = Part | FilePart | TemplateFolderPart | TemplateTextPart;

/**
 * A request whose parts may name files and template folders of this machine.
 *
 * @example
 * const request: LocalRequest = { parts: [{ file: 'cover.html' }, { template: { folder: './invoice' }, context: { number: 7 } }] };
 */
export interface LocalRequest extends Omit<RenderRequest, 'parts'> {
  parts: string | LocalPart | readonly (string | LocalPart)[];
}

/** A request of images whose parts may name files and template folders of this machine. */
export interface LocalImageRequest extends Omit<LocalRequest, 'job' | 'destination'> {
  image?: ImageOptions;
}

/** Renders inside this process. Its renders take files and template folders of this machine as well. */
export interface Platen extends Omit<Client, 'renderPdf' | 'renderImages' | 'renderMany'> {
  /**
   * Renders parts to one PDF.
   *
   * @example
   * const pdf = await platen.renderPdf({ parts: { file: './invoice.html' } });
   * await pdf.save('invoice.pdf');
   */
  renderPdf(request: LocalRequest, options?: CallOptions): Promise<RenderedPdf>;
  /**
   * Renders parts to images of their pages.
   *
   * @example
   * const { images } = await platen.renderImages({ parts: { file: './card.html' }, image: { width: 400 } });
   * await writeFile('card.png', images[0].bytes);
   */
  renderImages(request: LocalImageRequest, options?: CallOptions): Promise<RenderedImages>;
  /**
   * Renders many requests in parallel and yields the results in the order of the requests: a PDF, or the error of that request. Takes a
   * list, or an iterable that is read on demand. At most twice `parallel` PDFs are in memory. `break` and `signal` abort what is running.
   *
   * @example
   * const requests = rows.map((context) => ({ id: context.number, parts: { template: { folder: './invoice' }, context } }));
   * for await (const { id, pdf, error } of platen.renderMany(requests)) {
   *   if (error) throw error;
   *   await pdf.save(`${id}.pdf`);
   * }
   */
  renderMany(
    jobs: Iterable<RenderManyJob<LocalRequest>> | AsyncIterable<RenderManyJob<LocalRequest>>,
    options?: RenderManyOptions,
  ): AsyncGenerator<RenderManyResult, void, undefined>;
}
