import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPage } from './page-here.ts';

let page: ReturnType<typeof openPage>;
let router: typeof import('../../src/web/router.ts');

beforeEach(async () => {
  page = openPage();
  router = await import('../../src/web/router.ts');
  router.go('/proxy/dashboard/acme/templates/t1?q=a', true);
  page.moved.length = 0;
  page.scrolls.length = 0;
});

afterEach(() => page.close());

const show = () => {
  const { query, ...rest } = router.place.value;
  return { ...rest, query: String(query) };
};

describe('the place', () => {
  it('is read from the address', () => {
    expect(show()).toEqual({ account: 'acme', view: 'templates', id: 't1', query: 'q=a' });
    router.go('/proxy/dashboard/a%20b//keys/');
    expect(show()).toEqual({ account: 'a b', view: 'keys', id: undefined, query: '' });
    router.go('/proxy/dashboard/');
    expect(show()).toEqual({ account: undefined, view: undefined, id: undefined, query: '' });
    expect(router.addressOfView('keys')).toBe('/proxy/dashboard//keys');
  });

  it('changes by going: back leads to the old one, unless it is replaced, and another page begins at its top', () => {
    router.go('/proxy/dashboard/acme/templates/t1?q=b');
    expect(page.scrolls).toEqual([]);
    router.go('/proxy/dashboard/acme/keys', true);
    expect(page.moved).toEqual(['push /proxy/dashboard/acme/templates/t1?q=b', 'replace /proxy/dashboard/acme/keys']);
    expect(page.scrolls).toEqual([0]);
    expect(show().view).toBe('keys');
  });

  it('keeps the other fields of its query when some change', () => {
    router.setQuery({ page: '2' });
    router.setQuery({ q: undefined });
    expect(page.moved).toEqual([
      'replace /proxy/dashboard/acme/templates/t1?q=a&page=2',
      'replace /proxy/dashboard/acme/templates/t1?page=2',
    ]);
    router.go('/proxy/dashboard/acme/keys');
    router.setQuery({ q: 'x' });
    expect(page.moved.at(-1)).toBe('replace /proxy/dashboard/acme/keys?q=x');
  });

  it('has addresses in its own account or in another', () => {
    expect(router.addressOfView('keys')).toBe('/proxy/dashboard/acme/keys');
    const other = { account: 'ü', query: { a: '1', b: undefined } };
    expect(router.addressOfView('keys', other)).toBe('/proxy/dashboard/%C3%BC/keys?a=1');
  });

  it('follows back and forward', () => {
    router.followLinks();
    page.location.href = 'http://platen.example/proxy/dashboard/acme/people';
    page.listeners.get('popstate')?.({});
    expect(show().view).toBe('people');
  });
});

describe('a click', () => {
  const plain = { defaultPrevented: false, button: 0, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

  /** Clicks on a link. Returns where that goes; undefined if it is left to the browser. */
  function click(address: string, { attributes = {}, ...more }: { attributes?: object; [name: string]: unknown } = {}) {
    const { origin, pathname, search } = new URL(address, page.location.href);
    const link = { origin, pathname, search, target: '', hasAttribute: () => false, ...attributes };
    let isPrevented = false;
    const preventDefault = () => {
      isPrevented = true;
    };
    router.followLinks();
    page.listeners.get('click')?.({ ...plain, target: { closest: () => link }, preventDefault, ...more });
    expect(isPrevented).toBe(page.moved.length > 0);
    return page.moved[0];
  }

  it('on a link to a view goes there', () => {
    expect(click('/proxy/dashboard/acme/keys?a=1')).toBe('push /proxy/dashboard/acme/keys?a=1');
  });

  it.each([
    ['another service', 'http://other.example/proxy/dashboard/acme/keys', {}],
    ['what is no view', '/proxy/docs', {}],
    ['a file of the dashboard', '/proxy/dashboard/assets/a.js', {}],
    ['another tab', '/proxy/dashboard/acme/keys', { attributes: { target: '_blank' } }],
    ['a download', '/proxy/dashboard/acme/keys', { attributes: { hasAttribute: () => true } }],
    ['what was handled', '/proxy/dashboard/acme/keys', { defaultPrevented: true }],
    ['the middle button', '/proxy/dashboard/acme/keys', { button: 1 }],
    ['Ctrl', '/proxy/dashboard/acme/keys', { ctrlKey: true }],
    ['Cmd', '/proxy/dashboard/acme/keys', { metaKey: true }],
    ['Shift', '/proxy/dashboard/acme/keys', { shiftKey: true }],
    ['Alt', '/proxy/dashboard/acme/keys', { altKey: true }],
    ['no link', '/proxy/dashboard/acme/keys', { target: { closest: () => null } }],
    ['what is no element', '/proxy/dashboard/acme/keys', { target: {} }],
  ])('for %s is left to the browser', (_what, address, options) => {
    expect(click(address, options)).toBeUndefined();
  });
});
