import { createHash } from 'node:crypto';

/** A statement for the driver. Under a name the server keeps how it is done (PostgreSQL, "PREPARE"). */
export interface Statement {
  name?: string;
  text: string;
  values: unknown[];
}

/** SQLSTATE of a name that the server does not know, and of one that it has already: a pooler has changed the connection. */
const nameErrors = ['26000', '42P05'];
/** More texts than this do not repeat. */
const nameLimit = 200;

/**
 * Sends statements under names, so that each connection plans them once: the plan costs as much as the rest. Behind a pooler that
 * loses names, none is used from then on; a statement that was refused for its name has done nothing and is sent again.
 */
export function keepPlans(isPossible: boolean) {
  const names = new Map<string, string>();
  let isOn = isPossible;

  function nameOf(text: string): string | undefined {
    if (!isOn) return undefined;
    const known = names.get(text);
    if (known !== undefined || names.size >= nameLimit) return known;
    // The same text has the same name in every service: behind a pooler they share connections.
    const name = `platen_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    names.set(text, name);
    return name;
  }

  return async <R>(send: (statement: Statement) => Promise<R>, statement: Statement): Promise<R> => {
    const name = nameOf(statement.text);
    if (name === undefined) return send(statement);
    try {
      return await send({ name, ...statement });
    } catch (error) {
      if (!nameErrors.includes((error as { code?: string }).code ?? '')) throw error;
      isOn = false;
      return send(statement);
    }
  };
}
