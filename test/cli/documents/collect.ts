import { Readable } from 'node:stream';
import { type CollectEdges, type CollectOptions, collectParts } from '../../../src/cli/documents/collect-parts.ts';
import { type Format, planSources } from '../../../src/cli/documents/plan-source.ts';
import { limits, type Part } from '../../../src/contract/index.ts';

/** The planned sources of these words. */
export function plan(sources: string[], from?: Format) {
  return planSources(sources, from, limits.parts);
}

/** What the parts of these sources are, with the texts of the warnings. A template folder is its content as it is. */
export async function collect(
  cwd: string,
  sources: string[],
  { from, ...options }: CollectOptions & { from?: Format } = {},
  stdin: CollectEdges['stdin'] = Readable.from([]),
) {
  const renderTemplate = async ({ content }: { content: string }) => content;
  const edges = { cwd, stdin, platform: process.platform, renderTemplate };
  const collected = await collectParts(plan(sources, from), options, edges);
  return { ...collected, warnings: collected.warnings.map(({ text }) => text) };
}

/** The type and the content of each asset of a part. */
export function assetsOf(parts: unknown): Record<string, string> {
  const assets = Object.entries((parts as Part).assets ?? {});
  return Object.fromEntries(assets.map(([key, { type, base64 }]) => [key, `${type}: ${base64}`]));
}
