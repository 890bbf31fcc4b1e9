import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { walkJson } from '../../../contract/index.ts';
import { decodeUtf8 } from '../../files/decode-document.ts';
import { parseJson } from '../../files/read-input.ts';
import { CommandError } from '../../output/command-error.ts';
import type { JobItem } from './read-job-lines.ts';

/** Reads jobs of a JSON list, with the line of each. Throws `input_invalid` with line and column. */
export async function* readList(stream: Readable, name: string): AsyncGenerator<JobItem> {
  const text = decodeUtf8(await buffer(stream), name);
  const list = parseJson(text, name, name);
  if (!Array.isArray(list)) {
    throw new CommandError('input_invalid', `${name} does not contain a list`, {
      fix: 'put the jobs into a list, [ … ], or use a file with one JSON object per line, such as jobs.ndjson',
    });
  }
  const lines = findItemLines(text);
  for (const [index, item] of list.entries()) {
    const place = `${name}:${lines[index] ?? index + 1}`;
    yield {
      index,
      place,
      read() {
        if (typeof item === 'object' && item !== null && !Array.isArray(item)) return item;
        throw new CommandError('input_invalid', `${place}: item ${index + 1} is not a JSON object`);
      },
    };
  }
}

/** The line of each item of a list, from 1. Only objects and lists count; other items are no jobs. */
function findItemLines(text: string): number[] {
  const lines: number[] = [];
  let depth = 0;
  let line = 1;
  let counted = 0;
  walkJson(text, {
    visitString: () => undefined,
    visitNumber: () => undefined,
    visitComma: () => undefined,
    openContainer(_isList, at) {
      depth += 1;
      if (depth !== 2) return undefined;
      line += text.slice(counted, at).split('\n').length - 1;
      counted = at;
      lines.push(line);
      return undefined;
    },
    closeContainer() {
      depth -= 1;
    },
  });
  return lines;
}
