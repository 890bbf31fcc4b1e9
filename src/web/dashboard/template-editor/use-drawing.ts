import { batch, type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { ApiError } from '../../api.ts';
import { type DrawnPdf, drawTemplate } from '../drawing.ts';
import type { Draft } from './draft.ts';
import { listOverlays } from './overlays/overlay-list.ts';

/** Milliseconds without a key after which the pages are drawn. */
const pauseMs = 80;

/** Why the present text cannot be drawn. */
export interface DrawProblem {
  /** Which text is at fault; undefined if neither is. */
  where: 'content' | 'values' | undefined;
  message: string;
  line?: number | undefined;
  column?: number | undefined;
  fix?: string | undefined;
}

/** A draft with the values that are shown. */
export interface ShownDraft extends Pick<Draft, 'id' | 'content' | 'options' | 'overlays' | 'values'> {
  context: ReadonlySignal<string>;
}

/** Draws the draft again after each change; an older drawing that still runs is ended. */
export function useDrawing(draft: ShownDraft) {
  const pdf = useSignal<DrawnPdf | undefined>(undefined);
  const problem = useSignal<DrawProblem | undefined>(undefined);
  const isBusy = useSignal(true);
  const running = useRef<AbortController>(undefined);

  async function draw(): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { value, problem: wrong } = draft.values.value;
    if (!value) {
      batch(() => {
        problem.value = { where: 'values', message: 'these values cannot be read', ...wrong };
        isBusy.value = false;
      });
      return;
    }
    isBusy.value = true;
    const { content, options, id } = draft;
    const overlays = listOverlays(draft.overlays.value);
    const drawing = {
      content: content.value,
      preview_context: value,
      options: options.value,
      ...(overlays.length > 0 && { overlays }),
      place: id,
      template: id,
    };
    try {
      const drawn = await drawTemplate(drawing, controller.signal);
      if (controller.signal.aborted) return;
      batch(() => {
        pdf.value = drawn;
        problem.value = undefined;
        isBusy.value = false;
      });
    } catch (error) {
      // A newer drawing of the same place is on its way.
      if (controller.signal.aborted || (error as ApiError).code === 'still_running') return;
      batch(() => {
        problem.value = describe(error as ApiError);
        isBusy.value = false;
      });
      const { retryAfter } = error as ApiError;
      if (retryAfter === undefined) return;
      const retry = setTimeout(() => void draw(), retryAfter * 1000);
      controller.signal.addEventListener('abort', () => clearTimeout(retry));
    }
  }

  useSignalEffect(() => {
    // Read here, so that a change of any of them draws.
    void [draft.content.value, draft.context.value, draft.options.value, draft.overlays.value];
    const timer = setTimeout(() => void draw(), pauseMs);
    return () => {
      clearTimeout(timer);
      running.current?.abort();
    };
  });
  return { pdf, problem, isBusy, draw };
}

function describe({ problem, message }: ApiError): DrawProblem {
  const { line, column, code } = problem ?? {};
  if (code !== 'template_error') return { where: undefined, message };
  // The message has its place next to it here, and the line below.
  const problemAlone = /^".*?", line \d+, column \d+: (.+?)(?: In: .*)?$/s.exec(message)?.[1];
  return { where: 'content', message: problemAlone ?? message, line, column };
}
