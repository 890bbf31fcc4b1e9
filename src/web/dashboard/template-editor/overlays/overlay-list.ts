import type { PageOverlay } from '../../../../contract/index.ts';

/** What a render draws over or under the pages. It belongs to the render, not to the template. */
export interface TriedOverlays {
  watermark: string;
  file?: OverlayFile | undefined;
  /** Whether the file is under the pages. */
  isUnder: boolean;
  /** Undefined for all pages. */
  pages?: string | undefined;
}

/** A file that was chosen. */
export interface OverlayFile {
  name: string;
  kind: 'html' | 'pdf' | 'image';
  /** HTML, or the bytes of the file as base64. */
  data: string;
}

export const noOverlays: TriedOverlays = { watermark: '', isUnder: true };

/** The overlays of a request, as the flags of the command write them. `textOf` gives what is written for a file. */
export function listOverlays(
  { watermark, file, isUnder, pages }: TriedOverlays,
  textOf: (file: OverlayFile) => string = ({ data }) => data,
): PageOverlay[] {
  const overlays: PageOverlay[] = [];
  const on = pages === undefined ? {} : { pages };
  if (file !== undefined) {
    overlays.push({ [file.kind]: textOf(file), ...(isUnder && { layer: 'under' as const }), ...on });
  }
  if (watermark.trim() !== '') overlays.push({ text: watermark.trim(), rotate: -45, opacity: 0.15, ...on });
  return overlays;
}

/** What lines of code have instead of the bytes of a file. */
export function nameFile({ kind, name }: OverlayFile): string {
  return kind === 'html' ? `<content of ${name}>` : `<base64 of ${name}>`;
}

/** The same overlays as flags of the command. */
export function writeOverlayFlags({ watermark, file, isUnder, pages }: TriedOverlays): string[] {
  const flags = [
    ...(file ? [`${isUnder ? '--underlay' : '--overlay'} ${quote(file.name)}`] : []),
    ...(watermark.trim() === '' ? [] : [`--watermark ${quote(watermark.trim())}`]),
  ];
  return flags.length > 0 && pages !== undefined ? [...flags, `--overlay-pages ${pages}`] : flags;
}

function quote(word: string): string {
  return /^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Reads a file for an overlay by its name. Throws for one that cannot be an overlay. */
export async function readTriedFile(file: File): Promise<OverlayFile> {
  const { name } = file;
  if (/\.html?$/i.test(name)) return { name, kind: 'html', data: await file.text() };
  const kind = /\.pdf$/i.test(name) ? 'pdf' : /\.(png|jpe?g|webp|avif|gif|svg)$/i.test(name) ? 'image' : undefined;
  if (kind === undefined) throw new Error(`${name} is no HTML, PDF or image.`);
  return { name, kind, data: writeBase64(new Uint8Array(await file.arrayBuffer())) };
}

/** Bytes that one call turns to characters: more are too many arguments. */
const sliceBytes = 32_768;

function writeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    text += String.fromCharCode(...bytes.subarray(at, at + sliceBytes));
  }
  return btoa(text);
}
