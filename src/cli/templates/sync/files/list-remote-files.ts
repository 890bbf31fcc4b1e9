import type { Asset, ListedTemplate, ListedValueSets } from '../../../../contract/index.ts';
import { isUnknownRoute } from '../../../service/explain-missing.ts';
import type { RemoteTemplates } from '../remote-templates.ts';
import { type RemoteFile, sha256Of } from './sync-file.ts';
import { describeRemoteValues } from './value-files.ts';

/** The partials, layouts, assets, values and schemas of a service; undefined if the service stores no files. */
export interface RemoteFiles {
  files: RemoteFile[];
  /** Whether it stores values and schemas. */
  hasValues: boolean;
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
  const values = new Map<string, ListedValueSets>();
  const hasValues = await knowsValues(client, signal);
  const fields: ('slug' | 'value_sets')[] = hasValues ? ['slug', 'value_sets'] : ['slug'];
  for await (const page of listAllTemplates(client, { fields }, { signal })) {
    for (const { id, slug, value_sets } of page) {
      slugs.set(id, slug);
      if (hasValues) values.set(id, value_sets);
    }
  }
  const ownerOf = (id: string) => folders.get(id) ?? slugs.get(id);
  const idOf = new Map([...slugs].map(([id, slug]) => [slug, id]));
  const files = [
    ...listed.map((partial) => describePartial(partial, (slug) => ownerOf(idOf.get(slug) ?? '') ?? slug)),
    ...assets.map((asset) => describeAsset(asset, ownerOf)),
    ...[...values].flatMap(([id, sets]) => describeRemoteValues(id, ownerOf(id) ?? id, sets)),
  ];
  return { files, slugs, hasValues };
}

/** Whether a service lists the values of templates. One that does not refuses the name of the field. */
async function knowsValues(client: RemoteTemplates['client'], signal: AbortSignal): Promise<boolean> {
  return client.listTemplates({ limit: 1, fields: ['value_sets'] }, { signal }).then(
    () => true,
    (error: unknown) => {
      if ((error as { code?: string }).code === 'invalid_request') return false;
      throw error;
    },
  );
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
