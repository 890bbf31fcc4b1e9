import { openValuesChecker } from '../../documents/check-values.ts';
import { createLocalTemplates } from '../../service/render-template.ts';
import { checkFolders, findCheckedSources, summarizeFindings } from '../../templates/check/run-check.ts';
import { findBelowRoot } from '../inside-root.ts';
import { defineTool, jsonContent, readsOnly } from '../tool.ts';

interface CheckTemplateArguments {
  folder: string;
}

export const checkTemplateTool = defineTool({
  name: 'check_template',
  title: 'Check a template folder',
  description:
    'Renders a template folder, or each template in a folder, with its preview context and its sets of values. Answers the errors and warnings with file, line and column: mistakes in Liquid, missing files, values that are not used, problems of accessibility.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['folder'],
    properties: {
      folder: { type: 'string', description: 'The folder with content.html, or a folder of such folders.' },
    },
  },
  annotations: { ...readsOnly, openWorldHint: true },
  async run(call, { folder }: CheckTemplateArguments) {
    await findBelowRoot(call.root, folder);
    const { platform } = call.io;
    const sources = await findCheckedSources([folder], call.root, { path: call.root, shown: call.root });
    const edges = {
      templates: createLocalTemplates(call),
      values: openValuesChecker(),
      renderer: await call.localRenderer(),
      cwd: call.root,
      platform,
      root: call.root,
    };
    return [jsonContent(summarizeFindings(await checkFolders(sources, edges, call.signal)))];
  },
});
