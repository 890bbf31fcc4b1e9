import { useMemo } from 'preact/hooks';
import type { RenderLogQuery, UsageView } from '../../../contract/index.ts';
import { serviceUrl } from '../../api.ts';
import { Choice, TextField } from '../../parts/field.tsx';
import { countOf } from '../../parts/format.ts';
import { Code } from '../../parts/tabs.tsx';
import { Await, Empty, ShowMore, useLoaded, View } from '../../parts/view.tsx';
import { place, setQuery } from '../../router.ts';
import { listKeys } from '../api-keys/key-calls.ts';
import { Chart } from '../chart/chart.tsx';
import { countDays, sumUsage } from '../chart/count-days.ts';
import { writeCode } from '../code-lines.ts';
import { isAdmin } from '../session.ts';
import { searchTemplates } from '../templates/template-calls.ts';
import { UnderWay } from './background.tsx';
import { readUsage } from './render-calls.ts';
import { RenderTable } from './render-table.tsx';
import { useRenders } from './use-renders.ts';

const outcomes = [
  ['', 'all results'],
  ['ok', 'without a flaw'],
  ['warnings', 'with warnings'],
  ['failed', 'failed'],
] as const;
const fields = ['outcome', 'key', 'template', 'from', 'to'] as const;
const chartDays = 30;

/** The renders of the account, with filters that stand in the address. */
export function Renders() {
  const given = place.value.query;
  const query = Object.fromEntries(
    fields.flatMap((name) => (given.get(name) ? [[name, given.get(name)]] : [])),
  ) as RenderLogQuery;
  const { loaded, waiting, showWaiting } = useRenders(query);
  const usage = useLoaded((signal) => readUsage(chartDays, signal), []);
  const templates = useLoaded((signal) => searchTemplates({ sort: 'name', limit: '100' }, signal), []);
  const keys = useLoaded((signal) => (isAdmin.value ? listKeys(signal) : Promise.resolve([])), []);
  const names = useMemo(
    () => new Map((templates.data?.data ?? []).map(({ id, name }) => [id, name])),
    [templates.data],
  );
  const isFiltered = Object.keys(query).length > 0;
  const choose = (name: (typeof fields)[number]) => (event: { currentTarget: { value: string } }) =>
    setQuery({ [name]: event.currentTarget.value });

  return (
    <View title="Renders">
      {usage.data && usage.data.days.length > 0 && <UsageChart usage={usage.data} />}
      <UnderWay names={names} />
      <h2>Ended</h2>
      <div class="filters">
        <Choice
          label="Result"
          isLabelUnseen
          value={query.outcome ?? ''}
          options={outcomes}
          onChange={choose('outcome')}
        />
        <Choice
          label="Template"
          isLabelUnseen
          value={query.template ?? ''}
          options={[['', 'all sources'], ...[...names].map(([id, name]) => [id, name] as const)]}
          onChange={choose('template')}
        />
        {(keys.data ?? []).length > 0 && (
          <Choice
            label="Key"
            isLabelUnseen
            value={query.key ?? ''}
            options={[['', 'all keys'], ...(keys.data ?? []).map(({ id, name }) => [id, name] as const)]}
            onChange={choose('key')}
          />
        )}
        <div class="period">
          <TextField label="From" type="date" value={query.from ?? ''} onChange={choose('from')} />
          <TextField label="To" type="date" value={query.to ?? ''} onChange={choose('to')} />
        </div>
        {isFiltered && (
          <button
            type="button"
            class="link"
            onClick={() => setQuery(Object.fromEntries(fields.map((name) => [name, undefined])))}
          >
            Show all
          </button>
        )}
      </div>
      {waiting.length > 0 && (
        <button type="button" class="fresh" onClick={showWaiting}>
          Show {countOf(waiting.length, 'new render')}
        </button>
      )}
      <Await loaded={loaded}>
        {({ data }) => (
          <>
            {data.length > 0 ? <RenderTable renders={data} names={names} /> : <Nothing isFiltered={isFiltered} />}
            <ShowMore pages={loaded} />
          </>
        )}
      </Await>
    </View>
  );
}

function UsageChart({ usage }: { usage: UsageView }) {
  const days = useMemo(() => countDays(usage.days, chartDays, Date.now()), [usage]);
  const { renders, failures, pages } = sumUsage(usage.days);
  const label = `The last ${chartDays} days: ${countOf(renders, 'render')}, ${countOf(failures, 'failure')}, ${countOf(pages, 'page')}`;
  return <Chart days={days} label={label} />;
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Empty title="No render is like that">
        <p>Renders are kept for 30 days, unless the operator says otherwise.</p>
      </Empty>
    );
  }
  return (
    <Empty title="No render yet">
      <p>Create a key under API Keys, set PLATEN_API_KEY to it, then:</p>
      <Code text={writeCode({ html: '<h1>Hello</h1>' }, serviceUrl).curl} />
    </Empty>
  );
}
