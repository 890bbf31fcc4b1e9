import { join } from 'node:path';
import { limits } from '../../contract/index.ts';
import { decodeUtf8 } from '../files/decode-document.ts';
import { parseJson, requireObject } from '../files/read-input.ts';
import { CommandError } from '../output/command-error.ts';
import { readSourceFile, resolveFolder } from './read-source.ts';
import { fileNames } from './read-template-folder.ts';
import type { RequestSize } from './request-size.ts';

/** A template in a folder. */
export interface LocalTemplate {
  /** The real path of the folder. */
  folder: string;
  /** `content.html`, in Liquid. */
  content: string;
  /** Its values: the context that was given, else `preview_context.json`, else none. */
  context: object;
}

/** Reads the content and the values of a template folder; a render does not need template.json. */
export async function readLocalTemplate(
  path: string,
  shown: string,
  context: object | undefined,
  size: RequestSize,
): Promise<LocalTemplate> {
  const folder = await resolveFolder(path, `template:${shown}`);
  const name = `${shown}/${fileNames.content}`;
  const content = decodeUtf8(await readSourceFile(join(folder, fileNames.content), name, size), name);
  if (Buffer.byteLength(content) > limits.templateContent) {
    throw new CommandError(
      'input_invalid',
      `${name} is larger than a template may be (${limits.templateContent / 1024 / 1024} MiB)`,
    );
  }
  return { folder, content, context: context ?? (await readPreviewContext(folder, shown, size)) };
}

async function readPreviewContext(folder: string, shown: string, size: RequestSize): Promise<object> {
  const name = `${shown}/${fileNames.preview_context}`;
  const bytes = await readSourceFile(join(folder, fileNames.preview_context), name, size).catch((error) => {
    if (error instanceof CommandError && error.code === 'input_missing') return undefined;
    throw error;
  });
  if (!bytes) return {};
  return requireObject(parseJson(decodeUtf8(bytes, name), name, name), `${name} does not contain a JSON object`);
}
