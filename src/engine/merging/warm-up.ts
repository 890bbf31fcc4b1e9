import { mergePdfs } from '../merge/merge.ts';

const rows = 12;
const columns = 4;

/** Milliseconds of waiting after which there is a lot to bind, and time enough to have its code compiled in full. */
const longAfterMs = 100;
/** Binding the sample again, so often and that far apart, halves the time that a thousand pages take. */
const repeats = { most: 40, everyMs: 5 };

/**
 * Something to do while waiting: the first call binds a small document in the next turn of the event loop, because code that
 * has never run takes several times as long, and again and again if `work` is long in coming. Nothing of it stays but the speed.
 */
export function openWarmUp(): (work: Promise<unknown>) => void {
  let isDone = false;
  return (work) => {
    if (isDone) return;
    isDone = true;
    setImmediate(mergeSample);
    let left = repeats.most;
    const repeat = () => {
      mergeSample();
      left -= 1;
      if (left > 0) timer = setTimeout(repeat, repeats.everyMs).unref();
    };
    let timer = setTimeout(repeat, longAfterMs).unref();
    const stop = () => {
      left = 0;
      clearTimeout(timer);
    };
    work.then(stop, stop);
  };
}

function mergeSample(): void {
  const part = { pdf: buildSample(), foreign: false, origin: 'https://sample.invalid/' };
  try {
    mergePdfs([part], { outline: true, producer: 'sample' });
  } catch {
    // What is wrong with binding shows where it matters.
  }
}

/** A page with a table and a link, tagged and with an outline, as Chromium writes one. */
export function buildSample(): Uint8Array {
  const objects: string[] = [];
  const add = (text: string) => objects.push(text);
  const element = (kind: string, parent: number, rest: string) =>
    add(`<</Type /StructElem\n/S /${kind}\n/P ${parent} 0 R\n${rest}>>`);
  const list = (numbers: readonly number[]) => `[${numbers.map((number) => `${number} 0 R`).join(' ')}]`;
  const ids: string[] = [];
  const marked: number[] = [];

  add("<</Title (Sample)\n/Creator (Chromium)\n/CreationDate (D:20260101000000+00'00')>>");
  add(
    '<</Type /Catalog\n/Pages 3 0 R\n/MarkInfo <</Marked true>>\n/StructTreeRoot 7 0 R\n/Outlines 9 0 R\n/Lang (en)>>',
  );
  add('<</Type /Pages\n/Count 1\n/Kids [4 0 R]>>');
  add(
    '<</Type /Page\n/Resources <</ProcSet [/PDF /Text]\n/ExtGState <</G3 6 0 R>>\n/Font <</F4 11 0 R>>>>' +
      '\n/MediaBox [0 0 594.95996 841.91998]\n/Annots [14 0 R]\n/Contents 5 0 R\n/StructParents 0\n/Tabs /S\n/Parent 3 0 R>>',
  );
  const content = 'BT /F4 12 Tf 10.5 20.25 Td (sample) Tj ET\n'.repeat(8);
  add(`<</Length ${content.length}>> stream\n${content}\nendstream`);
  add('<</ca 1\n/BM /Normal>>');
  const root = add('');
  const table = element('Document', root, '');
  add('<</Type /Outlines\n/First 10 0 R\n/Last 10 0 R\n/Count 1>>');
  add(`<</Title (Sample)\n/Dest [4 0 R /XYZ 59.019299 772.38293 0]\n/Parent 9 0 R\n/SE ${table} 0 R>>`);
  add('<</Type /Font\n/Subtype /Type0\n/BaseFont /AAAAAA+Sample\n/Encoding /Identity-H\n/DescendantFonts [12 0 R]>>');
  add(
    '<</Type /Font\n/FontDescriptor 13 0 R\n/BaseFont /AAAAAA+Sample\n/Subtype /CIDFontType2\n/CIDToGIDMap /Identity' +
      '\n/CIDSystemInfo <</Registry (Adobe)\n/Ordering (Identity)\n/Supplement 0>>\n/W [0 [600.09766] 3 17 317.87109]\n/DW 0>>',
  );
  add(
    '<</Type /FontDescriptor\n/FontName /AAAAAA+Sample\n/Flags 4\n/Ascent 928.22266\n/Descent -235.83984\n/StemV 45.8>>',
  );
  add(
    '<</Type /Annot\n/Subtype /Link\n/Border [0 0 0]\n/Rect [59 700 90.5 712]\n/A <</S /URI\n/URI (https://a.test/)>>>>',
  );
  const lines = Array.from({ length: rows }, (_, row) => {
    const line = element('TR', table, '');
    const cells = Array.from({ length: columns }, (_, column) => {
      const id = `node${String(column).padStart(8, '0')}`;
      const spans = '<</O /Table\n/RowSpan 1>> <</O /Table\n/ColSpan 1>>';
      const cell =
        row === 0
          ? element(
              'TH',
              line,
              `/K ${objects.length + 2} 0 R\n/A [<</O /Table\n/Scope /Column>> ${spans}]\n/ID (${id})`,
            )
          : element('TD', line, `/K ${objects.length + 2} 0 R\n/A [<</O /Table\n/Headers [(${id})]>> ${spans}]`);
      if (row === 0) ids.push(`(${id}) ${cell} 0 R`);
      marked.push(element('NonStruct', cell, `/Pg 4 0 R\n/K ${marked.length}`));
      return cell;
    });
    objects[line - 1] = `<</Type /StructElem\n/S /TR\n/P ${table} 0 R\n/K ${list(cells)}>>`;
    return line;
  });
  objects[table - 1] = `<</Type /StructElem\n/S /Document\n/P ${root} 0 R\n/K ${list(lines)}>>`;
  const parents = add(`<</Nums [0 ${list(marked)}]>>`);
  const names = add(`<</Names [${ids.join(' ')}]>>`);
  objects[root - 1] =
    `<</Type /StructTreeRoot\n/K ${table} 0 R\n/ParentTreeNextKey 1\n/ParentTree ${parents} 0 R\n/IDTree ${names} 0 R>>`;

  let file = '%PDF-1.4\n';
  let places = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const [index, text] of objects.entries()) {
    places += `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj\n${text}\nendobj\n`;
  }
  const trailer = `trailer\n<</Size ${objects.length + 1}\n/Root 2 0 R\n/Info 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + places + trailer, 'latin1');
}
