import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A block of commands of a page. */
export interface Block {
  page: string;
  /** The line of its first command. */
  line: number;
  script: string;
  /** Why no test runs it. */
  reason?: Reason;
}

/** What a block can need that no test has. */
const reasons = ['needs Docker', 'needs Kubernetes', 'needs the clients of PostgreSQL', 'installs packages'] as const;
type Reason = (typeof reasons)[number];

/** The blocks that no test runs, by how they begin. `test/docs-commands.slow.test.ts` checks what they name. */
const notRun: readonly (readonly [page: string, begins: string, reason: Reason])[] = [
  ['README.md', 'npm ci ', 'installs packages'],
  ['CONTRIBUTING.md', 'npm ci ', 'installs packages'],
  ['docs/start/install.md', 'npm ci ', 'installs packages'],
  ['docs/start/install.md', 'npx playwright install ', 'installs packages'],
  ['docs/guides/performance.md', 'cd bench && npm ci', 'installs packages'],
  ['docs/guides/service.md', 'npm install @opentelemetry/', 'installs packages'],
  ['docs/guides/service.md', 'docker build ', 'needs Docker'],
  ['docs/recipes/container.md', 'docker build ', 'needs Docker'],
  ['docs/recipes/kubernetes.md', 'kubectl create secret ', 'needs Kubernetes'],
  ['docs/guides/operations.md', 'pg_dump ', 'needs the clients of PostgreSQL'],
];

/** The blocks of commands of all pages. Throws if an entry of the list above does not name exactly one. */
export function listBlocks(): Block[] {
  const blocks = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).sort().flatMap(readBlocks);
  for (const [page, begins, reason] of notRun) {
    const named = blocks.filter((block) => block.page === page && block.script.startsWith(begins));
    const [block] = named;
    if (!block || named.length > 1) throw new Error(`${named.length} blocks of ${page} begin with "${begins}"`);
    block.reason = reason;
  }
  return blocks;
}

function readBlocks(page: string): Block[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^( *)```(?:sh|bash|shell|console)\n(.*?)^\1```$/gms)].map(([whole, , script = '']) => ({
    page,
    line: text.slice(0, text.indexOf(whole)).split('\n').length + 1,
    script,
  }));
}
