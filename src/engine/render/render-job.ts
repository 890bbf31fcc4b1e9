import type { BrowserSupervisor, FontSet, Target } from '../../browser/index.ts';
import type { Queue } from '../../children/index.ts';
import type { RenderRequest } from '../../contract/index.ts';
import type { Conformance } from '../../pdf/index.ts';
import type { Deadline } from '../deadline.ts';
import type { EndedStage, RenderContext } from '../engine-options.ts';
import type { RenderMerger } from '../merging/merger.ts';
import type { PageSet } from '../page/open/page-set.ts';
import type { SigningParts } from '../signing/sign-document.ts';
import type { Preparer } from './preparer.ts';

/** A render as the engine asks for it. */
export interface RenderRun {
  request: RenderRequest;
  context: RenderContext;
  deadline: Deadline;
  /** Which faces count. */
  fonts: FontSet;
  /** The first start of the browser. Undefined once it runs. */
  starting: Promise<unknown> | undefined;
  /** Opens what its document is signed with. Undefined without a signature. */
  openSigning?: (() => Promise<SigningParts>) | undefined;
  /** Where it gets its slot. */
  queue: Queue;
}

/** A render with the services that it uses. */
export interface RenderJob extends Omit<RenderRun, 'queue'> {
  /** The standards that the document claims to keep. Default none. */
  conformance?: Conformance | undefined;
  version: string;
  supervisor: BrowserSupervisor;
  /** Browsers with WebGL, for parts that ask for it. Default: they have none. */
  webglSupervisor?: BrowserSupervisor | undefined;
  preparer: Preparer;
  merger: RenderMerger;
  /** Opens pages that reach no other port of a host. Close them. */
  openBoundPages(bound: Pick<Target, 'host' | 'port'>): Promise<PageSet>;
  /** Waits for one more slot of the queue, for a part rendered at the same time as others. */
  acquireSpareSlot(signal: AbortSignal): Promise<() => void>;
}

/** Does the work of a stage and reports when it has ended, and how. */
export async function measureStage<T>(
  { context: { onStage } }: Pick<RenderRun, 'context'>,
  { stage, part }: Pick<EndedStage, 'stage' | 'part'>,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  try {
    const result = await work();
    onStage?.({ stage, part, startedAt, endedAt: performance.now() });
    return result;
  } catch (error) {
    onStage?.({ stage, part, startedAt, endedAt: performance.now(), error });
    throw error;
  }
}
