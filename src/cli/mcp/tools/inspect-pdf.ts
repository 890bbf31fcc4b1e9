import { runInspect } from '../../inspect/inspect-file.ts';
import { findBelowRoot } from '../inside-root.ts';
import { defineTool, jsonContent, readsOnly } from '../tool.ts';

interface InspectPdfArguments {
  path: string;
  text?: boolean;
}

export const inspectPdfTool = defineTool({
  name: 'inspect_pdf',
  title: 'Inspect a PDF',
  description:
    'Returns the content of a PDF file: pages and their sizes, title, language, claims such as PDF/A, outline, fonts, images, links, form fields, attachments, signatures; and its text.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['path'],
    properties: {
      path: { type: 'string', description: 'The PDF file.' },
      text: { type: 'boolean', description: 'Also answer the text of each page. Default false.' },
    },
  },
  annotations: readsOnly,
  async run(call, { path, text = false }: InspectPdfArguments) {
    await findBelowRoot(call.root, path);
    await runInspect(call, { text }, [path]);
    return [jsonContent(call.document())];
  },
});
