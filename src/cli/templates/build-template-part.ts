import type { Part } from '../../contract/index.ts';
import { collectAssets } from '../documents/assets/collect-assets.ts';
import { findPartialFolders } from '../documents/partial-folders.ts';
import type { SourceWarning } from '../documents/read-parts.ts';
import { RequestSize } from '../documents/request-size.ts';
import { safeText } from '../output/safe-text.ts';
import type { LocalTemplates, TemplateText } from '../service/render-template.ts';
import { type Finding, locateInTemplate } from './finding.ts';

/** What building a part needs. */
export interface PartEdges {
  templates: LocalTemplates;
  cwd: string;
  platform: string;
  /** The real path of the folder that the files may come from. Default: the template's own. */
  root?: string | undefined;
}

/** A rendered template, ready to be printed. */
interface BuiltTemplate {
  part: Part;
  /** The template rendered with its values. */
  html: string;
  /** Paths of the template's own files that the page uses, from its folder. */
  files: string[];
  /** Files that may be missing in the PDF. */
  findings: Finding[];
  /** The same, as reading the files has reported them. */
  warnings: SourceWarning[];
}

/**
 * Renders a template and collects the files that its HTML names; a template without a folder brings none. Throws
 * `TemplateFault`, and `too_large` where a request cannot hold it all.
 */
export async function buildTemplatePart(
  template: TemplateText & { folder: string | undefined },
  values: object,
  { templates, cwd, platform, root }: PartEdges,
  signal: AbortSignal,
): Promise<BuiltTemplate> {
  const { file, folder } = template;
  const html = await templates.render(template, values, signal);
  const size = new RequestSize();
  size.addText(file, html);
  if (folder === undefined) return { part: { html }, html, files: [], findings: [], warnings: [] };
  const findings: Finding[] = [];
  const own = safeText(file);
  const warnings: SourceWarning[] = [];
  const warn = (warning: Pick<SourceWarning, 'text' | 'asked'>) => {
    warnings.push({ code: 'resource_missing', part: 0, ...warning });
    const { text } = warning;
    const [, place = '', line, message = text] = /^(.*?):(\d+): (.*)$/s.exec(text) ?? [];
    // Lines of the rendered HTML are not those of the template.
    if (place === own) findings.push({ code: 'asset', message, ...locateInTemplate(template, addressIn(message)) });
    else if (line !== undefined) findings.push({ code: 'asset', message, file: place, line: Number(line) });
    else findings.push({ code: 'asset', message: text });
  };
  const assets = await collectAssets(
    {
      name: file,
      kind: 'html',
      text: html,
      folder,
      root: root ?? folder,
      trusted: true,
      extra: [],
      shared: findPartialFolders(folder, root)[1],
    },
    { cwd, platform, rootNamed: root !== undefined, size, warn },
  );
  const files = Object.keys(assets ?? {});
  return { part: { html, ...(assets && { assets }) }, html, files, findings, warnings };
}

/** The address in a message about an asset: "cannot find X", or "X is left out: …". */
function addressIn(message: string): string {
  return /^cannot find (.*)$/s.exec(message)?.[1] ?? /^(.*?) is left out: /s.exec(message)?.[1] ?? '';
}
