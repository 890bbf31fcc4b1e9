import type { Storage } from '../contract/index.ts';
import type { Attachment } from './bind/attachments.ts';
import { BindError, type BindPart, type BoundPdf } from './bind/bind.ts';
import type { BinderBindOptions } from './bind/binder.ts';
import type { FinishOptions } from './bind/finish-pdf.ts';
import { EngineError } from './engine-error.ts';
import type { RenderJob } from './render.ts';
import type { RenderedPart } from './render-part.ts';

/** Makes one PDF of the parts. Throws `pdf_invalid` and `too_many_pages` with the index of the part. */
export async function bindParts(
  job: RenderJob,
  parts: readonly RenderedPart[],
  stamps?: Uint8Array,
): Promise<BoundPdf> {
  const { options = {}, metadata, pdf: storage = {} } = job.request;
  const finish = readFinish(storage);
  return bind(job, parts, {
    outline: options.outline ?? true,
    producer: `platen ${job.version}`,
    consume: true,
    metadata: { ...parts[0]?.metadata, ...metadata },
    attachments: readAttachments(storage),
    ...(finish && { finish }),
    ...(stamps && { stamps }),
  });
}

/** A user's PDF by itself, cut to its page ranges, made sound and harmless. Its title is left to the whole. */
export async function bindOne(job: RenderJob, part: RenderedPart): Promise<Uint8Array> {
  return (await bind(job, [{ ...part, title: undefined }], { outline: true, producer: '' })).pdf;
}

async function bind(job: RenderJob, parts: readonly RenderedPart[], options: BinderBindOptions): Promise<BoundPdf> {
  try {
    return await job.binder.bind(parts.map(buildBindPart), options, job.deadline.signal);
  } catch (error) {
    if (!(error instanceof BindError)) throw error;
    const { index } = parts[error.part] ?? { index: error.part };
    throw new EngineError(error.code, error.message, { part: index, stage: 'bind' }, { cause: error });
  }
}

function buildBindPart({ pdf, foreign, origin, title, name, sizes, options }: RenderedPart): BindPart {
  return {
    pdf,
    foreign,
    ...(title !== undefined && { title }),
    ...(name !== undefined && { names: [name] }),
    ...(sizes !== undefined && { sizes }),
    ...(origin !== undefined && { origin: `${origin}/` }),
    ...(foreign && options.page_ranges !== undefined && { pageRanges: options.page_ranges }),
  };
}

/** How the file is to be stored, or undefined for the way that `bind` writes it anyhow. */
function readFinish({ version, linearize, encrypt }: Storage): FinishOptions | undefined {
  if (version === undefined && !linearize && encrypt === undefined) return undefined;
  return {
    ...(version !== undefined && { version }),
    ...(linearize !== undefined && { linearize }),
    ...(encrypt && {
      encrypt: {
        userPassword: encrypt.user_password,
        ownerPassword: encrypt.owner_password,
        ...(encrypt.permissions && { permissions: encrypt.permissions }),
      },
    }),
  };
}

function readAttachments({ attachments = [] }: Storage): Attachment[] {
  const names = new Set<string>();
  for (const [index, { name }] of attachments.entries()) {
    if (names.has(name)) {
      throw new EngineError('invalid_request', `/pdf/attachments/${index}/name is that of another attachment`);
    }
    names.add(name);
  }
  return attachments.map(({ name, type, base64 }) => ({ name, type, bytes: Buffer.from(base64, 'base64') }));
}
