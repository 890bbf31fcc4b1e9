import { join, resolve } from 'node:path';
import { buildInjected } from '../../scripts/build/build-injected.ts';

/** Builds the programs that run inside pages from the sources as they are, before tests render. */
export default async function buildInjectedPrograms(): Promise<void> {
  await buildInjected(join(resolve(import.meta.dirname, '../..'), 'dist', 'injected'));
}
