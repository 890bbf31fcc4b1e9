import type { DiagramFault } from '../../../injected/calls.ts';
import { composeProgram } from '../open/injected-programs.ts';
import type { Page } from '../open/page.ts';
import { buildWarnings, type PageWarning } from '../open/warnings.ts';

/** Draws the diagrams of a Markdown document with the script that it has loaded. Returns warnings of those that are printed as their source. */
export async function drawDiagrams(page: Page): Promise<readonly PageWarning[]> {
  const expression = composeProgram('drawDiagrams');
  const { result } = await page.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
  const { add, clean, list } = buildWarnings();
  // Scripts of the page may change what the program gives.
  const faults: Partial<DiagramFault>[] = Array.isArray(result.value) ? result.value : [];
  for (const { line, message } of faults) {
    const [first = ''] = String(message).split('\n');
    add('diagram_unprinted', `The Mermaid diagram in line ${Number(line)} is printed as its source: ${clean(first)}`);
  }
  return list;
}
