import { relative } from 'node:path';
import type { ReceivedRender } from '../../../client/index.ts';
import { checkTarget, saveFile } from '../../files/save-file.ts';
import { CommandError } from '../../output/command-error.ts';
import { RequestFailure } from '../../output/request-words.ts';
import { refuseSourceTargets } from '../../render/refuse-source-targets.ts';
import { recordFile, warnOfRender } from '../../render/render-output.ts';
import { buildRenderRequest } from '../../render/render-request.ts';
import { findTarget } from '../inside-root.ts';
import { planCall, type SourceArguments, sourceProperties, toFlags } from '../sources.ts';
import { defineTool, jsonContent } from '../tool.ts';

interface RenderPdfArguments extends SourceArguments {
  output: string;
  overwrite?: boolean;
}

export const renderPdfTool = defineTool({
  name: 'render_pdf',
  title: 'Render a PDF',
  description:
    'Renders files, URLs, HTML, Markdown, templates and PDFs to one PDF file. Answers its path, size, number of pages and warnings; the PDF itself is not in the answer. Look at it with preview_page.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['output'],
    properties: {
      ...sourceProperties,
      output: {
        type: 'string',
        pattern: '\\.[pP][dD][fF]$',
        description: 'The PDF file to write, such as "out/invoice.pdf". Its folder must exist.',
      },
      overwrite: { type: 'boolean', description: 'Replace the file if it exists. Default false: that is an error.' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  async run(call, { output, overwrite = false, ...args }: RenderPdfArguments) {
    const planned = await planCall(call, args);
    const path = await findTarget(call.root, output);
    if (overwrite) refuseSourceTargets([{ target: output, path }], planned, call.io, 'name another file');
    await checkTarget(path, overwrite, 'output');
    const request = await buildRenderRequest(call, toFlags(call, args, planned), planned);
    for (const warning of request.warnings) call.output.warn(warning);
    const save = async (received: ReceivedRender) => {
      if (received.kind === 'json') {
        throw new CommandError('unexpected_answer', 'the service answered JSON instead of a PDF');
      }
      await saveFile(path, received.stream, overwrite);
      warnOfRender(call.output, received.warnings, request);
      return recordFile(relative(call.root, path), received, received.facts(), call.output.takeWarnings());
    };
    const client = await call.client();
    const record = await client.receivePdf(request.body, save, { signal: call.signal }).catch((error: unknown) => {
      throw new RequestFailure(error, request.words);
    });
    const { timings: _, ...shown } = record;
    return [jsonContent(shown)];
  },
});
