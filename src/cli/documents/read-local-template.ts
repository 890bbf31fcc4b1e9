import { join } from 'node:path';
import { limits } from '../../contract/index.ts';
import { decodeUtf8 } from '../files/decode-document.ts';
import { parseJson, requireObject } from '../files/read-input.ts';
import { CommandError } from '../output/command-error.ts';
import type { ValuesText } from './check-values.ts';
import { readSourceFile, resolveFolder } from './read-source.ts';
import { fileNames } from './read-template-folder.ts';
import type { RequestSize } from './request-size.ts';
import { requireSet, setFile } from './value-sets.ts';

/** A template in a folder. */
export interface LocalTemplate {
  /** The real path of the folder. */
  folder: string;
  /** `content.html`, in Liquid. */
  content: string;
  /** The folder as the user knows it. */
  shown: string;
  /** Its values: the context that was given, else those of a file, else none. */
  context: object;
  /** The file of the values. */
  valuesText?: ValuesText | undefined;
}

/** Which values a template gets: an object, or the set with a name. Default: `preview_context.json`. */
interface ValuesChoice {
  context?: object | undefined;
  values?: string | undefined;
}

/** Reads the content and the values of a template folder; a render does not need template.json. */
export async function readLocalTemplate(
  path: string,
  shown: string,
  { context, values }: ValuesChoice,
  size: RequestSize,
): Promise<LocalTemplate> {
  const folder = await resolveFolder(path, `template:${shown}`);
  const name = `${shown}/${fileNames.content}`;
  const bytes = await readSourceFile(join(folder, fileNames.content), name, size).catch((error) => {
    if (!(error instanceof CommandError) || error.code !== 'input_missing') throw error;
    const why = `a template is a folder with its HTML in ${fileNames.content}`;
    throw new CommandError(error.code, error.message, { why, fix: 'check the name of the folder', cause: error });
  });
  const content = decodeUtf8(bytes, name);
  if (Buffer.byteLength(content) > limits.templateContent) {
    throw new CommandError(
      'input_invalid',
      `${name} is larger than a template may be (${limits.templateContent / 1024 / 1024} MiB)`,
    );
  }
  if (context !== undefined) return { folder, shown, content, context };
  if (values !== undefined) await requireSet(folder, shown, values);
  return {
    folder,
    shown,
    content,
    ...(await readValues(folder, `${shown}/${setFile(values)}`, setFile(values), size)),
  };
}

async function readValues(
  folder: string,
  name: string,
  file: string,
  size: RequestSize,
): Promise<Pick<LocalTemplate, 'context' | 'valuesText'>> {
  const bytes = await readSourceFile(join(folder, file), name, size).catch((error) => {
    if (error instanceof CommandError && error.code === 'input_missing') return undefined;
    throw error;
  });
  if (!bytes) return { context: {} };
  const json = decodeUtf8(bytes, name);
  const context = requireObject(parseJson(json, name, name), `${name} does not contain a JSON object`);
  return { context, valuesText: { file: name, json } };
}
