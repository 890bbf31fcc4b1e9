import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { CommandError } from '../output/command-error.ts';
import type { Tool } from './tool.ts';

const ajv = new Ajv({ strict: false, verbose: true });
const checks = new Map<string, ValidateFunction>();

/** Throws `usage` for arguments that do not follow the schema of a tool. */
export function checkArguments({ name, inputSchema }: Tool, args: unknown): void {
  let check = checks.get(name);
  if (check === undefined) {
    check = ajv.compile(inputSchema);
    checks.set(name, check);
  }
  if (check(args)) return;
  const [error] = check.errors as [ErrorObject];
  const { properties = {} } = inputSchema as { properties?: object };
  throw new CommandError('usage', `${name}: ${explain(error)}`, {
    fix: `the arguments are ${Object.keys(properties).join(', ')}`,
  });
}

function explain({ instancePath, keyword, params, parentSchema, message = 'is not valid' }: ErrorObject): string {
  const place = instancePath.slice(1).replaceAll('/', '.');
  if (keyword === 'additionalProperties') return `there is no argument ${JSON.stringify(params.additionalProperty)}`;
  if (keyword === 'required') return `the argument ${JSON.stringify(params.missingProperty)} is missing`;
  if (keyword === 'pattern') return `${place} is not valid. ${parentSchema?.description}`;
  const allowed = keyword === 'enum' ? `: ${params.allowedValues.join(', ')}` : '';
  return `${place === '' ? 'the arguments' : place} ${message}${allowed}`;
}
