import { join } from 'node:path';
import { placeAt } from '../../contract/index.ts';
import { decodeUtf8 } from '../files/decode-document.ts';
import { locateJsonPath } from '../files/json-path.ts';
import { parseJson } from '../files/read-input.ts';
import { CommandError } from '../output/command-error.ts';
import { safeText } from '../output/safe-text.ts';
import type { ValuesCheck } from '../service/embedded.ts';
import { readSourceFile } from './read-source.ts';
import { RequestSize } from './request-size.ts';
import { schemaName } from './value-sets.ts';

/** The text that values come from. */
export interface ValuesText {
  /** Its file, as the user knows it. */
  file: string;
  json: string;
}

/** A value that does not follow the schema. */
export interface PlacedFault {
  /** The field as a template names it, with what is wrong. */
  message: string;
  /** The file of the value; missing if the values come from no file. */
  file?: string;
  line?: number;
  column?: number;
}

/** Checks values of template folders. Each schema is compiled once. */
export interface ValuesChecker {
  /** What is wrong with the values, by `values.schema.json` of the folder; nothing without one. Throws `input_invalid` for a bad schema. */
  find(folder: string, shown: string, values: object, text: ValuesText | undefined): Promise<PlacedFault[]>;
  /** Throws `input_invalid` with all faults. */
  require(folder: string, shown: string, values: object, text: ValuesText | undefined): Promise<void>;
  /** The same for a schema that is in no folder. `shown` is its name in errors. */
  requireSchema(schema: object, shown: string, values: object): Promise<void>;
}

/** Opens the checker of values for a command. */
export function openValuesChecker(): ValuesChecker {
  const compiled = new Map<string, ValuesCheck>();

  async function compileFile(folder: string, shown: string): Promise<ValuesCheck | undefined> {
    const json = await readValuesSchema(folder, shown);
    return json === undefined ? undefined : compile(json, `${shown}/${schemaName}`);
  }

  async function compile(json: string, name: string): Promise<ValuesCheck> {
    const known = compiled.get(json);
    if (known) return known;
    const { loadValuesCompiler } = await import('../service/embedded.ts');
    const compileSchema = await loadValuesCompiler();
    try {
      const check = compileSchema(parseJson(json, name, name));
      compiled.set(json, check);
      return check;
    } catch (cause) {
      if (cause instanceof CommandError) throw cause;
      throw new CommandError('input_invalid', `${name} cannot be used`, { why: (cause as Error).message, cause });
    }
  }

  const find: ValuesChecker['find'] = async (folder, shown, values, text) => {
    const faults = (await compileFile(folder, shown))?.(values) ?? [];
    const placed = faults.map(({ path, field, detail }) => ({
      message: `${safeText(field)} ${detail}`,
      at: text === undefined ? 0 : locateJsonPath(text.json, path),
    }));
    // In the order of the file.
    placed.sort((a, b) => a.at - b.at);
    return placed.map(({ message, at }) => ({ message, ...(text && { file: text.file, ...placeAt(text.json, at) }) }));
  };

  return {
    find,
    async require(folder, shown, values, text) {
      refuseFaults(await find(folder, shown, values, text), `${shown}/${schemaName}`);
    },
    async requireSchema(schema, shown, values) {
      const faults = (await compile(JSON.stringify(schema), shown))(values);
      refuseFaults(
        faults.map(({ field, detail }) => ({ message: `${safeText(field)} ${detail}` })),
        shown,
      );
    },
  };
}

function refuseFaults([first, ...others]: readonly PlacedFault[], schema: string): void {
  if (first === undefined) return;
  const say = ({ file, line, column, message }: PlacedFault) =>
    file === undefined ? message : `${file}:${line}:${column}: ${message}`;
  const rest = others.length > 5 ? [...others.slice(0, 4).map(say), `and ${others.length - 4} more`] : others.map(say);
  throw new CommandError('input_invalid', say(first), {
    why: [`the values do not follow ${schema}`, ...rest].join('; '),
  });
}

/** The schema of a template folder as JSON text; undefined without one. `shown` is the folder's name in errors. */
export async function readValuesSchema(folder: string, shown: string): Promise<string | undefined> {
  const name = `${shown}/${schemaName}`;
  const bytes = await readSourceFile(join(folder, schemaName), name, new RequestSize()).catch((error) => {
    if (error instanceof CommandError && error.code === 'input_missing') return undefined;
    throw error;
  });
  return bytes && decodeUtf8(bytes, name);
}
