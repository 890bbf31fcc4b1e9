import type { Asset, ListedTemplate } from '../../../../contract/index.ts';
import { isUnknownRoute } from '../../../service/unknown-route.ts';
import type { RemoteTemplates } from '../remote-templates.ts';
import { type RemoteFile, sha256Of } from './sync-file.ts';

/** The partials, layouts and assets of a service; undefined if the service stores none. */
export interface RemoteFiles {
  files: RemoteFile[];
  /** The slugs of templates by their ids. */
  slugs: ReadonlyMap<string, string>;
}

/** Lists them. `folders` gives the name of a template's folder by its id: the files of other templates have the slug in its place. */
export async function listRemoteFiles(
  { client, signal }: RemoteTemplates,
  folders: ReadonlyMap<string, string>,
): Promise<RemoteFiles | undefined> {
  const assets = await client.listAssets({}, { signal }).catch((error: unknown) => {
    if (isUnknownRoute(error) || (error as { code?: string }).code === 'template_not_found') return undefined;
    throw error;
  });
  if (assets === undefined) return undefined;
  const { listAllTemplates } = await import('../../../../client/index.ts');
  const listed: ListedTemplate<'slug' | 'kind' | 'content'>[] = [];
  for (const kind of ['partial', 'layout'] as const) {
    const fields = ['slug', 'kind', 'content'] as const;
    for await (const page of listAllTemplates(client, { kind, fields }, { signal })) listed.push(...page);
  }
  const slugs = new Map<string, string>();
  for await (const page of listAllTemplates(client, { fields: ['slug'] }, { signal })) {
    for (const { id, slug } of page) slugs.set(id, slug);
  }
  const ownerOf = (id: string) => folders.get(id) ?? slugs.get(id);
  const idOf = new Map([...slugs].map(([id, slug]) => [slug, id]));
  const files = [
    ...listed.map((partial) => describePartial(partial, (slug) => ownerOf(idOf.get(slug) ?? '') ?? slug)),
    ...assets.map((asset) => describeAsset(asset, ownerOf)),
  ];
  return { files, slugs };
}

function describePartial(
  { id, slug, content }: ListedTemplate<'slug' | 'content'>,
  folderOf: (slug: string) => string,
): RemoteFile {
  const [first = '', ...rest] = slug.split('/');
  const isShared = first === 'partials' || first === 'layouts';
  const owner = isShared ? undefined : folderOf(first);
  const inner = isShared ? slug : rest.join('/');
  const named = /\.[^/.]+$/.test(inner) ? inner : `${inner}.html`;
  const path = owner === undefined ? named : `${owner}/${named}`;
  return { path, owner, kind: 'partial', sha256: sha256Of(content), id, content };
}

function describeAsset({ path, template, sha256 }: Asset, ownerOf: (id: string) => string | undefined): RemoteFile {
  if (template === null) return { path, kind: 'asset', sha256 };
  const owner = ownerOf(template) ?? template;
  return { path: `${owner}/${path}`, owner, kind: 'asset', sha256, template };
}
