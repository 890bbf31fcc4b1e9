import { digestFields, type Fields } from '../../../../src/cli/documents/template-fields.ts';
import { CommandError } from '../../../../src/cli/output/command-error.ts';
import type { TemplateFolder } from '../../../../src/cli/templates/sync/read-folders.ts';
import type { RemoteTemplates } from '../../../../src/cli/templates/sync/remote-templates.ts';
import type { SyncRecord } from '../../../../src/cli/templates/sync/sync-record.ts';

/** A template of the service, by its last letter of the id. */
export type StoredTemplate = { id: string } & Partial<Fields>;

/** A whole id with this last digit. */
export function idOf(digit: number): string {
  return `0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3${digit}`;
}

/** A service with these templates, whose earlier revisions are the same for all, the newest first. It keeps the names of its calls. */
export function openRemote(stored: readonly StoredTemplate[], revisions: readonly Fields[] = []) {
  const calls: string[] = [];
  const whole = (template: StoredTemplate) => ({ name: 'Invoice', content: 'x', preview_context: {}, ...template });
  const client = {
    async getTemplate(id: string) {
      calls.push('getTemplate');
      const found = stored.find((template) => template.id === id);
      if (!found) throw new CommandError('template_not_found', 'x');
      return { body: { data: whole(found) }, etag: '"1"' };
    },
    async listTemplates({ name }: { name?: string } = {}) {
      calls.push('listTemplates');
      const data = stored.map(whole).filter((template) => name === undefined || template.name === name);
      return { data, page: { next: null } };
    },
    async listRevisions() {
      calls.push('listRevisions');
      return { data: revisions.map((_, revision) => ({ revision })), page: { next: null } };
    },
    async getRevision(_: string, revision: number) {
      calls.push('getRevision');
      return revisions[revision];
    },
  };
  const remote = { client, signal: new AbortController().signal } as unknown as RemoteTemplates;
  return { remote, calls };
}

/** What was seen of templates, by their ids. */
export function openSeen(seen: Readonly<Record<string, Partial<Fields>>> = {}): SyncRecord {
  return {
    get: (id: string) => digestFields(seen[id] ?? {}),
    has: (id: string) => id in seen,
  } as SyncRecord;
}

/** A folder with a template. */
export function folderOf(template: TemplateFolder['template'], slug = 'invoice'): TemplateFolder {
  return { slug, shown: `templates/${slug}`, template } as TemplateFolder;
}
