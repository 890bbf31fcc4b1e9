import type { Tool } from './tool.ts';
import { checkTemplateTool } from './tools/check-template.ts';
import { comparePdfsTool } from './tools/compare-pdfs.ts';
import { inspectPdfTool } from './tools/inspect-pdf.ts';
import { labelTemplateTool } from './tools/label-template.ts';
import { listTemplatesTool } from './tools/list-templates.ts';
import { previewPageTool } from './tools/preview-page.ts';
import { readTemplateTool } from './tools/read-template.ts';
import { renderPdfTool } from './tools/render-pdf.ts';
import { updateTemplateTool } from './tools/update-template.ts';

/** The tools, as they are listed. */
export const tools: readonly Tool[] = [
  renderPdfTool,
  previewPageTool,
  checkTemplateTool,
  listTemplatesTool,
  readTemplateTool,
  updateTemplateTool,
  labelTemplateTool,
  inspectPdfTool,
  comparePdfsTool,
];
