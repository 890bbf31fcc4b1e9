import { base } from '../../api.ts';
import { Menu } from '../../parts/menu.tsx';
import { put } from '../../parts/put.ts';
import { setTheme, theme, themes } from '../../parts/theme.ts';
import { addressOfView, place } from '../../router.ts';
import { account, session, signOut, switchAccount } from '../session.ts';
import { isCommandMenuOpen } from './command-menu.tsx';
import { views } from './views.ts';

const themeWords = { system: 'Light or dark by the system', light: 'Always light', dark: 'Always dark' };

/** Where one can go, and who one is. */
export function Navigation() {
  const { view = 'templates' } = place.value;
  return (
    <nav class="navigation" aria-label="Dashboard">
      <div class="brand">
        <Mark />
        <Accounts />
      </div>
      <ul>
        {views.map(({ path, name }) => (
          <li key={path}>
            <a href={addressOfView(path)} aria-current={path === view ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
      <div class="person">
        <button type="button" class="search" onClick={put(isCommandMenuOpen, true)}>
          Go to… <kbd>Ctrl K</kbd>
        </button>
        {!session.value?.local && (
          <a class="docs" href={`${base}../docs`}>
            API documentation
          </a>
        )}
        <Person />
      </div>
    </nav>
  );
}

function Accounts() {
  const { accounts = [], local } = session.value ?? {};
  if (accounts.length < 2) return <strong class="account">{local ? 'platen' : account.value}</strong>;
  return (
    <Menu
      label={`Account ${account.value}`}
      items={accounts.map(({ account: name, role }) => ({
        words: `${name} (${role})`,
        isChosen: name === account.value,
        onChoose: () => void switchAccount(name),
      }))}
    >
      <strong class="account">{account.value}</strong>
    </Menu>
  );
}

function Person() {
  const { email, local, version } = session.value ?? {};
  const name = email ?? (local ? 'This machine' : 'Signed in');
  return (
    <Menu
      label={`${name}, platen ${version}`}
      items={[
        ...themes.map((value) => ({
          words: themeWords[value],
          isChosen: theme.value === value,
          onChoose: () => setTheme(value),
        })),
        ...(local ? [] : [{ words: 'Sign out', onChoose: () => void signOut() }]),
      ]}
    >
      <span class="cut">{name}</span>
    </Menu>
  );
}

/** The roller and the sheet of the icon. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="22" height="22" aria-hidden="true" focusable="false">
      <path d="M8 3h16v16H8z" fill="none" stroke="currentColor" stroke-width="2" />
      <path d="M12 9h8M12 13h5" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
      <rect x="2" y="19" width="28" height="9" rx="4.5" fill="currentColor" />
    </svg>
  );
}
