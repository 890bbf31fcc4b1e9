import { createHash } from 'node:crypto';

/** A partial, a layout, an asset, named values or a schema of a folder of templates, in the folder or on the service. */
export interface SyncFile {
  /** Its path below the folder of all templates, with slashes, such as `partials/header.html` or `invoice/stamp.svg`. */
  path: string;
  kind: 'partial' | 'asset' | 'values' | 'schema';
  /** The name of the template folder that it is in; undefined for a file that all share. */
  owner?: string | undefined;
  /** SHA-256 in hex: of values and schemas that of their compact JSON. */
  sha256: string;
}

/** A file of the folder. */
export interface LocalFile extends SyncFile {
  bytes: Buffer;
}

/** A file of the service. */
export interface RemoteFile extends SyncFile {
  /** The id of a partial or layout, and its content. */
  id?: string | undefined;
  content?: string | undefined;
  /** The id of the template that an asset, values or a schema are for. */
  template?: string | undefined;
}

/** The path of a file below its template's folder, or below the folder of all. */
export function pathInOwner({ path, owner }: Pick<SyncFile, 'path' | 'owner'>): string {
  return owner === undefined ? path : path.slice(owner.length + 1);
}

/** The SHA-256 of bytes in hex. */
export function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
