import type { Liquid } from 'liquidjs';
import type { TemplateFinding } from '../../../contract/index.ts';
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
export function checkTemplateText(liquid: Liquid, content: string, values: object): TemplateFinding[] {
  const errors = findErrors(liquid, content);
  const found =
    errors.length > 0
      ? errors
      : [...checkVariables(findVariables(liquid, content), { content, values }), ...checkHtml(liquid, content, values)];
  return found
    .slice(0, findingLimit)
    .map((finding) => ({ ...finding, message: finding.message.slice(0, messageLimit).toWellFormed() }));
}

function checkHtml(liquid: Liquid, content: string, values: object): TemplateFinding[] {
  let html: string;
  try {
    html = Buffer.concat(renderTemplate(liquid, content, values)).toString();
  } catch {
    return [];
  }
  return checkAccessibility(html, content);
}
