import { ask } from '../../parts/ask.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Table } from '../../parts/table.tsx';
import { tryTo } from '../../parts/toast.tsx';
import { Await, useLoaded } from '../../parts/view.tsx';
import { describeLoss } from '../kept-work.ts';
import { leave } from '../session.ts';
import { endAllSignIns, endSignIn, listSignIns } from './account-calls.ts';

/** Where this person is signed in, with an end for each and for all. */
export function SignIns() {
  const found = useLoaded(listSignIns, []);

  async function end(id: string): Promise<void> {
    await tryTo(() => endSignIn(id), 'That sign-in has ended.');
    await found.reload();
  }

  async function endAll(): Promise<void> {
    const isYes = await ask({
      title: 'Sign out everywhere?',
      text: ['All your sign-ins end, this one too.', describeLoss()].filter(Boolean).join(' '),
      action: 'Sign out everywhere',
    });
    if (isYes) await tryTo(() => endAllSignIns().then(leave));
  }

  return (
    <section>
      <header class="head">
        <h2>Your sign-ins</h2>
        <button type="button" onClick={endAll}>
          Sign out everywhere
        </button>
      </header>
      <Await loaded={found}>
        {(entries) => (
          <Table
            label="Your sign-ins"
            rows={entries}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Browser', cell: ({ agent }) => nameBrowser(agent) },
              { head: 'From', cell: ({ address }) => <code>{address}</code> },
              { head: 'Used', cell: ({ last_used_at }) => <Moment time={last_used_at} /> },
              { head: 'Ends', cell: ({ expires_at }) => <Moment time={expires_at} /> },
              {
                head: 'Actions',
                isUnnamed: true,
                cell: ({ id, current }) =>
                  current ? (
                    <span class="soft">this one</span>
                  ) : (
                    <button type="button" onClick={() => void end(id)}>
                      End
                    </button>
                  ),
              },
            ]}
          />
        )}
      </Await>
    </section>
  );
}

const browsers = ['Firefox', 'Edg', 'OPR', 'Chrome', 'Safari'];
const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'Linux'];
const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS': 'macOS' };

/** What a browser calls itself, in two words; unknown ones unchanged. */
function nameBrowser(agent: string): string {
  const browser = browsers.find((name) => agent.includes(`${name}/`));
  const system = systems.find((name) => agent.includes(name));
  if (!browser) return agent.slice(0, 60) || 'unknown';
  return [browser, system].flatMap((name) => (name ? [names[name] ?? name] : [])).join(' on ');
}
