import { useSignal } from '@preact/signals';
import type { ApiKey, NewApiKey } from '../../../contract/index.ts';
import { ask } from '../../parts/ask.tsx';
import { countOf } from '../../parts/format.ts';
import { put, putInto } from '../../parts/put.ts';
import { tryTo } from '../../parts/toast.tsx';
import { Await, Empty, useLoaded, View } from '../../parts/view.tsx';
import { place, setQuery } from '../../router.ts';
import { isAdmin } from '../session.ts';
import { listKeys, retireKey } from './key-calls.ts';
import { KeyShown } from './key-shown.tsx';
import { KeyTable } from './key-table.tsx';
import { isKeyEnded, maskKey } from './key-words.ts';
import { NewKeyDialog } from './new-key.tsx';
import { RotateKey } from './rotate-key.tsx';

/** The keys of the account: made, rotated and retired here. */
export function ApiKeys() {
  const keys = useLoaded(listKeys, [isAdmin.value]);
  const shown = useSignal<NewApiKey | undefined>(undefined);
  const rotated = useSignal<ApiKey | undefined>(undefined);
  const areEndedShown = useSignal(false);
  const isNew = place.value.query.has('new');

  function openNew(isOpen: boolean): void {
    setQuery({ new: isOpen ? 'yes' : undefined });
  }

  function showNew(key: NewApiKey): void {
    openNew(false);
    rotated.value = undefined;
    shown.value = key;
    void keys.reload();
  }

  async function retire(key: ApiKey): Promise<void> {
    const isYes = await ask({
      title: `Retire ${key.name}?`,
      text: `Whatever uses ${maskKey(key)} is refused from now on. This cannot be undone.`,
      action: 'Retire the key',
      isDangerous: true,
    });
    if (!isYes) return;
    await tryTo(() => retireKey(key.id), `${key.name} is retired.`);
    await keys.reload();
  }

  if (!isAdmin.value) {
    return (
      <View title="API Keys">
        <Empty title="Keys are made by admins">
          <p>Ask an admin of this account for a key, or for the role.</p>
        </Empty>
      </View>
    );
  }
  return (
    <View
      title="API Keys"
      actions={
        <button type="button" class="strong" onClick={() => openNew(true)}>
          New key
        </button>
      }
    >
      <Await loaded={keys}>
        {(found) => {
          const ended = found.filter((key) => isKeyEnded(key));
          const listed = areEndedShown.value ? found : found.filter((key) => !isKeyEnded(key));
          return (
            <>
              {listed.length > 0 ? (
                <KeyTable keys={listed} onRotate={putInto(rotated)} onRetire={retire} />
              ) : (
                <Empty title="No key yet">
                  <p>
                    A program that renders or changes templates here needs a key. Make one, and copy the lines that use
                    it.
                  </p>
                </Empty>
              )}
              {ended.length > 0 && (
                <button
                  type="button"
                  class="link"
                  onClick={() => {
                    areEndedShown.value = !areEndedShown.value;
                  }}
                >
                  {areEndedShown.value ? 'Hide' : 'Show'} {countOf(ended.length, 'ended key')}
                </button>
              )}
            </>
          );
        }}
      </Await>
      {isNew && <NewKeyDialog onClose={() => openNew(false)} onMade={showNew} />}
      {rotated.value && <RotateKey apiKey={rotated.value} onClose={put(rotated, undefined)} onMade={showNew} />}
      {shown.value && <KeyShown apiKey={shown.value} onClose={put(shown, undefined)} />}
    </View>
  );
}
