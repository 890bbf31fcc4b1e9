import { type Signal, useSignal } from '@preact/signals';
import { CheckBox, tick } from '../../parts/field.tsx';
import { putText } from '../../parts/put.ts';
import { Await, useLoaded } from '../../parts/view.tsx';
import { searchTemplates } from '../templates/template-calls.ts';

/** Which templates a key is for: all, or those that are ticked. */
export function KeyTemplates({ chosen }: { chosen: Signal<readonly string[] | undefined> }) {
  const isLimited = chosen.value !== undefined;
  return (
    <fieldset>
      <legend>For</legend>
      <CheckBox
        label="certain templates only"
        hint="The key can then render only these: no URLs and no HTML"
        isChecked={isLimited}
        onChange={(isChecked) => {
          chosen.value = isChecked ? [] : undefined;
        }}
      />
      {isLimited && <TemplateBoxes chosen={chosen} />}
    </fieldset>
  );
}

function TemplateBoxes({ chosen }: { chosen: Signal<readonly string[] | undefined> }) {
  const search = useSignal('');
  const found = useLoaded(
    (signal) => searchTemplates({ search: search.value, sort: 'name', limit: '100' }, signal),
    [search.value],
  );
  return (
    <div class="boxes">
      <input type="search" aria-label="Search the templates" placeholder="Search" onInput={putText(search)} />
      <Await loaded={found}>
        {({ data }) =>
          data.map(({ id, name }) => (
            <CheckBox
              key={id}
              label={name}
              isChecked={chosen.value?.includes(id) ?? false}
              onChange={(isChecked) => {
                chosen.value = tick(chosen.value ?? [], id, isChecked);
              }}
            />
          ))
        }
      </Await>
    </div>
  );
}
