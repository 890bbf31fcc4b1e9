import type { Liquid } from 'liquidjs';
import type { TemplateFinding } from '../../../contract/index.ts';
import type { TemplateSources } from '../explain-problem.ts';
import { findVariables, renderTemplate } from '../liquid-engine.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { checkVariables } from './check-variables.ts';
import { findErrors } from './find-errors.ts';

/** Findings that are reported, and characters of one: a template may have any number of flaws. */
const findingLimit = 200;
const messageLimit = 500;

/**
 * Checks what a template and its values show by themselves: all errors of its Liquid or, without any, values that are missing or not
 * used, and what readers of a tagged PDF miss in its HTML. A mistake that shows only while it is rendered is left to the render.
 */
export function checkTemplateText(liquid: Liquid, sources: TemplateSources, values: object): TemplateFinding[] {
  const { content, partials } = sources;
  const inPartials = Object.entries(partials).flatMap(([partial, text]) =>
    findErrors(liquid, text).map((found) => ({ ...found, partial })),
  );
  const errors = [...findErrors(liquid, content), ...inPartials];
  const hasPartials = Object.keys(partials).length > 0;
  const found =
    errors.length > 0
      ? errors
      : [
          ...checkVariables(findVariables(liquid, content, hasPartials), { ...sources, values }),
          ...checkHtml(liquid, sources, values),
        ];
  return found
    .slice(0, findingLimit)
    .map((finding) => ({ ...finding, message: finding.message.slice(0, messageLimit).toWellFormed() }));
}

function checkHtml(liquid: Liquid, sources: TemplateSources, values: object): TemplateFinding[] {
  let html: string;
  try {
    html = Buffer.concat(renderTemplate(liquid, sources.content, values)).toString();
  } catch {
    return [];
  }
  return checkAccessibility(html, sources);
}
