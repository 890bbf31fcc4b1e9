import { readFieldFaces } from '../../browser/index.ts';
import { EngineError } from '../../children/index.ts';
import type { Storage } from '../../contract/index.ts';
import {
  type Attachment,
  type EInvoice,
  type MergedPdf,
  MergeError,
  type MergePart,
  type MergeWarning,
  type OverlayPdf,
  readLanguageTag,
  type StampPdf,
} from '../../pdf/index.ts';
import type { FinishOptions } from '../merging/finish-options.ts';
import type { MergeRunOptions } from '../merging/merger.ts';
import { writeLabel } from '../page/paged/page-labels.ts';
import { describeFaults } from './conformance/describe-faults.ts';
import { describeFields } from './describe-fields.ts';
import type { ReadyPart } from './prepare-parts.ts';
import { readBytes } from './read-bytes.ts';
import type { RenderJob } from './render-job.ts';
import type { RenderedPart } from './render-part.ts';

/**
 * Merges the parts into one PDF and adds the merger's warnings to each part. Throws `pdf_invalid`, `pdf_damaged` and
 * `too_many_pages` with the index of the part.
 */
export async function mergeParts(
  job: RenderJob,
  parts: readonly RenderedPart[],
  { stamps, overlays }: { stamps?: readonly StampPdf[] | undefined; overlays: readonly OverlayPdf[] },
): Promise<MergedPdf> {
  const { options = {}, metadata, pdf: storage = {} } = job.request;
  const finish = readFinish(storage);
  const merged = await mergePdfs(job, parts, {
    outline: options.outline ?? true,
    ...(options.tagged && { wantsTags: true }),
    ...(options.page_ranges !== undefined && { pageRanges: options.page_ranges }),
    producer: `platen ${job.version}`,
    consume: true,
    metadata: { ...parts[0]?.metadata, ...metadata },
    templates: nameTemplates(parts),
    attachments: readAttachments(storage, job.conformance?.invoice),
    ...(finish && { finish }),
    ...(overlays.length > 0 && { overlays }),
    ...(stamps && { stamps }),
    ...(job.conformance && { conformance: job.conformance }),
  });
  refuseDamage(parts, merged.warnings);
  refuseLostSignatures(parts, merged.warnings);
  if (options.on_damage === 'fail') refuseDamagedOverlay(parts, merged.warnings);
  for (const { part, ...warning } of merged.warnings) {
    const overlay = nameOverlay(part, parts);
    if (overlay === undefined) parts[part]?.warnings.push(warning);
    else parts[0]?.warnings.push({ ...warning, detail: `${overlay}: ${warning.detail}` });
  }
  return merged;
}

/** The quality of JPEG that is hard to tell from its source. */
const defaultQuality = 85;

/** What the merger counts after the parts: "overlay 1"; undefined for a part. */
function nameOverlay(index: number, parts: readonly RenderedPart[]): string | undefined {
  return index < parts.length ? undefined : `overlay ${index - parts.length + 1}`;
}

/** The revisions of stored templates as the properties of the document name them; undefined for none. */
function nameTemplates(parts: readonly RenderedPart[]): string | undefined {
  const names = parts.flatMap(({ template }) => (template ? [`${template.id}@${template.revision}`] : []));
  return names.length > 0 ? [...new Set(names)].join(', ') : undefined;
}

/** Throws `pdf_damaged` for a part that was repaired or lost something, if its options ask for it. */
function refuseDamage(parts: readonly RenderedPart[], warnings: readonly MergeWarning[]): void {
  const damage = warnings.filter(({ code }) => code === 'pdf_repaired');
  for (const [place, { index, options }] of parts.entries()) {
    const found = damage.filter(({ part }) => part === place).map(({ detail }) => detail);
    if (options.on_damage !== 'fail' || found.length === 0) continue;
    throw new EngineError('pdf_damaged', `The PDF is damaged: ${found.join('; ')}.`, { part: index, stage: 'bind' });
  }
}

/** Throws `signature_lost` for a part that loses its signature, if its options ask for it. */
function refuseLostSignatures(parts: readonly RenderedPart[], warnings: readonly MergeWarning[]): void {
  for (const { part: place, code, detail } of warnings) {
    const part = parts[place];
    if (code !== 'signature_dropped' || part?.options.on_signature !== 'fail') continue;
    const text = detail.replace(' was dropped', ' would be lost');
    throw new EngineError('signature_lost', `${text}.`, { part: part.index, stage: 'bind' });
  }
}

/** Throws `pdf_damaged` for an overlay that was repaired or lost something. */
function refuseDamagedOverlay(parts: readonly RenderedPart[], warnings: readonly MergeWarning[]): void {
  const damage = warnings.find(({ code, part }) => code === 'pdf_repaired' && part >= parts.length);
  if (damage === undefined) return;
  const error = new EngineError(
    'pdf_damaged',
    `${nameOverlay(damage.part, parts)}: The PDF is damaged: ${damage.detail}.`,
    {
      stage: 'bind',
    },
  );
  error.errors = [{ pointer: `/overlays/${damage.part - parts.length}`, detail: damage.detail }];
  throw error;
}

/**
 * Merges a user's PDF by itself, in a process that can do no harm, to find the pages that the whole will have of it. The whole
 * takes the PDF as it was given: what it loses is reported once, and page numbers in links mean its own pages.
 */
export async function mergeForeignPart(job: RenderJob, part: RenderedPart, outline = false): Promise<Uint8Array> {
  return (await mergePdfs(job, [part], { outline, producer: '' })).pdf;
}

/** Throws `not_conforming` for a user's PDF that cannot be part of an archive, before other parts are printed. */
export async function checkForeignPart(job: RenderJob, ready: ReadyPart): Promise<void> {
  const pdfA = job.conformance?.pdfA;
  if (pdfA === undefined || ready.source.kind !== 'pdf') return;
  const { source } = ready;
  const part = { ...ready, source, pdf: source.bytes, foreign: true, warnings: [], loadMs: 0, printMs: 0 };
  await mergePdfs(job, [part], { outline: false, producer: '', conformance: { pdfA } });
}

async function mergePdfs(job: RenderJob, parts: readonly RenderedPart[], options: MergeRunOptions): Promise<MergedPdf> {
  try {
    const merging = parts.map(buildMergePart);
    const all = merging.some(({ form, controls }) => form ?? controls)
      ? { ...options, fieldFaces: await readFieldFaces() }
      : options;
    return await job.merger.merge(merging, all, job.deadline.signal);
  } catch (error) {
    if (!(error instanceof MergeError)) throw error;
    const overlay = error.part === undefined ? undefined : nameOverlay(error.part, parts);
    if (error.part !== undefined && overlay !== undefined) {
      const failure = new EngineError(error.code, `${overlay}: ${error.message}`, { stage: 'bind' }, { cause: error });
      failure.errors = [{ pointer: `/overlays/${error.part - parts.length}`, detail: error.message }];
      throw failure;
    }
    const index = error.part === undefined ? undefined : (parts[error.part]?.index ?? error.part);
    const failure = new EngineError(error.code, error.message, { part: index, stage: 'bind' }, { cause: error });
    if (error.fields.length > 0) failure.errors = describeFields(job.request, index ?? 0, error);
    if (error.faults.length > 0)
      failure.errors = await describeFaults(job.request, parts, error.faults, job.deadline.signal);
    throw failure;
  }
}

/** A rendered part as merging takes it. */
export function buildMergePart(part: RenderedPart): MergePart {
  const {
    pdf,
    source,
    running,
    bookmarks,
    titles,
    foreign,
    origin,
    title,
    name,
    sizes,
    options,
    namesLanguage,
    facts,
    aloud,
    controls,
    labels,
    hasSoftHyphens,
    hasBleeds,
    trimmed,
    places,
  } = part;
  return {
    pdf,
    foreign,
    ...(source.kind === 'pdf' && source.form && { form: source.form }),
    ...(running && { stamps: running }),
    ...(controls && { controls }),
    ...(labels && { labels: labels.map(writeLabel) }),
    ...(bookmarks && { bookmarks }),
    ...(titles && { titles }),
    ...(hasSoftHyphens && { hasSoftHyphens }),
    ...(hasBleeds && { hasBleeds }),
    ...(trimmed && { trimmed }),
    ...(namesLanguage === false && { dropsLanguage: true }),
    ...(facts && { hasLanguage: readLanguageTag(facts.language) !== undefined }),
    ...aloud,
    ...(places && { places }),
    ...(title !== undefined && { title }),
    ...(name !== undefined && { names: [name] }),
    ...(sizes !== undefined && { sizes }),
    ...(origin !== undefined && { origin: `${origin}/` }),
    ...(foreign && options.page_ranges !== undefined && { pageRanges: options.page_ranges }),
  };
}

/** How the file is stored, or undefined for the way in which merging writes it. */
function readFinish({ version, linearize, encrypt, image_dpi, image_quality }: Storage): FinishOptions | undefined {
  if (version === undefined && !linearize && encrypt === undefined && image_dpi === undefined) return undefined;
  return {
    ...(version && { version }),
    ...(linearize && { linearize }),
    ...(encrypt && { encrypt }),
    ...(image_dpi !== undefined && { images: { dpi: image_dpi, quality: image_quality ?? defaultQuality } }),
  };
}

function readAttachments(
  { attachments = [], e_invoice: eInvoice }: Storage,
  invoice: EInvoice | undefined,
): Attachment[] {
  const names = new Set<string>(invoice && [invoice.name]);
  for (const [index, { name }] of attachments.entries()) {
    if (names.has(name)) {
      throw new EngineError('invalid_request', `/pdf/attachments/${index}/name is that of another attachment`);
    }
    names.add(name);
  }
  const files = attachments.map(({ base64, ...file }): Attachment => ({ ...file, bytes: readBytes(base64) }));
  if (invoice === undefined || eInvoice === undefined) return files;
  const { name, level, relationship, modified } = invoice;
  const description = `The invoice as XML, profile ${level}`;
  const bytes = readBytes(eInvoice.base64);
  return [{ name, type: 'text/xml', bytes, description, relationship, ...(modified && { modified }) }, ...files];
}
