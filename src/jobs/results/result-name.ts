import { randomBytes } from 'node:crypto';
import { goneResult, ResultError } from './result-error.ts';

/**
 * The name of a result in its store: the id of its job, a dot, the eight hexadecimal digits that tell its database from others, and
 * eight random ones.
 */
export type ResultName = string;

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const idForm = new RegExp(`^${uuid}$`);
const nameForm = new RegExp(`^(${uuid})\\.[0-9a-f]{16}$`);

/** A new name for a result of the job. Throws `internal` if the id is no UUID: names become paths. */
export function nameResult(id: string, identity: string): ResultName {
  if (!idForm.test(id)) throw new ResultError('internal', 'a result needs the id of its job, a UUID in lower case');
  return `${id}.${identity}${randomBytes(4).toString('hex')}`;
}

/** Whether a name is that of a result which belongs to the jobs of this database. */
export function isResultOf(identity: string, name: string): boolean {
  return readJobId(name) !== undefined && name.includes(`.${identity}`);
}

/** The id of the job that a name belongs to; undefined if it is no name of a result. */
export function readJobId(name: string): string | undefined {
  return nameForm.exec(name)?.[1];
}

/** Throws `result_gone` if a row names what no store ever gave it. */
export function requireName(name: string): ResultName {
  if (readJobId(name) === undefined) throw goneResult('the name of the result is not valid');
  return name;
}
