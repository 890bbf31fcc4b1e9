import { runCompare } from '../../compare/compare-files.ts';
import { findBelowRoot } from '../inside-root.ts';
import { defineTool, jsonContent, readsOnly } from '../tool.ts';

interface ComparePdfsArguments {
  before: string;
  after: string;
  tolerance?: number;
}

export const comparePdfsTool = defineTool({
  name: 'compare_pdfs',
  title: 'Compare two PDFs',
  description:
    'Compares the pages of two PDF files as they look, and their text. Answers each page that differs, with the share of its pixels (0 to 1) and whether its text differs.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['before', 'after'],
    properties: {
      before: { type: 'string', description: 'A PDF file.' },
      after: { type: 'string', description: 'The PDF file to compare with it.' },
      tolerance: {
        type: 'number',
        minimum: 0,
        maximum: 100,
        description: 'How much of a page may look different, in percent. Default 0.',
      },
    },
  },
  annotations: readsOnly,
  async run(call, { before, after, tolerance = 0 }: ComparePdfsArguments) {
    for (const path of [before, after]) await findBelowRoot(call.root, path);
    await runCompare(call, { tolerance: String(tolerance) }, [before, after]);
    return [jsonContent(call.document())];
  },
});
