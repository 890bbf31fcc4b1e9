import type { TemplateEntry } from '../../../contract/index.ts';
import { Moment } from '../../parts/moment.tsx';
import { Table } from '../../parts/table.tsx';
import { addressOfView } from '../../router.ts';

/** Templates in lines, for accounts that have thousands. */
export function TemplateTable({ templates }: { templates: readonly TemplateEntry[] }) {
  return (
    <Table
      label="Templates"
      rows={templates}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Name',
          isName: true,
          cell: ({ id, name }) => <a href={addressOfView(`templates/${id}`)}>{name}</a>,
        },
        { head: 'Slug', isName: true, cell: ({ slug }) => <code>{slug}</code> },
        { head: 'Folder', isName: true, cell: ({ folder }) => folder || '–' },
        { head: 'Marks', isUnnamed: true, cell: (template) => <TemplateMarks template={template} /> },
        { head: 'Changed', cell: ({ updated_at }) => <Moment time={updated_at} /> },
        { head: 'By', isName: true, cell: ({ updated_by }) => updated_by ?? '–' },
      ]}
    />
  );
}

/** Whether a newer revision waits behind the live one, and the tags. */
export function TemplateMarks({ template: { live, revision, tags } }: { template: TemplateEntry }) {
  const isDraft = live !== null && live !== revision;
  if (!isDraft && tags.length === 0) return null;
  return (
    <span class="marks">
      {isDraft && (
        <span class="tag warn" title={`Revision ${live} is live; revision ${revision} is the newest.`}>
          draft
        </span>
      )}
      {tags.map((tag) => (
        <span key={tag} class="soft">
          {tag}
        </span>
      ))}
    </span>
  );
}
