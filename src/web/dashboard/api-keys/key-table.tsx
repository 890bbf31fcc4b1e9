import type { ApiKey } from '../../../contract/index.ts';
import { Menu } from '../../parts/menu.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Table } from '../../parts/table.tsx';
import { describeScopes, isKeyEnded, maskKey } from './key-words.ts';

interface KeyTableProps {
  keys: readonly ApiKey[];
  onRotate: (key: ApiKey) => void;
  onRetire: (key: ApiKey) => void;
}

/** The keys with all that is known of them, but their text. */
export function KeyTable({ keys, onRotate, onRetire }: KeyTableProps) {
  return (
    <Table
      label="API keys"
      rows={keys}
      keyOf={({ id }) => id}
      isFaded={(key) => isKeyEnded(key)}
      columns={[
        { head: 'Name', cell: ({ name }) => name },
        { head: 'Key', cell: (key) => <code>{maskKey(key)}</code> },
        { head: 'May', cell: describeScopes },
        {
          head: 'Made',
          isName: true,
          cell: ({ created_at, created_by }) => (
            <>
              <Moment time={created_at} />
              {created_by !== null && ` by ${created_by}`}
            </>
          ),
        },
        { head: 'Used', cell: ({ last_used_at }) => <Moment time={last_used_at} /> },
        { head: 'Ends', cell: (key) => <End apiKey={key} /> },
        {
          head: 'Actions',
          isUnnamed: true,
          cell: (key) =>
            isKeyEnded(key) ? null : (
              <Menu
                label={`Actions for ${key.name}`}
                items={[
                  { words: 'Rotate…', onChoose: () => onRotate(key) },
                  { words: 'Retire…', onChoose: () => onRetire(key), isDangerous: true },
                ]}
              />
            ),
        },
      ]}
    />
  );
}

function End({ apiKey: { expires_at, revoked_at } }: { apiKey: ApiKey }) {
  if (revoked_at !== null)
    return (
      <>
        retired <Moment time={revoked_at} />
      </>
    );
  return <Moment time={expires_at} />;
}
