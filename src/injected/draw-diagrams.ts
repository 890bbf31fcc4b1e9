// The program `drawDiagrams`: runs in the page's own world once the script of Mermaid is there.
import type { DiagramFault } from './calls.ts';
import { doc, dom } from './dom/dom.ts';
import { diagramMark } from './names.ts';

/** The library Mermaid, as its script leaves it in the page. */
interface Mermaid {
  initialize(settings: object): void;
  render(id: string, source: string): Promise<{ svg: string }>;
}

/** Characters of a message. */
const messageLimit = 1000;

/** Draws each diagram of a Markdown document in place of its source. Returns those that are printed as their source. */
export default async function drawDiagrams(): Promise<DiagramFault[]> {
  const { mermaid } = globalThis as { mermaid?: Mermaid };
  const faults: DiagramFault[] = [];
  for (const [index, place] of [...doc.querySelectorAll(`[${diagramMark}]`)].entries()) {
    const id = `diagram-${index + 1}`;
    try {
      if (mermaid === undefined) throw new Error('the script of Mermaid did not load');
      // It sizes boxes by its font.
      const { fontFamily } = getComputedStyle(doc.body);
      if (index === 0) mermaid.initialize({ startOnLoad: false, fontFamily });
      const { svg } = await mermaid.render(id, dom(place).textContent ?? '');
      const box = doc.createElement('div');
      dom(box).setAttribute('class', 'diagram');
      dom(box).innerHTML = svg;
      dom(place).replaceWith(box);
    } catch (error) {
      const message = String((error as Partial<Error> | undefined)?.message ?? error).slice(0, messageLimit);
      faults.push({ line: Number(dom(place).getAttribute(diagramMark)), message });
      // Mermaid draws the error at the end of the page.
      const drawn = doc.getElementById(`d${id}`);
      if (drawn) dom(drawn).remove();
    }
  }
  return faults;
}
