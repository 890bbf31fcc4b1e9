import type { Asset, NewAsset, TemplateFileSet } from '../../contract/index.ts';
import type { CallOptions } from '../options/client-options.ts';

/** Which asset: its path, and the id of the template that it is for. Default: the whole account. */
export interface AssetChoice {
  path: string;
  template?: string | undefined;
}

/** Calls for the files of templates. They reject with `ServiceError`. */
export interface AssetClient {
  /** The partials, layouts and assets that a render of a template uses: of a revision those that it pins. */
  getTemplateFiles(
    id: string,
    query?: { revision?: number | undefined },
    options?: CallOptions,
  ): Promise<TemplateFileSet>;
  /** The files of the account and of its templates, or those of one template. */
  listAssets(query?: { template?: string | undefined }, options?: CallOptions): Promise<Asset[]>;
  /** A file with its bytes in base64. */
  getAsset(asset: AssetChoice, options?: CallOptions): Promise<Asset & { base64: string }>;
  /**
   * Stores a file or replaces it.
   *
   * @example
   * const base64 = (await readFile('logo.svg')).toString('base64');
   * await client.setAsset({ path: 'assets/logo.svg', type: 'image/svg+xml', base64 });
   */
  setAsset(asset: NewAsset, options?: CallOptions): Promise<Asset>;
  /** Deletes a file. With `force` also one of the account that templates use. */
  deleteAsset(asset: AssetChoice & { force?: boolean | undefined }, options?: CallOptions): Promise<void>;
}
