import type { Liquid } from 'liquidjs';
import { nearestName } from '../../folders/index.ts';
import type { TemplateSources } from './explain-problem.ts';
import { findPartialTags, type PartialTag } from './find-partials.ts';
import type { TemplateProblem } from './template-job.ts';

/** How deep partials can be nested. */
const depthLimit = 20;

/** A tag that takes in what it cannot. */
export class PartialProblem extends Error {
  readonly found: TemplateProblem;
  constructor(found: TemplateProblem) {
    super(found.problem);
    this.found = found;
  }
}

/**
 * Throws `PartialProblem` at the first tag of a template or of its partials that names no partial, closes a circle or is too deep. `names`
 * are those that could be meant. Throws what the parser throws.
 */
export function checkPartials(liquid: Liquid, { content, partials }: TemplateSources, names: readonly string[]): void {
  /** How many levels of partials there are below each, including itself. */
  const heights = new Map<string, number>();

  function follow(text: string, chain: readonly string[]): number {
    let height = 0;
    for (const tag of findPartialTags(liquid, text, chain.at(-1))) {
      const refuse = (problem: string) => new PartialProblem(placeProblem(problem, tag, text, chain.at(-1)));
      const { name } = tag;
      if (name === null)
        throw refuse(`the name of a partial must be in quotes, as in {% ${tag.tag} "partials/header" %}`);
      if (chain.includes(name)) {
        const circle = [...chain.slice(chain.indexOf(name)), name].join(' includes ');
        throw refuse(`${circle}: partials must not include each other in a circle`);
      }
      const partial = partials[name];
      if (partial === undefined) throw refuse(describeUnknown(name, names));
      const known = heights.get(name);
      if (chain.length + (known ?? 1) > depthLimit)
        throw refuse(`partials are nested more than ${depthLimit} levels deep`);
      const below = known ?? 1 + follow(partial, [...chain, name]);
      heights.set(name, below);
      height = Math.max(height, below);
    }
    return height;
  }

  follow(content, []);
}

function placeProblem(
  problem: string,
  { line, column }: PartialTag,
  text: string,
  partial: string | undefined,
): TemplateProblem {
  const sourceLine = text.split('\n', line)[line - 1]?.slice(0, 160) ?? '';
  return { problem, place: { line, column, sourceLine, isQuoted: false, ...(partial !== undefined && { partial }) } };
}

function describeUnknown(name: string, names: readonly string[]): string {
  const near = nearestName(name, names);
  return `there is no partial or layout ${JSON.stringify(name)}${near === undefined ? '' : `; did you mean "${near}"?`}`;
}
