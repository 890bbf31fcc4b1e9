import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SessionView } from '../../../../src/contract/index.ts';
import { openPage } from '../../page-here.ts';

let page: ReturnType<typeof openPage>;
let module: typeof import('../../../../src/web/dashboard/shell/commands.ts');
let session: typeof import('../../../../src/web/dashboard/session.ts');
let theme: typeof import('../../../../src/web/parts/theme.ts');
let kept: Record<string, string>;
const dataset: { theme?: string } = {};

beforeEach(async () => {
  page = openPage();
  kept = {};
  delete dataset.theme;
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, text: string) => void Object.assign(kept, { [name]: text }),
  });
  Object.assign(document, { documentElement: { dataset } });
  vi.resetModules();
  module = await import('../../../../src/web/dashboard/shell/commands.ts');
  session = await import('../../../../src/web/dashboard/session.ts');
  theme = await import('../../../../src/web/parts/theme.ts');
});

afterEach(() => page.close());

const names = (role: string, local = false) => {
  const accounts = [
    { account: 'acme', role },
    { account: 'other', role },
  ];
  session.session.value = { local, account: 'acme', role, accounts } as unknown as SessionView;
  return module.listCommands().flatMap(({ name, kind }) => (kind === 'view' ? [] : [`${kind} ${name}`]));
};
const looks = ['look Light', 'look Dark', 'look Light or dark by the system'];

it.each([
  ['admin', ['action New template', 'action New key']],
  ['editor', ['action New template']],
  ['viewer', []],
])('lists what the role %s may do', (role, own) => {
  expect(names(role)).toEqual([...own, 'account other', ...looks, 'action Sign out']);
  expect(names(role, true)).toEqual([...own, 'account other', ...looks]);
});

it('lists views and looks until somebody is known', () => {
  const commands = module.listCommands();
  expect(commands.filter(({ kind }) => kind !== 'view').map(({ name }) => name)).toEqual([
    'Light',
    'Dark',
    'Light or dark by the system',
    'Sign out',
  ]);
  expect(commands.length).toBeGreaterThan(4);
});

it('leads to forms, and switches accounts', async () => {
  names('admin');
  const find = (wanted: string) => module.listCommands().find(({ name }) => name === wanted)?.to;
  expect(find('New template')).toBe('/proxy/dashboard/acme/templates?new=yes');
  expect(find('New key')).toBe('/proxy/dashboard/acme/keys?new=yes');
  (find('other') as () => void)();
  expect(page.moved).toEqual(['push /proxy/dashboard/other/templates']);
});

it('changes the look, and remembers it', async () => {
  const press = (wanted: string) => {
    const act = module.listCommands().find(({ name }) => name === wanted)?.to;
    if (typeof act === 'function') act();
  };
  expect(theme.theme.value).toBe('system');
  press('Dark');
  expect([theme.theme.value, dataset.theme, kept]).toEqual(['dark', 'dark', { 'platen-theme': 'dark' }]);
  press('Light or dark by the system');
  expect([theme.theme.value, dataset.theme, kept]).toEqual(['system', undefined, { 'platen-theme': 'system' }]);
});

it.each([
  ['light', 'light'],
  ['other', undefined],
])('begins with the look %s that is remembered', async (name, shown) => {
  kept['platen-theme'] = name;
  vi.resetModules();
  const { showTheme } = await import('../../../../src/web/parts/theme.ts');
  showTheme();
  expect(dataset.theme).toBe(shown);
});
