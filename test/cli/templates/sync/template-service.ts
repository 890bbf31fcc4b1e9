import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError } from '../../../../src/cli/output/command-error.ts';
import { buildSlug } from '../../../../src/folders/index.ts';
import {
  type ClientStub,
  type CommandRun,
  type CommandSetting,
  makeFolder,
  runCommand,
} from '../../commands/run-command.ts';
import { idOf } from './remote-stub.ts';

/** A template of the service. */
export interface HeldTemplate {
  id: string;
  name: string;
  content: string;
  preview_context: object;
  slug: string;
  kind: 'template' | 'partial' | 'layout';
  etag: string;
  sets: Record<string, object>;
  schema: object | null;
}

/** A file of the service. */
interface HeldAsset {
  path: string;
  template?: string;
  base64: string;
}

/** A service in memory, and a folder in which commands on its templates run. */
export interface TemplateService {
  folder: string;
  templates: Map<string, HeldTemplate>;
  assets: HeldAsset[];
  /** Replaces methods of the client. */
  stub: ClientStub;
  /** The methods that it replaces. */
  all: ClientStub;
  /** Adds a template of the service. Its id ends in the number of templates before. */
  add(fields: Partial<HeldTemplate>): HeldTemplate;
  /** Runs `platen templates` with these words. */
  run(words: readonly string[], setting?: CommandSetting): Promise<CommandRun>;
  write(file: string, text: string | object): void;
  read(file: string): string;
  has(file: string): boolean;
  remove(file: string): void;
  /** The files below a folder, by their paths. */
  list(folder: string): string[];
}

const digest = (value: object | string | Buffer) =>
  createHash('sha256')
    .update(typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value))
    .digest('hex');

/** Opens a service without templates, and an empty folder. */
export function openTemplateService(): TemplateService {
  const folder = makeFolder();
  const templates = new Map<string, HeldTemplate>();
  const assets: HeldAsset[] = [];
  const find = (id: string) => {
    const found = templates.get(id);
    if (!found) throw new CommandError('template_not_found', 'there is no template with this id');
    return found;
  };
  const answer = (template: HeldTemplate) => {
    const { id, name, content, preview_context, etag } = template;
    const data = { id, name, content, preview_context };
    return { body: { data }, template: data, etag };
  };
  const change = (template: HeldTemplate, changes: Partial<HeldTemplate>) =>
    Object.assign(template, changes, { etag: `${template.etag}+` });
  const add = (fields: Partial<HeldTemplate>) => {
    const { name = 'Invoice', kind = 'template' } = fields;
    const id = idOf(templates.size + 1);
    const start = { content: 'x', preview_context: {}, slug: buildSlug(name), etag: '"1"', sets: {}, schema: null };
    const template: HeldTemplate = { id, name, kind, ...start, ...fields };
    templates.set(template.id, template);
    return template;
  };
  const isAsset = (wanted: { path: string; template?: string | null }) => (asset: HeldAsset) =>
    asset.path === wanted.path && asset.template === (wanted.template ?? undefined);
  const service: TemplateService = {
    folder,
    templates,
    assets,
    stub: {},
    all: {},
    add,
    run: (words, setting = {}) =>
      runCommand(['templates', ...words], { ...service.all, ...service.stub }, { cwd: folder, ...setting }),
    write(file, text) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), typeof text === 'string' ? text : JSON.stringify(text));
    },
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    has: (file) => existsSync(join(folder, file)),
    remove: (file) => rmSync(join(folder, file), { recursive: true }),
    list: (path) =>
      readdirSync(join(folder, path), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, path).length + 1))
        .sort(),
  };
  service.all = {
    async listTemplates({ name, kind = 'template' }: { name?: string; kind?: string } = {}) {
      const data = [...templates.values()].filter(
        (template) => (name === undefined || template.name === name) && template.kind === kind,
      );
      return {
        data: data.map(({ sets, schema, etag: _, ...template }) => ({
          ...template,
          value_sets: {
            sets: Object.fromEntries(Object.entries(sets).map(([set, values]) => [set, digest(values)])),
            schema: schema && digest(schema),
          },
        })),
        page: { next: null },
      };
    },
    getTemplate: async (id: string) => answer(find(id)),
    createTemplate: async (fields: Partial<HeldTemplate>) => {
      const [kind] = /^partials|^layouts/.exec(fields.slug ?? '') ?? [];
      return answer(
        add({ ...fields, kind: kind === undefined ? 'template' : kind === 'layouts' ? 'layout' : 'partial' }),
      );
    },
    updateTemplate: async (id: string, changes: Partial<HeldTemplate>) => answer(change(find(id), changes)),
    deleteTemplate: async (id: string) => void templates.delete(find(id).id),
    async lookUpTemplate(slug: string) {
      const found = [...templates.values()].find((template) => template.slug === slug);
      if (!found) throw new CommandError('template_not_found', 'there is no template with this slug');
      return found;
    },
    listRevisions: async () => ({ data: [], page: { next: null } }),
    listAssets: async () =>
      assets.map(({ path, template = null, base64 }) => ({
        ...{ path, template, type: 'image/svg+xml', sha256: digest(Buffer.from(base64, 'base64')) },
      })),
    getAsset: async (wanted: HeldAsset) => assets.find(isAsset(wanted)),
    async setAsset({ path, template, base64 }: HeldAsset) {
      const index = assets.findIndex(isAsset({ path, ...(template !== undefined && { template }) }));
      assets.splice(index < 0 ? assets.length : index, 1, {
        path,
        ...(template !== undefined && { template }),
        base64,
      });
    },
    deleteAsset: async (wanted: HeldAsset) => void assets.splice(assets.findIndex(isAsset(wanted)), 1),
    getValueSets: async (id: string) => ({ sets: find(id).sets, schema: find(id).schema }),
    async updateValueSets(
      id: string,
      { sets = {}, schema }: { sets?: Record<string, object | null>; schema?: object | null },
    ) {
      const template = find(id);
      const all = Object.entries({ ...template.sets, ...sets }).filter(([, values]) => values !== null);
      change(template, {
        sets: Object.fromEntries(all) as Record<string, object>,
        ...(schema !== undefined && { schema }),
      });
      return { sets: template.sets, schema: template.schema };
    },
  };
  return service;
}
