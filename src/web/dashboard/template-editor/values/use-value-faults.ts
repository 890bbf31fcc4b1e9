import { useSignal, useSignalEffect } from '@preact/signals';
import type { CheckedValuesAnswer } from '../../../../contract/index.ts';
import { checkValues } from './value-set-calls.ts';
import type { EditedValueSets } from './value-sets.ts';

/** Milliseconds without a key after which values are checked. */
const pauseMs = 300;
const none: CheckedValuesAnswer = { faults: [] };

/** What is wrong with the values that are drawn, by the schema as it was typed; asked for again after each change. */
export function useValueFaults({ schema, values }: Pick<EditedValueSets, 'schema' | 'values'>) {
  const checked = useSignal(none);
  useSignalEffect(() => {
    const [rules, { value }] = [schema.value?.value, values.value];
    if (!rules || !value) {
      checked.value = none;
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      // A check that fails does not change the editor: a render says the same.
      const answer = await checkValues(rules, value, controller.signal).catch(() => undefined);
      if (answer && !controller.signal.aborted) checked.value = answer;
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  });
  return checked;
}
