import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { TemplateEntry } from '../../../contract/index.ts';
import { serviceUrl } from '../../api.ts';
import { Choice } from '../../parts/field.tsx';
import { Moment } from '../../parts/moment.tsx';
import { putText } from '../../parts/put.ts';
import { Await, Empty, ShowMore, usePages, View } from '../../parts/view.tsx';
import { addressOfView, place, setQuery } from '../../router.ts';
import { mayEdit, session } from '../session.ts';
import { NewTemplateDialog } from './new-template.tsx';
import { searchTemplates } from './template-calls.ts';
import { Thumbnail } from './thumbnail.tsx';

const sorts = [
  ['updated', 'last changed'],
  ['name', 'by name'],
  ['inserted', 'newest'],
] as const;
/** Milliseconds without a key after which is searched. */
const pauseMs = 150;

/** All templates with their first pages; search and order stand in the address. */
export function Templates() {
  const { query } = place.value;
  const search = query.get('search') ?? '';
  const sort = (query.get('sort') ?? 'updated') as 'updated' | 'name' | 'inserted';
  const typed = useSignal(search);
  const found = usePages(
    (after, signal) => searchTemplates({ search, sort, limit: '48', ...(after && { after }) }, signal),
    [search, sort],
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
          aria-label="Search the templates by name"
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
      </div>
      <Await loaded={found}>
        {({ data }) => (
          <>
            {data.length > 0 ? <Cards templates={data} /> : <Nothing search={search} />}
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

function Nothing({ search }: { search: string }) {
  if (search !== '') {
    return (
      <Empty title={`No template is named like “${search}”`}>
        <p>Search for a part of its name.</p>
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
