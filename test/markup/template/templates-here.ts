import * as barcodes from 'bwip-js/generic';
import { checkPartials, PartialProblem } from '../../../src/markup/template/check-partials.ts';
import { checkTemplateText } from '../../../src/markup/template/checks/check-template-text.ts';
import { explainProblem } from '../../../src/markup/template/explain-problem.ts';
import { buildLiquid, renderTemplate, setPartials } from '../../../src/markup/template/liquid-engine.ts';
import { TemplateError } from '../../../src/markup/template/template-error.ts';

interface Options {
  name?: string;
  partials?: Readonly<Record<string, string>>;
  names?: string[];
  now?: Date;
  timezone?: string;
}

const clock = { now: 0, timezone: 'UTC' };
const liquid = buildLiquid(clock, () => barcodes as never);

/** What the child that renders templates does, in this process. A system test checks the child. */
export const templates = {
  async render(template: string, context: object, options: Options = {}): Promise<string> {
    return run(template, options, (partials) => {
      if (options.names !== undefined) checkPartials(liquid, { content: template, partials }, options.names);
      return Buffer.concat(renderTemplate(liquid, template, copyData(context))).toString();
    });
  },
  async check(template: string, values: object, options: Options = {}) {
    return run(template, options, (partials) =>
      checkTemplateText(liquid, { content: template, partials }, copyData(values)),
    );
  },
};

/** Runs a task with the clock, the time zone and the partials of a render. What fails becomes a TemplateError. */
function run<T>(content: string, options: Options, task: (partials: Readonly<Record<string, string>>) => T): T {
  const { partials = {}, now = new Date(), timezone = 'UTC', name } = options;
  Object.assign(clock, { now: now.getTime(), timezone });
  liquid.options.timezoneOffset = timezone;
  const zoneBefore = process.env.TZ;
  process.env.TZ = timezone;
  setPartials(liquid, partials);
  try {
    return task(partials);
  } catch (error) {
    const { problem, place } =
      error instanceof PartialProblem ? error.found : explainProblem(liquid, { content, partials }, error);
    throw new TemplateError(problem, place, name);
  } finally {
    if (zoneBefore === undefined) delete process.env.TZ;
    else process.env.TZ = zoneBefore;
  }
}

/** As JSON carries it to the child. */
function copyData(values: object): object {
  return JSON.parse(JSON.stringify(values)) as object;
}
