import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { StoreLocation } from '../../src/store/index.ts';

/**
 * All that somebody reads who has the database and not its key: on SQLite each file of the data folder but `secret.key`, freed pages and
 * the log among them; on Postgres each row of each table as text, bytes in hexadecimal digits.
 */
export async function dumpDatabase(location: StoreLocation): Promise<Buffer> {
  return 'dataFolder' in location ? dumpFolder(location.dataFolder) : dumpRows(location.databaseUrl);
}

async function dumpFolder(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'secret.key');
  return Buffer.concat(await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name)))));
}

async function dumpRows(databaseUrl: string): Promise<Buffer> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select one::text as row from ${name} as one`);
      texts.push(name, ...rows.map(({ row }) => row));
    }
    return Buffer.from(texts.join('\n'));
  } finally {
    await client.end();
  }
}

/** The words that are in a dump, as they are, in hexadecimal digits or in base64. */
export function findWords(dump: Buffer, words: readonly string[]): string[] {
  const forms = (word: string) => {
    const bytes = Buffer.from(word);
    // Two bytes at each end depend on what is beside them.
    const inner = [0, 1, 2].map((shift) =>
      Buffer.concat([Buffer.alloc(shift), bytes])
        .toString('base64')
        .slice(4, -4),
    );
    return [word, bytes.toString('hex'), ...inner];
  };
  return words.filter((word) => forms(word).some((form) => dump.includes(form)));
}
