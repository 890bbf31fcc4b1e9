import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { TemplateEntry, TemplateKind, TemplateSearchAnswer } from '../../../contract/index.ts';
import { serviceUrl } from '../../api.ts';
import { Choice } from '../../parts/field.tsx';
import { Moment } from '../../parts/moment.tsx';
import { putText } from '../../parts/put.ts';
import { Await, Empty, ShowMore, usePages, View } from '../../parts/view.tsx';
import { addressOfView, place, setQuery } from '../../router.ts';
import { mayEdit, session } from '../session.ts';
import { FolderBar } from './folder-bar.tsx';
import { NewTemplateDialog } from './new-template.tsx';
import { searchTemplates } from './template-calls.ts';
import { TemplateMarks, TemplateTable } from './template-table.tsx';
import { Thumbnail } from './thumbnail.tsx';

const sorts = [
  ['updated', 'last changed'],
  ['name', 'by name'],
  ['inserted', 'newest'],
] as const;
/** Milliseconds without a key after which is searched. */
const pauseMs = 150;

const kinds = [
  ['template', 'templates'],
  ['partial', 'partials'],
  ['layout', 'layouts'],
] as const;

/** The templates of a folder as tiles with their first pages, or as a list; search, folder, order and form stand in the address. */
export function Templates() {
  const { query } = place.value;
  const search = query.get('search') ?? '';
  const folder = query.get('folder') ?? '';
  const kind = (query.get('kind') ?? 'template') as TemplateKind;
  const isList = query.get('view') === 'list';
  const sort = (query.get('sort') ?? 'updated') as 'updated' | 'name' | 'inserted';
  const typed = useSignal(search);
  const limit = isList ? '100' : '48';
  const found = usePages<TemplateEntry, TemplateSearchAnswer>(
    (after, signal) => searchTemplates({ search, folder, kind, sort, limit, ...(after && { after }) }, signal),
    [search, folder, kind, sort, limit],
  );

  useEffect(() => {
    const timer = setTimeout(() => {
      if (typed.value !== search) setQuery({ search: typed.value });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed.value]);

  return (
    <View
      title="Templates"
      actions={
        mayEdit.value && (
          <button type="button" class="strong" onClick={() => setQuery({ new: 'yes' })}>
            New template
          </button>
        )
      }
    >
      <div class="filters">
        <input
          type="search"
          aria-label={`Search ${folder === '' ? 'the templates' : folder} by name`}
          placeholder="Search"
          value={typed.value}
          onInput={putText(typed)}
        />
        <Choice
          label="Order"
          isLabelUnseen
          value={sort}
          options={sorts}
          onChange={({ currentTarget }) => setQuery({ sort: currentTarget.value })}
        />
        <Choice
          label="Kind"
          isLabelUnseen
          value={kind}
          options={kinds}
          onChange={({ currentTarget }) => setQuery({ kind: currentTarget.value })}
        />
        <button type="button" aria-pressed={isList} onClick={() => setQuery({ view: isList ? undefined : 'list' })}>
          List
        </button>
      </div>
      <Await loaded={found}>
        {({ data, total, folders }) => (
          <>
            <FolderBar folder={folder} folders={folders} total={total} kind={kind} />
            {data.length === 0 && <Nothing search={search} folder={folder} kind={kind} />}
            {data.length > 0 && (isList ? <TemplateTable templates={data} /> : <Cards templates={data} />)}
            <ShowMore pages={found} />
          </>
        )}
      </Await>
      {query.has('new') && mayEdit.value && <NewTemplateDialog onClose={() => setQuery({ new: undefined })} />}
    </View>
  );
}

function Cards({ templates }: { templates: readonly TemplateEntry[] }) {
  return (
    <ul class="cards">
      {templates.map((template) => (
        <li key={template.id}>
          <a href={addressOfView(`templates/${template.id}`)}>
            <Thumbnail template={template} />
            <strong class="cut">{template.name}</strong>
            <TemplateMarks template={template} />
            <span class="soft">
              changed <Moment time={template.updated_at} />
              {template.updated_by && ` by ${template.updated_by}`}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Nothing({ search, folder, kind }: { search: string; folder: string; kind: TemplateKind }) {
  if (search !== '') {
    return (
      <Empty title={`No template is named like “${search}”`}>
        <p>Search for a part of its name.</p>
      </Empty>
    );
  }
  if (folder !== '' || kind !== 'template') {
    const place = folder === '' ? 'in this account' : `in ${folder}`;
    return (
      <Empty title={`No ${kind} ${place}`}>
        <p>
          {folder === ''
            ? 'Folders are pushed with their partials and layouts.'
            : 'Set the folder of a template in its editor.'}
        </p>
      </Empty>
    );
  }
  return (
    <Empty title="No template yet">
      <p>
        {mayEdit.value
          ? 'Start with an invoice, a report or a blank page: “New template”. Or send a folder:'
          : 'An editor can send a folder:'}
      </p>
      <pre class="line">
        <code>platen init && platen templates push{session.value?.local ? '' : ` --base-url ${serviceUrl}`}</code>
      </pre>
    </Empty>
  );
}
