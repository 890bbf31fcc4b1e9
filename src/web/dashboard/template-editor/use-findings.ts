import { useSignal, useSignalEffect } from '@preact/signals';
import type { TemplateFinding } from '../../../contract/index.ts';
import { call } from '../../api.ts';
import type { Draft } from './draft.ts';

/** Milliseconds without a key after which the texts are checked: later than the pages, which matter more. */
const pauseMs = 300;

/** What is wrong with the draft, asked for again after each change; the last answer stays meanwhile. */
export function useFindings(draft: Pick<Draft, 'id' | 'content' | 'values'>) {
  const findings = useSignal<readonly TemplateFinding[]>([]);
  useSignalEffect(() => {
    const [content, { value: preview_context }] = [draft.content.value, draft.values.value];
    if (!preview_context) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const body = { content, preview_context, template: draft.id };
      const asking = call<{ data: TemplateFinding[] }>('POST', '/api/dashboard/findings', {
        body,
        signal: controller.signal,
      });
      // A check that fails does not change the editor: the pages show what matters.
      const answer = await asking.catch(() => undefined);
      if (answer && !controller.signal.aborted) findings.value = answer.data;
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  });
  return findings;
}
