import { useSignal } from '@preact/signals';
import type { Role, UserEntry } from '../../../contract/index.ts';
import { ask } from '../../parts/ask.tsx';
import { Copy } from '../../parts/copy.tsx';
import { Dialog, Done } from '../../parts/dialog.tsx';
import { Choice } from '../../parts/field.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Moment } from '../../parts/moment.tsx';
import { put } from '../../parts/put.ts';
import { Table } from '../../parts/table.tsx';
import { tryTo } from '../../parts/toast.tsx';
import { Await, useLoaded } from '../../parts/view.tsx';
import { createLink, listPeople, removePerson, roleOptions, setRoleOf } from './account-calls.ts';
import { AddPerson } from './add-person.tsx';

/** The people of the account and what they may do. */
export function People() {
  const people = useLoaded(listPeople, []);
  const isAdding = useSignal(false);
  const shown = useSignal<{ email: string; link: string } | undefined>(undefined);

  /** Does something, confirms it, and shows the people afterwards. */
  async function act(done: string, action: () => Promise<unknown>): Promise<void> {
    await tryTo(action, done);
    await people.reload();
  }

  async function setRole(person: UserEntry, role: Role): Promise<void> {
    people.change((all) => all.map((other) => (other.id === person.id ? { ...other, role } : other)));
    await act(`${person.email} is ${role} now.`, () => setRoleOf(person.id, role));
  }

  async function remove({ id, email }: UserEntry): Promise<void> {
    const isYes = await ask({
      title: `Remove ${email}?`,
      text: 'They see nothing of this account any more. Their keys stay.',
      action: 'Remove',
      isDangerous: true,
    });
    if (isYes) await act(`${email} is removed.`, () => removePerson(id));
  }

  async function showLink({ id, email }: UserEntry): Promise<void> {
    await tryTo(async () => {
      shown.value = { email, link: await createLink(id) };
    });
  }

  return (
    <section>
      <header class="head">
        <h2>People</h2>
        <button type="button" onClick={put(isAdding, true)}>
          Add a person
        </button>
      </header>
      <Await loaded={people}>
        {(found) => (
          <Table
            label="People of this account"
            rows={found}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Email', cell: ({ email }) => email },
              {
                head: 'Role',
                cell: (person) => (
                  <Choice
                    label={`Role of ${person.email}`}
                    isLabelUnseen
                    value={person.role}
                    options={roleOptions}
                    onChange={({ currentTarget }) => void setRole(person, currentTarget.value as Role)}
                  />
                ),
              },
              { head: 'Signed in', cell: ({ last_sign_in_at }) => <Moment time={last_sign_in_at} /> },
              {
                head: 'Actions',
                isUnnamed: true,
                cell: (person) => (
                  <Menu
                    label={`Actions for ${person.email}`}
                    items={[
                      { words: 'Link to set a password…', onChoose: () => void showLink(person) },
                      { words: 'Remove…', onChoose: () => void remove(person), isDangerous: true },
                    ]}
                  />
                ),
              },
            ]}
          />
        )}
      </Await>
      {isAdding.value && (
        <AddPerson
          onClose={put(isAdding, false)}
          onAdded={(email, link) => {
            isAdding.value = false;
            shown.value = { email, link };
            void people.reload();
          }}
        />
      )}
      {shown.value && <LinkShown {...shown.value} onClose={put(shown, undefined)} />}
    </section>
  );
}

/** A one-time link, to hand to its person. */
function LinkShown({ email, link, onClose }: { email: string; link: string; onClose: () => void }) {
  return (
    <Dialog title={`A link for ${email}`} onClose={onClose}>
      <p>
        The first person who opens it sets the password. It works once, within fifteen minutes, so send it only to them.
      </p>
      <div class="secret">
        <code>{link}</code>
        <Copy text={link} words="Copy the link" />
      </div>
      <Done onClose={onClose} />
    </Dialog>
  );
}
