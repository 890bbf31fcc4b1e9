import type { Client } from '../../../../client/index.ts';
import { type ListedValueSets, setNameSchema } from '../../../../contract/index.ts';
import { schemaName, setsFolder } from '../../../documents/value-sets.ts';
import { parseJson, requireObject } from '../../../files/read-input.ts';
import { CommandError } from '../../../output/command-error.ts';
import { formatJson } from '../../../output/safe-text.ts';
import type { RemoteTemplates } from '../remote-templates.ts';
import { type LocalFile, pathInOwner, type RemoteFile, type SyncFile, sha256Of } from './sync-file.ts';

/** The values and the schema of a template, as the service answers them. */
export interface StoredValues {
  sets: Record<string, object>;
  schema: object | null;
}

/** The kind of a file in a template's folder; undefined unless it has values or a schema. */
export function kindOfValues(inner: string): 'values' | 'schema' | undefined {
  if (inner === schemaName) return 'schema';
  return /^values\/[^/.][^/]*\.json$/.test(inner) ? 'values' : undefined;
}

/** Whether a service stores files of a kind. */
export function isStored(kind: SyncFile['kind'], { hasValues }: { hasValues: boolean }): boolean {
  return hasValues || (kind !== 'values' && kind !== 'schema');
}

/** Describes such a file of a folder. Throws `input_invalid` for one that cannot be stored. */
export function describeLocalValues(file: Omit<LocalFile, 'sha256'>, shown: string): LocalFile {
  const name = `${shown}/${file.path}`;
  const json = requireObject(parseJson(file.bytes.toString(), name, name), `${name} does not contain a JSON object`);
  if (file.kind === 'values' && !new RegExp(setNameSchema.pattern, 'u').test(setOf(file))) {
    throw new CommandError('input_invalid', `${name} cannot be the name of values on a service`, {
      why: `it must be ${setNameSchema['x-pattern-words']}`,
      fix: 'rename the file',
    });
  }
  return { ...file, sha256: digest(json) };
}

/** The files that the values and the schema of a stored template are. */
export function describeRemoteValues(template: string, owner: string, { sets, schema }: ListedValueSets): RemoteFile[] {
  const named = Object.entries(sets).map(([name, sha256]) => ({
    ...({ path: `${owner}/${setsFolder}/${name}.json`, kind: 'values' } as const),
    ...{ owner, sha256, template },
  }));
  const ruled = { path: `${owner}/${schemaName}`, kind: 'schema', owner, template } as const;
  return schema === null ? named : [...named, { ...ruled, sha256: schema }];
}

/** Reads the text of values and schemas of a service. Those of each template are read once. */
export type ReadValueFile = (file: RemoteFile) => Promise<string>;

/** Opens it. The text is JSON with line breaks. */
export function openValueReader({ client, signal }: RemoteTemplates): ReadValueFile {
  const known = new Map<string, ReturnType<Client['getValueSets']>>();
  return async (file) => {
    const id = file.template ?? '';
    const reading = known.get(id) ?? client.getValueSets(id, {}, { signal });
    known.set(id, reading);
    const found = valuesOf(file, await reading);
    if (found) return formatJson(found);
    throw new CommandError('template_changed', 'it was deleted on the service while this command ran');
  };
}

/** The values that a file has on a service; null or undefined if it has none. */
export function valuesOf(file: Pick<SyncFile, 'kind' | 'path' | 'owner'>, { sets, schema }: StoredValues) {
  return file.kind === 'schema' ? schema : sets[setOf(file)];
}

/** The text of values of a folder, as `ReadValueFile` gives that of a service. */
export function formatLocalValues({ bytes }: LocalFile): string {
  return formatJson(JSON.parse(bytes.toString()));
}

/** The digest of such a text. */
export function digestValues(text: string): string {
  return digest(JSON.parse(text));
}

/** The name of the values in a file. */
export function setOf(file: Pick<SyncFile, 'path' | 'owner'>): string {
  return pathInOwner(file).slice(`${setsFolder}/`.length, -'.json'.length);
}

function digest(json: object): string {
  return sha256Of(JSON.stringify(json));
}
