import { buildDict, PdfRef, PdfStream, PdfString } from '../pdf/objects.ts';
import { encodeTextString } from '../pdf/text-string.ts';
import { buildNameTree } from '../pdf/trees.ts';

/** A file that goes along with the document. */
export interface Attachment {
  /** Its file name, without a path. Names must differ. */
  name: string;
  /** Its media type. */
  type: string;
  bytes: Uint8Array;
}

/** The name tree of attached files for the catalog (ISO 32000-2, 7.11.4). Undefined where there are none. */
export function buildAttachments(attachments: readonly Attachment[] = []): PdfRef | undefined {
  if (attachments.length === 0) return undefined;
  return buildNameTree(
    attachments.map((attachment) => [encodeTextString(attachment.name).bytes, buildFile(attachment)]),
  );
}

function buildFile({ name, type, bytes }: Attachment): PdfRef {
  const size = buildDict({ Size: bytes.length });
  const data = new PdfRef(new PdfStream(buildDict({ Type: 'EmbeddedFile', Subtype: type, Params: size }), bytes));
  // Readers that know no Unicode names take the other one.
  const plain = new PdfString(name.replace(/[^\x20-\x7e]/g, '_'));
  const files = buildDict({ F: data, UF: data });
  return new PdfRef(buildDict({ Type: 'Filespec', F: plain, UF: encodeTextString(name), EF: files }));
}
