import type { Asset } from '../../../contract/index.ts';
import { call } from '../../api.ts';

const path = '/api/v1/assets';
const fontTypes: Readonly<Record<string, string>> = {
  otf: 'font/otf',
  ttf: 'font/ttf',
  woff: 'font/woff',
  woff2: 'font/woff2',
};

/** The files of the account that templates share, and those of a template. */
export async function listAssets(template: string, signal?: AbortSignal): Promise<Asset[]> {
  const { data } = await call<{ data: Asset[] }>('GET', path, { signal });
  return data.filter((asset) => asset.template === null || asset.template === template);
}

/** Stores a file under a path, for a template or for all. Replaces the one that is there. */
export async function storeAsset(file: File, assetPath: string, template: string | undefined): Promise<void> {
  // Not every browser knows the media types of fonts.
  const type = file.type || fontTypes[file.name.split('.').at(-1)?.toLowerCase() ?? ''] || 'application/octet-stream';
  const asset = { path: assetPath, type, base64: await readBase64(file), ...(template !== undefined && { template }) };
  await call('PUT', path, { body: { asset } });
}

/** The bytes of a file. */
export async function readAsset({ path: assetPath, template, type }: Asset): Promise<Blob> {
  const query = { path: assetPath, template: template ?? undefined };
  const { data } = await call<{ data: { base64: string } }>('GET', '/api/v1/assets/content', { query });
  return new Blob([Uint8Array.from(atob(data.base64), (letter) => letter.charCodeAt(0))], { type });
}

/** Deletes a file. Throws `in_use`, unless forced, for one that templates share and use. */
export async function deleteAsset({ path: assetPath, template }: Asset, isForced: boolean): Promise<void> {
  const query = { path: assetPath, template: template ?? undefined, ...(isForced && { force: 'true' }) };
  await call('DELETE', path, { query });
}

async function readBase64(file: File): Promise<string> {
  const reader = new FileReader();
  await new Promise((resolve, reject) => {
    reader.onload = resolve;
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return String(reader.result).replace(/^[^,]*,/, '');
}
