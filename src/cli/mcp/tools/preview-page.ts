import { readInputBytes } from '../../files/read-input.ts';
import { CommandError } from '../../output/command-error.ts';
import type { Size } from '../../pictures/draw-pdf.ts';
import { writePng } from '../../pictures/png.ts';
import { receiveBytes } from '../../render/receive-bytes.ts';
import { buildRenderRequest } from '../../render/render-request.ts';
import { findBelowRoot } from '../inside-root.ts';
import type { ToolCall } from '../open-call.ts';
import { planCall, type SourceArguments, sourceProperties, toFlags } from '../sources.ts';
import { defineTool, jsonContent, readsOnly } from '../tool.ts';

/** The most pixels of the longer side: models scale larger pictures down. */
const longestSide = 2400;
const defaultWidth = 800;

interface PreviewPageArguments extends SourceArguments {
  page?: number;
  width?: number;
}

export const previewPageTool = defineTool({
  name: 'preview_page',
  title: 'Look at a page',
  description:
    'Shows a page of a PDF file as a picture, or of anything that render_pdf takes, without writing a file. Also answers the number of pages and the warnings of the render.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...sourceProperties,
      page: { type: 'integer', minimum: 1, description: 'The page to show, from 1. Default 1.' },
      width: {
        type: 'integer',
        minimum: 100,
        maximum: 1600,
        description: `Width of the picture in pixels. Default ${defaultWidth}. Pages that are much taller than wide get less.`,
      },
    },
  },
  annotations: { ...readsOnly, openWorldHint: true },
  async run(call, { page = 1, width = defaultWidth, ...args }: PreviewPageArguments) {
    const pdf = await readPdf(call, args);
    const { openPainter } = await import('../../pictures/draw-pdf.ts');
    const painter = await openPainter();
    try {
      const sizes = await painter.measure(pdf).catch((cause: unknown) => {
        throw new CommandError('input_invalid', 'the PDF cannot be read', { why: 'it is damaged or encrypted', cause });
      });
      const size = sizes[page - 1];
      if (size === undefined) {
        throw new CommandError('usage', `there is no page ${page}`, {
          fix: `the document has ${sizes.length} ${sizes.length === 1 ? 'page' : 'pages'}`,
        });
      }
      const picture = await painter.drawPage(pdf, page, fitPage(size, width));
      const facts = {
        page,
        pages: sizes.length,
        width: picture.width,
        height: picture.height,
        warnings: call.output.takeWarnings(),
      };
      const data = writePng(picture).toString('base64');
      return [{ type: 'image', data, mimeType: 'image/png' }, jsonContent(facts)];
    } finally {
      painter.close();
    }
  },
});

/** The bytes of the only source if it is a PDF and nothing changes it, else those of a render. */
async function readPdf(call: ToolCall, args: SourceArguments): Promise<Buffer> {
  const planned = await planCall(call, args);
  const [first] = planned;
  const isUnchanged = Object.values(args).filter((value) => value !== undefined).length === 1;
  if (planned.length === 1 && first?.kind === 'file' && first.format === 'pdf' && isUnchanged) {
    return readInputBytes(await findBelowRoot(call.root, first.file), 'the PDF', call.io);
  }
  const request = await buildRenderRequest(call, toFlags(call, args, planned), planned);
  for (const warning of request.warnings) call.output.warn(warning);
  return receiveBytes(call, request);
}

/** The size in pixels of a page of that size. */
function fitPage({ width, height }: Size, wanted: number): Size {
  const scale = Math.min(wanted / width, longestSide / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
