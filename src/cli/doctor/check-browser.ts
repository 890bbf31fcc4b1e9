import { once } from 'node:events';
import type { ReceivedRender } from '../../client/index.ts';
import type { Warning } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import { CommandError } from '../output/command-error.ts';
import type { CommandWarning } from '../output/warnings.ts';
import { type EmbeddedService, loadFontAdvice, openLocalService } from '../service/embedded.ts';
import type { Settings } from '../settings/index.ts';
import { checkBrowserAge } from './browser-age.ts';
import { type CheckResult, fail, ok, warn } from './check-result.ts';
import { judgeNetwork, judgeSandbox } from './judge-isolation.ts';

/** Starts a service inside this process and checks its browser: version, age, sandbox, network, fonts. */
export async function checkBrowser(context: Context, settings: Settings): Promise<CheckResult[]> {
  const warnings: CommandWarning[] = [];
  const output = { ...context.output, warn: (warning: CommandWarning) => void warnings.push(warning) };
  const service = await openLocalService({ ...context, output }, { templates: false, ownNetwork: 'auto' });
  return examineBrowser(service, context, settings, warnings);
}

/** Starts the browser of a service, checks it, and closes the service. `warnings` are those of the service. */
export async function examineBrowser(
  service: EmbeddedService,
  context: Context,
  settings: Settings,
  warnings: readonly CommandWarning[],
): Promise<CheckResult[]> {
  const started = performance.now();
  try {
    await service.start();
    const status = service.status();
    const { browser = 'a browser without a name', sandbox = 'off' } = status ?? {};
    const executable = settings.get('chromium');
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    return [
      ok('browser', `${browser}${executable === null ? '' : ` (${executable})`}, started in ${seconds} s`),
      await checkBrowserAge(browser, executable, context.io, Date.now()),
      judgeSandbox(sandbox, settings, warnings),
      judgeNetwork(status?.own_network, settings, warnings),
      await checkFonts(service, context),
    ];
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'sandbox_unavailable') throw error;
    return [fail('sandbox', error, 'do what it says; PLATEN_SANDBOX=off is for documents that you trust')];
  } finally {
    await service.close();
  }
}

async function checkFonts(service: EmbeddedService, { signal }: Context): Promise<CheckResult> {
  const { createEmbeddedClient } = await import('../../client/index.ts');
  const client = createEmbeddedClient(service);
  const probe = (html: string) => client.receivePdf({ parts: { html } }, receiveWarnings, { signal });
  try {
    const missing = readFontProbe((await Promise.all(buildFontProbes().map(probe))).flat());
    if (missing.length === 0) return ok('fonts', 'all scripts that were tried');
    return warn('fonts', `none for ${missing.join(', ')}: such text is missing on paper`, await loadFontAdvice());
  } catch (error) {
    return fail('fonts', error);
  }
}

/** The warnings of a render whose PDF is discarded. */
async function receiveWarnings(received: ReceivedRender): Promise<Warning[]> {
  if (received.kind === 'json') throw new CommandError('unexpected_answer', 'the render answered no PDF');
  received.stream.resume();
  await once(received.stream, 'end');
  return received.warnings;
}

/**
 * A letter of each script of the bundled fonts, and of those that most machines have. A page for each line, because a render lists no
 * more warnings than a header holds.
 */
const samples = ['ß Ж Ω ệ ₹ ₿ ع ע ह ไ', 'Հ ქ ব ગ ਪ த త ಕ', 'മ ଓ ස ខ ລ မ አ Ꮳ', '漢 あ ア 한 ☐ ☑ ✓ → ∑ 𝑥 😀 👍🏽 🇩🇪'];

/**
 * Pages whose renders warn of each script without a font. Each letter has its own paragraph, because Chromium looks for no more
 * fonts in one once it has found none for a letter.
 */
export function buildFontProbes(): string[] {
  const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Fonts</title>';
  return samples.map((text) => head + text.replaceAll(/\S+/g, '<p>$&'));
}

/** The scripts without a font, each once, from the warnings of the renders. */
export function readFontProbe(warnings: readonly { code: string; script?: string }[]): string[] {
  const scripts = warnings.flatMap(({ code, script }) => (code === 'glyph_missing' ? [script ?? 'other text'] : []));
  return [...new Set(scripts)];
}
