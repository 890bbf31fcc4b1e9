import type { ConformanceName, RenderRequest } from '../../contract/index.ts';
import { EngineError } from '../engine-error.ts';
import type { Conformance } from '../merge/conformance/conformance.ts';

/**
 * What the document claims to be; undefined where it claims nothing. Throws `invalid_request` for what the request itself
 * contradicts, before anything is printed.
 */
export function readConformance({ options = {}, pdf = {} }: RenderRequest): Conformance | undefined {
  const { conformance: names = [], encrypt, version, attachments = [] } = pdf;
  const archives = names.filter((name) => name.startsWith('pdf/a-'));
  const [archive] = archives;
  const refuse = (field: string, reason: string) => {
    throw new EngineError('invalid_request', `${field} ${reason}`);
  };
  if (archives.length > 1) refuse('/pdf/conformance', `names ${archives.join(' and ')}; a document claims one of them`);
  const needsTags = names.find((name) => name === 'pdf/ua-1' || name.endsWith('a'));
  if (needsTags && options.tagged === false) refuse('/options/tagged', `is false, and ${needsTags} needs tags`);
  if (archive !== undefined) {
    if (encrypt) refuse('/pdf/encrypt', `does not go with ${archive}: an archive is open to all (ISO 19005-2, 6.1.3)`);
    if (version === '2.0') refuse('/pdf/version', `is "2.0", and ${archive} is 1.7 at most (ISO 19005-2, 6.1.2)`);
    if (attachments.length > 0 && archive.startsWith('pdf/a-2')) {
      refuse(
        '/pdf/attachments',
        `does not go with ${archive}, which holds no other files (ISO 19005-2, 6.8); pdf/a-3b does`,
      );
    }
  }
  if (names.length === 0) return undefined;
  return {
    ...(archive !== undefined && { pdfA: readLevel(archive) }),
    ...(names.includes('pdf/ua-1') && { pdfUa: 1 as const }),
  };
}

function readLevel(name: ConformanceName): NonNullable<Conformance['pdfA']> {
  const [, part, level] = /^pdf\/a-(\d)(\w)$/.exec(name) ?? [];
  return { part: part === '3' ? 3 : 2, level: level === 'a' ? 'A' : level === 'u' ? 'U' : 'B' };
}
