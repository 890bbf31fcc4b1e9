import { type Asset, isUuid, type NewAsset, type TemplateFileSet } from '../../contract/index.ts';
import type { Store, StoredAsset } from '../../store/index.ts';
import { RequestError } from '../answers/problems.ts';
import { type Caller, isLimited, reachOf, requireTemplate } from '../checks/caller.ts';
import type { TemplateReply, TemplateRequest } from './template-request.ts';

/** What the operations need of the store. */
type AssetParts = Pick<Store, 'assets' | 'properties' | 'revisions'>;

/** How a query names an asset. */
interface AssetQuery {
  path: string;
  template?: string;
  force?: string;
}

/** The operations on assets, by the names of their routes. They throw StoreError and RequestError. */
export const assetOperations = {
  async getTemplateFiles({ revisions }: AssetParts, { caller, id, query }: TemplateRequest): Promise<TemplateReply> {
    requireTemplate(caller, id);
    const { revision: number } = query as { revision?: string };
    const choice = number === undefined ? {} : { revision: Number(number) };
    // A slug in the path would be another way to the same template.
    if (!isUuid(id)) throw new RequestError('template_not_found', 'there is no template with this id');
    const { revision, files } = await revisions.choose(reachOf(caller), id, choice);
    const assets = Object.entries(files.assets).map(([path, { type, base64 }]) => ({
      ...{ path, type },
      base64: Buffer.from(base64).toString('base64'),
    }));
    const data: TemplateFileSet = { revision, partials: files.partials, assets };
    return { headers: {}, body: { data } };
  },

  async listAssets(parts: AssetParts, { caller, query }: TemplateRequest): Promise<TemplateReply> {
    const { template } = query as { template?: string };
    // Without a template, a caller who is limited sees the shared files alone: each other one is that of a template.
    if (template !== undefined) await requireOwner(parts, caller, template);
    const listed = await parts.assets.list(caller.account, template ?? (isLimited(caller) ? '' : undefined));
    return { headers: {}, body: { data: listed.map(describeAsset) } };
  },

  async getAsset(parts: AssetParts, { caller, query }: TemplateRequest): Promise<TemplateReply> {
    const { path, template } = query as AssetQuery;
    if (template !== undefined) await requireOwner(parts, caller, template);
    const { bytes, ...asset } = await parts.assets.get(caller.account, { path, template });
    const base64 = Buffer.from(bytes).toString('base64');
    return { headers: {}, body: { data: { ...describeAsset(asset), base64 } } };
  },

  async setAsset(parts: AssetParts, { caller, body }: TemplateRequest): Promise<TemplateReply> {
    const { path, template, type, base64 } = (body as { asset: NewAsset }).asset;
    await requireWriter(parts, caller, path, template);
    const bytes = typeof base64 === 'string' ? Buffer.from(base64, 'base64') : base64;
    const stored = await parts.assets.set(caller.account, { path, template }, { type, bytes }, caller.by);
    return { headers: {}, body: { data: describeAsset(stored) } };
  },

  async deleteAsset(parts: AssetParts, { caller, query }: TemplateRequest): Promise<TemplateReply> {
    const { path, template, force } = query as unknown as AssetQuery;
    await requireWriter(parts, caller, path, template);
    await parts.assets.remove(caller.account, { path, template }, force === 'true');
    return { headers: {} };
  },
};

/** Throws unless the caller may use the template that an asset is for. */
async function requireOwner({ properties }: AssetParts, caller: Caller, template: string): Promise<void> {
  requireTemplate(caller, template);
  await properties.get(reachOf(caller), template);
}

/** Throws unless the caller may change an asset. */
async function requireWriter(
  parts: AssetParts,
  caller: Caller,
  path: string,
  template: string | undefined,
): Promise<void> {
  if (template !== undefined) return requireOwner(parts, caller, template);
  if (isLimited(caller)) {
    throw new RequestError(
      'forbidden',
      'this API key is for certain templates only, and changes no assets of the account: all templates use them',
    );
  }
  if (/^(assets|partials|layouts)\//.test(path)) return;
  const detail = 'must be below assets/, partials/ or layouts/ unless the file is for one template';
  throw new RequestError('invalid_request', `the path ${detail}`, { errors: [{ pointer: '/asset/path', detail }] });
}

function describeAsset({ path, template, type, size, sha256, updated_at, updated_by }: StoredAsset): Asset {
  return { path, template, type, size, sha256, updated_at, updated_by };
}
