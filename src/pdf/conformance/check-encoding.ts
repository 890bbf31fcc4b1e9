import { decodeStream, type InflateBudget } from '../objects/decode-stream.ts';
import { asArray, asDict, asName, asNumber, asString, type PdfDict, PdfStream, resolve } from '../objects/objects.ts';
import { onlyPart4 } from './archive-clauses.ts';
import type { Breaches } from './breaches.ts';

/** The character collection that a font or an encoding is made for. */
interface Collection {
  registry: string;
  ordering: string;
  supplement: number;
}

/** The encodings that readers know, by collection and supplement; "-" means both writing modes (ISO 32000-1, table 118). */
const known: Readonly<Record<string, string>> = {
  GB1: '0 GB-EUC- GBpc-EUC- 2 GBK-EUC- GBKp-EUC- 4 GBK2K- UniGB-UCS2- UniGB-UTF16-',
  CNS1: '0 B5pc- ETen-B5- ETenms-B5- CNS-EUC- 3 HKscs-B5- UniCNS-UCS2- 4 UniCNS-UTF16-',
  Japan1: `1 83pv-RKSJ-H 90pv-RKSJ- Add-RKSJ- EUC- H V 2 90ms-RKSJ- 90msp-RKSJ- Ext-RKSJ- 4 UniJIS-UCS2- UniJIS-UCS2-HW-
    5 UniJIS-UTF16-`,
  Korea1: '0 KSC-EUC- KSCpc-EUC-H 1 KSCms-UHC- KSCms-UHC-HW- UniKS-UCS2- 2 UniKS-UTF16-',
};

const encodings = new Map<string, Collection>();
for (const [ordering, list] of Object.entries(known)) {
  let supplement = 0;
  for (const word of list.split(/\s+/)) {
    if (/^\d$/.test(word)) supplement = Number(word);
    else
      for (const name of word.endsWith('-') ? [`${word}H`, `${word}V`] : [word])
        encodings.set(name, { registry: 'Adobe', ordering, supplement });
  }
}

const identities = new Set(['Identity-H', 'Identity-V']);
const highestCharacter = 0xffff;

/** Checks the encoding of a composite font (ISO 19005-2, 6.2.11.3). `isSure` is true of a file that claims to be PDF/A itself. */
export function checkEncoding(
  font: PdfDict,
  name: string,
  breaches: Breaches,
  budget: InflateBudget,
  isSure: boolean,
): void {
  const given = resolve(font.get('Encoding'));
  if (given === null) {
    breaches.add(`${name}, which has no encoding`, '6.2.11.3.1');
    return;
  }
  const encoding = asName(given) ?? '';
  if (identities.has(encoding)) return;
  if (!isSure) {
    breaches.add(`${name}, whose encoding ${encoding} is not looked into here`);
    return;
  }
  if (given instanceof PdfStream) checkEmbedded(given, name, breaches, budget);
  else if (!encodings.has(encoding)) breaches.add(`${name}, whose encoding ${encoding} is not embedded`, '6.2.11.3.3');
  const holder = asDict(asArray(font.get('DescendantFonts'))[0]);
  const own = readCollection(holder);
  const other = given instanceof PdfStream ? readCollection(given.dict) : encodings.get(encoding);
  if (own === undefined || other === undefined) {
    breaches.add(`${name}, whose characters and encoding do not say what they are made for`, '6.2.11.3.1');
  } else if (own.registry !== other.registry || own.ordering !== other.ordering || own.supplement > other.supplement) {
    breaches.add(`${name}, whose characters are of another collection than its encoding`, '6.2.11.3.1');
  }
}

function readCollection(dict: PdfDict | undefined): Collection | undefined {
  const info = asDict(dict?.get('CIDSystemInfo'));
  const [registry, ordering] = ['Registry', 'Ordering'].map((key) => asString(info?.get(key)));
  const supplement = asNumber(info?.get('Supplement'));
  if (registry === undefined || ordering === undefined || supplement === undefined) return undefined;
  return { registry, ordering, supplement };
}

function checkEmbedded(stream: PdfStream, name: string, breaches: Breaches, budget: InflateBudget): void {
  const text = decodeStream(stream, budget)
    .toString('latin1')
    .replace(/%[^\n\r]*/g, '');
  const mode = Number(/\/WMode\s+(\d+)\s+def\b/.exec(text)?.[1] ?? 0);
  if (mode !== (asNumber(stream.dict.get('WMode')) ?? 0)) {
    breaches.add(`${name}, whose encoding says two directions of writing`, '6.2.11.3.3');
  }
  const base = resolve(stream.dict.get('UseCMap'));
  const named = base instanceof PdfStream ? asName(base.dict.get('CMapName')) : asName(base);
  const used = [named, /\/([^\s/]+)\s+usecmap\b/.exec(text)?.[1]].filter((each) => each !== undefined);
  if (used.some((each) => !identities.has(each) && !encodings.has(each))) {
    breaches.add(`${name}, whose encoding needs another one that readers do not know`, '6.2.11.3.3');
  }
  const ranges = [...text.matchAll(/<([\da-fA-F]+)>\s*<([\da-fA-F]+)>\s*(\d+)/g)];
  const isTooHigh = ranges.some(([, from = '', to = '', first]) => {
    return Number(first) + Number.parseInt(to, 16) - Number.parseInt(from, 16) > highestCharacter;
  });
  // A limit of readers in parts 2 and 3, and glyphs that no font has in part 4.
  const clauses = isTooHigh ? ['6.1.13', `${onlyPart4}6.2.10.4.1`] : [];
  for (const clause of clauses)
    breaches.add(`${name}, whose encoding has characters beyond ${highestCharacter}`, clause);
}
