import { defaultAccount } from '../../contract/index.ts';
import type {
  EmbeddedService,
  InstalledBrowser,
  PartialTag,
  TemplateRenderer,
  ValueFault,
  ValuesCheck,
} from '../../server/index.ts';
import type { Context } from '../command/context.ts';
import { readBrowserFolders, readServiceParts } from './engine-settings.ts';

export type { EmbeddedService, PartialTag, TemplateRenderer, ValueFault, ValuesCheck };

/** How a service inside this process differs from the settings. */
interface LocalOptions {
  templates?: boolean;
  ownNetwork?: 'auto' | 'off';
  /** Which fonts are used without a setting. Default `system`. */
  fonts?: 'system' | 'bundled';
}

/**
 * Opens a service inside this process, by the settings of the user. Neither its browser nor the user's store is opened before it
 * is needed. Without `templates` it has no store. Its browser shares the network of this machine, because a separate network would
 * take time to make; `auto` makes one all the same.
 */
export async function openLocalService(
  context: Context,
  { templates = true, ownNetwork = 'off', fonts }: LocalOptions = {},
): Promise<EmbeddedService> {
  const { openEmbeddedService } = await import('../../server/index.ts');
  const { engine, store } = await readServiceParts(context, { ...localDefaults, ownNetwork, fonts });
  return openEmbeddedService({
    version: context.version,
    engine,
    ...(templates && { store }),
    account: defaultAccount,
  });
}

const localDefaults = { sandbox: 'preferred', egress: 'open', proxy: 'preferred' } as const;

/** Opens a renderer of Liquid templates in child processes, as the service has it. Close it. */
export async function loadTemplateRenderer(): Promise<TemplateRenderer> {
  const { loadTemplates } = await import('../../server/index.ts');
  return (await loadTemplates()).openTemplateRenderer();
}

/** Loads the function that extracts from Markdown the HTML that can load files. */
export async function loadMarkdownExtractor(): Promise<(markdown: string) => Promise<string>> {
  const { loadMarkdown } = await import('../../server/index.ts');
  return (await loadMarkdown()).openMarkdownExtractor();
}

/** Opens the check of requests that the service inside this process makes before it renders. It throws. */
export async function openRenderCheck(): Promise<(body: unknown) => Promise<void>> {
  return (await import('../../server/index.ts')).loadRenderCheck();
}

/** Loads the compiler of schemas of values. It throws for what is no schema. */
export async function loadValuesCompiler(): Promise<(schema: unknown) => ValuesCheck> {
  return (await import('../../server/index.ts')).compileValuesSchema;
}

/** Unpacks the bundled browser and fonts ahead of the first render. */
export async function installBundled(context: Context): Promise<InstalledBrowser> {
  const [{ installBrowser }, { explainFailure }, options] = await Promise.all([
    import('../../server/index.ts'),
    import('../../client/index.ts'),
    readBrowserFolders(context),
  ]);
  return installBrowser({ ...options, signal: context.signal }).catch((error: unknown) => {
    throw context.signal.aborted ? error : explainFailure(error);
  });
}

/** Loads what to do about text without a font, in the words of the warning `glyph_missing`. */
export async function loadFontAdvice(): Promise<string> {
  return (await import('../../server/index.ts')).fontAdvice;
}
