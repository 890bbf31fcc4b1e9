import type { EngineOptions } from '../engine/index.ts';

type Egress = EngineOptions['egress'];

/** What a setting `allow` means: host names such as "example.com", and exceptions such as "10.1.2.0/24:8080". */
export function readAllowList(entries: readonly string[]): Required<Pick<Egress, 'hosts' | 'allow'>> {
  const isException = (entry: string) => entry.includes(':') || entry.includes('/');
  return { hosts: entries.filter((entry) => !isException(entry)), allow: entries.filter(isException) };
}
