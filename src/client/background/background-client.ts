import type { ImageRequest, Render, RenderList, RenderRequest, RenderStatus } from '../../contract/index.ts';
import type { CallOptions, ReadRenderOptions, WaitOptions } from '../options/client-options.ts';
import type { RenderedImages } from '../receive/receive-images.ts';
import type { ReceivedFile, ReceivedRender } from '../receive/receive-render.ts';
import type { RenderedPdf } from '../rendered-pdf.ts';

/** Calls for renders that a service carries out in the background. All of them reject with `ServiceError`. */
export interface BackgroundClient {
  /**
   * Submits a render that the service carries out in the background, and resolves once it is accepted. `request.job` says how
   * soon it has its turn, when it may begin and how long its result is kept. Rejects with `unexpected_answer` if the service
   * knows no renders in the background.
   *
   * @example
   * const { id } = await client.submitRender({ parts: 'https://example.com/report', job: { priority: 'low' } });
   */
  submitRender(request: RenderRequest, options?: CallOptions): Promise<Render>;
  /**
   * Submits a render of images of the pages, as `submitRender` does one of a PDF. `readImages` has the images once it is done.
   *
   * @example
   * const { id } = await client.submitImages({ parts: { html: '<h1>Hello</h1>' }, image: { width: 400 } });
   * await client.waitForRender(id);
   * const { images } = await client.readImages(id);
   */
  submitImages(request: ImageRequest, options?: CallOptions): Promise<Render>;
  /** Reads how far a background render is. Rejects with `render_not_found` for an unknown id, and once its time is over. */
  getRender(id: string, options?: ReadRenderOptions): Promise<Render>;
  /**
   * Waits until a background render is done. If it failed, it rejects with the error that a synchronous render would have
   * had; if it was cancelled, with `render_failed`. A service that does not answer is asked again for five minutes, so a
   * restart does not end the wait.
   *
   * @example
   * await client.waitForRender(id, { onProgress: ({ status, progress }) => show(status, progress?.pages) });
   */
  waitForRender(id: string, options?: WaitOptions): Promise<Render>;
  /**
   * Fetches the PDF of a background render that is done. If the connection is cut, the rest is requested (a range, RFC 9110,
   * section 14). Rejects with `render_not_finished` before its end, and with `render_failed` if it has no PDF.
   *
   * @example
   * await (await client.readRender(id)).save('report.pdf');
   */
  readRender(id: string, options?: CallOptions): Promise<RenderedPdf>;
  /** Fetches that PDF and hands it to `receive`, which must read it to its end, as `receivePdf` does. */
  receiveRenderPdf<T>(id: string, receive: (answer: ReceivedRender) => Promise<T>, options?: CallOptions): Promise<T>;
  /**
   * Fetches the images that a background render has made, in the order of the pages. Rejects with `render_not_finished` before its
   * end, with `render_failed` if it has none, and with `unexpected_answer` if it has made a PDF.
   *
   * @example
   * const { images } = await client.readImages(id);
   * for (const { page, bytes } of images) await writeFile(`page-${page}.png`, bytes);
   */
  readImages(id: string, options?: CallOptions): Promise<RenderedImages>;
  /**
   * Fetches what a background render has made and hands it to `receive`, which must read it to its end: a PDF, an image, or a ZIP
   * archive of images. A body that is cut is continued.
   */
  receiveRenderResult<T>(id: string, receive: (file: ReceivedFile) => Promise<T>, options?: CallOptions): Promise<T>;
  /**
   * Cancels a background render that waits or runs, and resolves with it. One that has ended is forgotten with its result instead,
   * and the answer is undefined.
   */
  cancelRender(id: string, options?: CallOptions): Promise<Render | undefined>;
  /** One page of the background renders, newest first: at most `limit` (default 50), behind the `next` of an earlier page. */
  listRenders(
    query?: { status?: RenderStatus | undefined; limit?: number | undefined; after?: string | undefined },
    options?: CallOptions,
  ): Promise<RenderList>;
}
