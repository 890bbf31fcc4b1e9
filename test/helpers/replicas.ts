import type { PostgresLocation } from '../store/postgres-cluster.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { buildProgram } from './built-program.ts';
import { waitUntil } from './process-tree.ts';
import { openWorkspace, type Started, type Workspace } from './workspace.ts';

/** A service of several. */
export interface Replica {
  process: Started;
  url: string;
}

/** Services of the built program on one database, behind a balancer. Close them. */
export interface Replicas {
  workspace: Workspace;
  balancer: Balancer;
  databaseUrl: string;
  /** Starts one more, which the balancer then knows, with these words more. Resolves once it is ready. */
  start(...more: string[]): Promise<Replica>;
  /** Kills one with SIGKILL, and starts another in its place. */
  replace(old: Replica): Promise<Replica>;
  /** Makes a key and gives the headers of a request with it. */
  makeHeaders(...flags: string[]): Promise<Record<string, string>>;
  /** Ends those that still run. */
  close(): Promise<void>;
}

/** How services are started: words after `serve --port 0 --sandbox preferred`, and milliseconds until they are killed. */
interface ReplicaSetting {
  flags: readonly string[];
  limitMs: number;
}

/** A Postgres that makes databases. */
interface Databases {
  makeLocation(): Promise<PostgresLocation>;
}

/** Opens a new database for services that are started later. */
export async function openReplicas(databases: Databases, { flags, limitMs }: ReplicaSetting): Promise<Replicas> {
  const workspace = openWorkspace(await buildProgram());
  const { databaseUrl } = await databases.makeLocation();
  const env = { PLATEN_DATABASE_URL: databaseUrl };
  const balancer = await startBalancer();

  async function start(...more: string[]): Promise<Replica> {
    const words = ['serve', '--port', '0', '--sandbox', 'preferred', ...flags, ...more];
    const process = workspace.start(words, { env, limitMs });
    const shown = () => /listens on (http:\S+)/.exec(process.stderr())?.[1];
    await waitUntil('the replica listens', () => shown() !== undefined || process.child.exitCode !== null);
    const url = shown();
    if (url === undefined) throw new Error(`the replica ended: ${process.stderr()}`);
    balancer.add(url);
    await waitUntil('the replica is ready', () => balancer.ready().includes(url));
    return { process, url };
  }

  return {
    ...{ workspace, balancer, databaseUrl, start },
    async replace(old) {
      old.process.child.kill('SIGKILL');
      balancer.remove(old.url);
      await old.process.ended;
      return start();
    },
    async makeHeaders(...words) {
      const made = await workspace.platen(['keys', 'create', '--name', 'test', '--json', ...words], { env });
      return { authorization: `Bearer ${JSON.parse(made.stdout).data.key}`, 'content-type': 'application/json' };
    },
    async close() {
      await workspace.clear();
      balancer.close();
    },
  };
}
