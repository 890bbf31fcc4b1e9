import { useMemo } from 'preact/hooks';
import type { ApiKey, UsageEntry, UsageView } from '../../../contract/index.ts';
import { Choice } from '../../parts/field.tsx';
import { countOf } from '../../parts/format.ts';
import { Table } from '../../parts/table.tsx';
import { Await, Empty, useLoaded, View } from '../../parts/view.tsx';
import { addressOfView, place, setQuery } from '../../router.ts';
import { listKeys } from '../api-keys/key-calls.ts';
import { Chart } from '../chart/chart.tsx';
import { countDays, sumUsage } from '../chart/count-days.ts';
import { readUsage } from '../renders/render-calls.ts';
import { isAdmin } from '../session.ts';

const periods = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'a year'],
] as const;

/** Value in the URL for renders of people, without a key. */
const people = 'people';

/** What was rendered: this month against the quota, by day, and by key. */
export function Usage() {
  const days = Number(place.value.query.get('days') ?? 30);
  const usage = useLoaded((signal) => readUsage(days, signal), [days]);
  const keys = useLoaded((signal) => (isAdmin.value ? listKeys(signal) : Promise.resolve([])), []);
  return (
    <View
      title="Usage"
      actions={
        <Choice
          label="Period"
          isLabelUnseen
          value={String(days)}
          options={periods}
          onChange={({ currentTarget }) => setQuery({ days: currentTarget.value })}
        />
      }
    >
      <Await loaded={usage}>{(view) => <Figures view={view} days={days} keys={keys.data ?? []} />}</Await>
    </View>
  );
}

function Figures({ view, days, keys }: { view: UsageView; days: number; keys: readonly ApiKey[] }) {
  const { month, quota } = view;
  const chosen = place.value.query.get('key') ?? '';
  const entries = useMemo(
    () => view.days.filter(({ key }) => chosen === '' || (key ?? people) === chosen),
    [view, chosen],
  );
  const counts = useMemo(() => countDays(entries, days, Date.now()), [entries, days]);
  const sum = sumUsage(entries);
  const names = nameKeys(view.days, keys);
  return (
    <>
      <div class="quotas">
        <Quota name="Renders this month" used={month.renders} limit={quota.renders} />
        <Quota name="Pages this month" used={month.pages} limit={quota.pages} />
      </div>
      {view.days.length === 0 ? (
        <Empty title={`Nothing was rendered in ${days} days`}>
          <p>
            <a href={addressOfView('keys')}>Make a key</a>, and copy the lines that use it.
          </p>
        </Empty>
      ) : (
        <>
          <div class="filters">
            <Choice
              label="Key"
              isLabelUnseen
              value={chosen}
              options={[['', 'all keys and people'], ...names]}
              onChange={({ currentTarget }) => setQuery({ key: currentTarget.value })}
            />
          </div>
          <Chart
            days={counts}
            label={`${days} days: ${countOf(sum.renders, 'render')}, ${countOf(sum.failures, 'failure')}, ${countOf(sum.pages, 'page')}`}
          />
          <KeyUsage days={view.days} names={new Map(names)} />
        </>
      )}
    </>
  );
}

/** The keys that were used, by id and name; people count as one more. A key that the user may not list has no name. */
function nameKeys(days: readonly UsageEntry[], keys: readonly ApiKey[]): [id: string, name: string][] {
  const ids = [...new Set(days.map(({ key }) => key))];
  return ids.map((id) => (id === null ? [people, 'people'] : [id, keys.find((key) => key.id === id)?.name ?? 'a key']));
}

function KeyUsage({ days, names }: { days: readonly UsageEntry[]; names: ReadonlyMap<string, string> }) {
  const ids = [...new Set(days.map(({ key }) => key))];
  const rows = ids
    .map((key) => ({ key, ...sumUsage(days.filter((entry) => entry.key === key)) }))
    .sort((one, other) => other.renders - one.renders);
  return (
    <Table
      label="Usage by key"
      rows={rows}
      keyOf={({ key }) => key ?? ''}
      columns={[
        { head: 'Key', cell: ({ key }) => names.get(key ?? people) },
        { head: 'Renders', isNumber: true, cell: ({ renders }) => renders.toLocaleString('en') },
        { head: 'Failures', isNumber: true, cell: ({ failures }) => failures.toLocaleString('en') },
        { head: 'Pages', isNumber: true, cell: ({ pages }) => pages.toLocaleString('en') },
      ]}
    />
  );
}

function Quota({ name, used, limit }: { name: string; used: number; limit: number | null }) {
  return (
    <div class="quota">
      <span class="soft">{name}</span>
      <strong>{used.toLocaleString('en')}</strong>
      {limit === null ? (
        <span class="soft">no limit</span>
      ) : (
        <>
          <span class="soft">of {limit.toLocaleString('en')}</span>
          <meter aria-label={name} min={0} max={limit} high={limit * 0.8} optimum={0} value={used} />
        </>
      )}
    </div>
  );
}
