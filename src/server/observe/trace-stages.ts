import type { EndedStage } from '../../engine/index.ts';
import type { Tracing } from './tracing.ts';

/** Returns what adds the stages of a render as spans below the one that runs now. */
export function traceStages(tracing: Tracing): (stage: EndedStage) => void {
  const add = tracing.followUp();
  return ({ stage, part, ...span }) =>
    add(stage, { ...span, facts: part === undefined ? {} : { 'platen.part': part } });
}
