import type { PageOverlay, Part } from '../../../contract/index.ts';
import type { SourceWarning } from '../../documents/read-parts.ts';
import type { RequestWords } from '../../output/request-words.ts';
import { type OverlayEdges, readOverlayFile } from '../read-overlay-flags.ts';
import type { Book, BookOverlay } from './read-book.ts';

/** A request body, with what is known of its sources. */
interface NamedRequest {
  body: Record<string, unknown>;
  words: RequestWords;
  warnings?: SourceWarning[];
}

/** The request of a book: its sources as they were read, with what the book says of them. Flags override the book. */
export async function completeBook<R extends NamedRequest>(
  { entries, metadata, overlays }: Book,
  request: R,
  edges: OverlayEdges,
): Promise<R> {
  const { body, words, warnings } = request;
  // Contents of a flag come first.
  const read = [body.parts].flat() as (string | Part)[];
  const listed = entries.filter((entry) => 'source' in entry).length;
  const names = words.parts.slice(words.parts.length - listed);
  const parts: (string | Part)[] = read.splice(0, read.length - listed);
  const partNames = parts.map(() => 'the contents');
  const places = [...parts.keys()];
  for (const entry of entries) {
    if ('toc' in entry) {
      parts.push({ toc: entry.toc, ...entry.fields });
      partNames.push('the contents');
      continue;
    }
    const part = read.shift() as string | Part;
    places.push(parts.length);
    parts.push({ ...(typeof part === 'string' ? { url: part } : part), ...entry.fields });
    partNames.push(names.shift() ?? '');
  }
  const all = { ...metadata, ...(body.metadata as object | undefined) };
  // A signature field is in addition to what is drawn.
  const given = (body.overlays ?? []) as PageOverlay[];
  const isDrawn = given.some(({ signature_field: field }) => field === undefined);
  const drawn = isDrawn ? given : [...(await readOverlays(overlays, edges)), ...given];
  return {
    ...request,
    words: { ...words, parts: partNames },
    ...(warnings && { warnings: warnings.map((warning) => ({ ...warning, part: places[warning.part] ?? 0 })) }),
    body: {
      ...body,
      parts,
      ...(Object.keys(all).length > 0 && { metadata: all }),
      ...(drawn.length > 0 && { overlays: drawn }),
    },
  };
}

async function readOverlays(overlays: readonly BookOverlay[], edges: OverlayEdges): Promise<PageOverlay[]> {
  const read: PageOverlay[] = [];
  for (const { file, fields } of overlays) {
    const content = file === undefined ? {} : await readOverlayFile(file, 'overlays', edges);
    read.push({ ...content, ...fields });
  }
  return read;
}
