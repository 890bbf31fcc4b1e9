import type { AuditEntry } from '../../../contract/index.ts';
import { addressOf } from '../../api.ts';
import { Moment } from '../../parts/moment.tsx';
import { Table } from '../../parts/table.tsx';
import { Await, Empty, ShowMore, usePages } from '../../parts/view.tsx';
import { listAudit } from './account-calls.ts';

/** Who did what and when, to read and to export. */
export function AuditLog() {
  const found = usePages(listAudit, []);
  return (
    <section>
      <header class="head">
        <h2>Audit log</h2>
        <a class="button" href={addressOf('/api/dashboard/audit.jsonl')} download>
          Export as JSON lines
        </a>
      </header>
      <Await loaded={found}>
        {({ data }) => (
          <>
            {data.length === 0 && (
              <Empty title="Nothing was changed yet">
                <p>Who makes, retires and changes keys, templates and people is noted here.</p>
              </Empty>
            )}
            {data.length > 0 && (
              <Table
                label="Audit log, newest first"
                rows={data}
                keyOf={({ id }) => id}
                columns={[
                  { head: 'What', width: '14%', cell: ({ action }) => action.replace('.', ' ').replaceAll('_', ' ') },
                  { head: 'To', width: '26%', cell: ({ target }) => target?.name ?? '–' },
                  { head: 'By', width: '20%', cell: ({ by }) => by },
                  { head: 'When', width: '14%', cell: ({ at }) => <Moment time={at} /> },
                  { head: 'More', cell: describeDetails },
                ]}
              />
            )}
            <ShowMore pages={found} />
          </>
        )}
      </Await>
    </section>
  );
}

function describeDetails({ details }: AuditEntry): string {
  const facts = Object.entries(details).map(([name, value]) => `${name.replaceAll('_', ' ')}: ${describeValue(value)}`);
  return facts.join('; ') || '–';
}

function describeValue(value: unknown): string {
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.map(describeValue).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
