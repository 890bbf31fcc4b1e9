import type { Answer } from '../browser/egress/stub-dns.ts';

/** The addresses that a render at level `public` may contact; every other one is a canary. */
export const publicAddresses = ['11.11.11.11', '2a00:1111::11', '12.12.12.12', '2a00:1212::12'];

const site: Answer = ['11.11.11.11', '2a00:1111::11'];
const otherSite: Answer = ['12.12.12.12', '2a00:1212::12'];

const names: Record<string, Answer> = {
  'public.test': site,
  'second.test': otherSite,
  'example.com': otherSite,
  'inside.test': ['10.0.0.5'],
  'inside6.test': ['fd00::5'],
  'loop.test': ['127.0.0.1'],
  'mixed.test': ['10.0.0.5', '11.11.11.11'],
  'mixed6.test': ['11.11.11.11', 'fd00::5'],
  'alias.test': { cname: 'inside.test' },
  '127-0-0-1.wild.test': ['127.0.0.1'],
  metadata: ['169.254.169.254'],
  'metadata.google.internal': ['169.254.169.254'],
  localhost: ['127.0.0.1'],
  'a.localhost': ['127.0.0.1'],
};

/** What the name server of "internet" answers. `rebindN.test` is public at its first question and loopback at all later ones. */
export function buildNames(): (name: string, type: string) => Answer {
  const asked = new Set<string>();
  return (name, type) => {
    if (/^never\d*\.test$/.test(name)) return 'silence';
    if (/^rebind\d*\.test$/.test(name)) {
      if (type === 'AAAA') return [];
      if (asked.has(name)) return ['127.0.0.1'];
      asked.add(name);
      return ['11.11.11.11'];
    }
    return names[name] ?? 'missing';
  };
}
