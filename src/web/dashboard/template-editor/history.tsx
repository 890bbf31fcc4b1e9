import { useSignal } from '@preact/signals';
import type { ListedRevision } from '../../../contract/index.ts';
import { Menu } from '../../parts/menu.tsx';
import { Moment } from '../../parts/moment.tsx';
import { put } from '../../parts/put.ts';
import { Await, ShowMore } from '../../parts/view.tsx';
import { mayEdit } from '../session.ts';
import { liveName } from '../templates/revision-calls.ts';
import { Compare } from './compare.tsx';
import type { Draft } from './draft.ts';
import type { useHistory } from './use-history.ts';

interface HistoryProps {
  draft: Draft;
  history: ReturnType<typeof useHistory>;
}

/** The revisions of a template: compared, restored and put live here. */
export function History({ draft, history }: HistoryProps) {
  const { revisions, live, newest } = history;
  const compared = useSignal<ListedRevision | undefined>(undefined);
  return (
    <div class="history">
      {live.value !== undefined && (
        <p>
          {live.value === null ? (
            'Renders use the newest revision. Put one live, and later changes wait until you put them live too.'
          ) : (
            <>
              Renders use revision {live.value}, which is live.{' '}
              {mayEdit.value && (
                <button type="button" class="link" onClick={() => void history.removeLive()}>
                  Render the newest instead
                </button>
              )}
            </>
          )}
        </p>
      )}
      <Await loaded={revisions}>
        {({ data }) => (
          <ol>
            {data.map((revision) => (
              <Row
                key={revision.revision}
                revision={revision}
                history={history}
                isNewest={revision.revision === newest}
                onCompare={put(compared, revision)}
              />
            ))}
          </ol>
        )}
      </Await>
      <ShowMore pages={revisions} />
      {compared.value && (
        <Compare draft={draft} listed={compared.value} history={history} onClose={put(compared, undefined)} />
      )}
    </div>
  );
}

interface RowProps {
  revision: ListedRevision;
  history: HistoryProps['history'];
  isNewest: boolean;
  onCompare: () => void;
}

function Row({ revision: listed, history, isNewest, onCompare }: RowProps) {
  const { revision, created_at, created_by, message, labels } = listed;
  const isLive = revision === history.live.value;
  const others = labels.filter((label) => label !== liveName);
  const items = [
    ...(isLive ? [] : [{ words: 'Put live', onChoose: () => void history.putLive(revision) }]),
    ...(isNewest ? [] : [{ words: 'Restore', onChoose: () => void history.restore(revision) }]),
  ];
  return (
    <li>
      <div>
        <p>
          <strong>Revision {revision}</strong> {isLive && <span class="tag good">live</span>}
          {others.map((label) => (
            <span key={label} class="tag idle">
              {label}
            </span>
          ))}
        </p>
        {message !== null && <p class="message">{message}</p>}
        <p class="soft">
          <Moment time={created_at} />
          {created_by !== null && ` by ${created_by}`}
        </p>
      </div>
      <button type="button" aria-label={`Compare revision ${revision}`} onClick={onCompare}>
        Compare
      </button>
      {mayEdit.value && items.length > 0 && <Menu label={`Actions for revision ${revision}`} items={items} />}
    </li>
  );
}
