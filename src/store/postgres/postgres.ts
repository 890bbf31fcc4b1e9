import type pgModule from 'pg';
import type { Lane } from '../database/database.ts';
import { StoreError } from '../database/store-error.ts';
import { defaultPostgresLimits, type PostgresLimits } from '../database/store-location.ts';
import { pendingMigrations } from '../rows/migrations.ts';
import type { Database, Tables } from '../rows/tables.ts';
import { explainPostgresError } from './postgres-errors.ts';
import { closeUnanswered } from './postgres-pool.ts';
import { migratePostgres, refuseEncoding } from './postgres-tables.ts';

/** Milliseconds to wait for a connection: at the start, and while a request waits. */
const connectTimeoutMs = { start: 10_000, request: 3_000 };

/** Milliseconds for the goodbyes of connections. A server that does not answer would keep them open. */
const goodbyeMs = 2_000;

/**
 * A plan that is kept while a table is small must hold when it has grown: each statement of these lanes has an index (PostgreSQL,
 * "enable_seqscan"). If a table has no useful one, a server before version 18 believes the plan to be so dear that it
 * compiles it, for 0.1 s and more ("jit").
 */
const byIndex = '-c enable_seqscan=off -c jit=off';

/**
 * The server commits without a wait for its disk (PostgreSQL, "synchronous_commit"). It keeps the order of commits, so whatever is
 * waited for later keeps what came before as well.
 */
const relaxedCommit = '-c synchronous_commit=off';
/** Connections of the lane `queue`, in addition to those that the limits count. None is opened if nothing is rendered in the background. */
const queueConnections = 3;

/** The type of `bigint` columns (pg_type.h). They hold times and counts here, which are safe integers. */
const int8 = 20;

/** What connections ask for at their start. A pooler takes less than a server. */
interface ServerSettings {
  serverLimits: object;
  /** Whether `options` are taken, as by every server and few poolers. */
  isDirect: boolean;
}

interface Connected {
  client: pgModule.Client;
  settings: ServerSettings;
}

/**
 * Opens a Postgres database by its address. Durability is the server's: by default an answered write is kept. Nothing relies on
 * the state of a session, so that a pooler may give each transaction another one.
 */
export async function openPostgres(
  databaseUrl: string,
  limits: PostgresLimits = defaultPostgresLimits,
): Promise<Database> {
  const [{ default: pg }, { Kysely, PostgresDialect }] = await Promise.all([import('pg'), import('kysely')]);
  const options = {
    connectionString: databaseUrl,
    fallback_application_name: 'platen',
    keepAlive: true,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  };
  const name = describe(databaseUrl, () => new pg.Client(options));

  /** Connects with the first of these settings that is not refused. */
  async function connect([settings, ...less]: [ServerSettings, ...ServerSettings[]]): Promise<Connected> {
    const { serverLimits, isDirect } = settings;
    const asked = { ...serverLimits, ...(isDirect && { options: byIndex }) };
    const client = new pg.Client({ ...options, ...asked, connectionTimeoutMillis: connectTimeoutMs.start });
    // The statement that a lost connection breaks reports why. Without a listener it would end the process.
    client.on('error', () => {});
    try {
      await client.connect();
      return { client, settings };
    } catch (error) {
      const [next, ...rest] = less;
      if (next === undefined || !isRefusedParameter(error)) throw error;
      return connect([next, ...rest]);
    }
  }

  /** A pool of this many connections. With `asked`, they ask for these options and keep plans. */
  function openPool(max: number, serverLimits: object, asked?: string | false) {
    const plans = typeof asked === 'string';
    const pool = new pg.Pool({
      ...options,
      ...serverLimits,
      ...(plans && { options: asked }),
      max,
      query_timeout: limits.queryMs,
      connectionTimeoutMillis: connectTimeoutMs.request,
    });
    // The pool listens to a connection only while it is idle; it drops one that dies.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    const openDb = (keeps: { plans: boolean }) =>
      new Kysely<Tables>({ dialect: new PostgresDialect({ pool: closeUnanswered(pool, keeps) }) });
    return { pool, db: openDb({ plans }), openDb };
  }

  async function start(): Promise<ServerSettings> {
    // Only makes the text of statements.
    const { schema } = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: async () => new pg.Pool(options) }) });
    const serverLimits = { statement_timeout: limits.statementMs, lock_timeout: limits.lockMs };
    const { client, settings } = await connect([
      { serverLimits, isDirect: true },
      { serverLimits, isDirect: false },
      { serverLimits: {}, isDirect: false },
    ]);
    try {
      await refuseEncoding(client, name);
      await migratePostgres(client, (version) =>
        pendingMigrations(version, schema, { id: 'uuid', bytes: 'bytea' }, name),
      );
      return settings;
    } finally {
      await client.end();
    }
  }

  const { serverLimits, isDirect } = await start().catch((error: unknown) => {
    throw explainPostgresError(error, name);
  });
  const third = Math.max(1, Math.floor((limits.connections - 1) / 3));
  const lanes = {
    reads: openPool(Math.max(1, limits.connections - 1 - 2 * third), serverLimits),
    writes: openPool(third, serverLimits, isDirect && byIndex),
    keys: openPool(third, serverLimits, isDirect && byIndex),
    health: openPool(1, serverLimits),
    queue: openPool(queueConnections, serverLimits, isDirect && `${byIndex} ${relaxedCommit}`),
  } satisfies Partial<Record<Lane, unknown>>;
  const pools = Object.values(lanes).map(({ pool }) => pool);
  const tickets = lanes.queue.openDb({ plans: false });
  return {
    kind: 'Postgres',
    connections: () =>
      Object.entries(lanes).map(([lane, { pool }]) => ({
        lane: lane as Lane,
        open: pool.totalCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      })),
    async run(work, lane = 'reads') {
      try {
        if (lane === 'tickets') return await work(tickets);
        return await work(lanes[lane === 'claims' ? 'writes' : lane].db);
      } catch (error) {
        throw explainPostgresError(error, name);
      }
    },
    async tryWrite() {
      try {
        await lanes.health.pool.query('update platen_schema set version = version');
      } catch (error) {
        throw explainPostgresError(error, name);
      }
    },
    async close() {
      const ended = Promise.all(pools.filter((pool) => !pool.ending).map((pool) => pool.end()));
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, goodbyeMs);
      });
      await Promise.race([ended, late]).finally(() => clearTimeout(timer));
    },
  };
}

/**
 * Whether a pooler refused a setting at the start of a connection, as PgBouncer does unless its `ignore_startup_parameters` names it.
 * Then that of the server holds.
 */
function isRefusedParameter(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === '08P01' && /startup parameter/i.test(message ?? '');
}

/** Names the database for errors, without the password that its address may hold. */
function describe(
  databaseUrl: string,
  buildClient: () => { database?: string | undefined; host: string; port: number },
) {
  try {
    if (!/^postgres(ql)?:\/\//.test(databaseUrl)) throw new TypeError('not a Postgres URL');
    const { database, host, port } = buildClient();
    return `the Postgres database "${database}" at ${host}:${port}`;
  } catch (error) {
    // Only a certificate is read from a file. Any other cause is left out, because it would show the address.
    const { path } = error as NodeJS.ErrnoException;
    const reason =
      path === undefined
        ? 'is not of the form postgres://user:password@host/name'
        : `names ${path}, which cannot be read`;
    throw new StoreError('config_invalid', `the URL of the database ${reason}`);
  }
}
