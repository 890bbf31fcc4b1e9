import { setTheme } from '../../parts/theme.ts';
import { addressOfView } from '../../router.ts';
import { account, isAdmin, mayEdit, session, signOut, switchAccount } from '../session.ts';
import { views } from './views.ts';

/** Something of the command menu. */
export interface Command {
  name: string;
  /** A word for what it is. */
  kind: string;
  /** Where it leads, or what it does. */
  to: string | (() => void);
}

/** What this person can go to and do, apart from templates. */
export function listCommands(): Command[] {
  const { accounts = [], local } = session.value ?? {};
  return [
    ...views.map(({ path, name }) => ({ name, kind: 'view', to: addressOfView(path) })),
    ...(mayEdit.value
      ? [{ name: 'New template', kind: 'action', to: addressOfView('templates', { query: { new: 'yes' } }) }]
      : []),
    ...(isAdmin.value
      ? [{ name: 'New key', kind: 'action', to: addressOfView('keys', { query: { new: 'yes' } }) }]
      : []),
    ...accounts
      .filter((entry) => entry.account !== account.value)
      .map((entry) => ({ name: entry.account, kind: 'account', to: () => void switchAccount(entry.account) })),
    { name: 'Light', kind: 'look', to: () => setTheme('light') },
    { name: 'Dark', kind: 'look', to: () => setTheme('dark') },
    { name: 'Light or dark by the system', kind: 'look', to: () => setTheme('system') },
    ...(local ? [] : [{ name: 'Sign out', kind: 'action', to: () => void signOut() }]),
  ];
}
