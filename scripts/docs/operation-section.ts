import { commonErrors, type ErrorCode, type Route, type RouteName } from '../../src/contract/index.ts';
import { buildOpenApi } from './build-openapi.ts';
import { describeType, type Schema } from './describe-schema.ts';
import { examples, writeCurl } from './examples.ts';
import { bound, buildFields, buildTable } from './field-table.ts';
import { type Html, html } from './html.ts';
import { buildTryForm } from './try-form.ts';

/** One operation: how it is called, what it answers, what may go wrong. */
export function buildOperation(name: RouteName, route: Route): Html {
  const { method, path, summary, description, published, body, query, success, otherSuccess } = route;
  const { requestHeaders, answerHeaders } = readHeaders(route);
  const verb = html`<span class="verb verb-${method.toLowerCase()}">${method}</span>`;
  return html`<article id="${name}">
<header><h3>${summary}</h3><span class="mark">${published ? 'published' : 'extension'}</span></header>
<p class="call">${verb} ${path}</p>
<p>${description}</p>
<h4>Example</h4>
<pre tabindex="0"><code>${writeCurl(method, examples[name])}</code></pre>
${buildTryForm(route, examples[name])}
${query !== undefined && html`<h4>Query</h4>${buildFields(query as Schema)}`}
${requestHeaders.length > 0 && html`<h4>Headers</h4>${buildTable(['Header', 'Meaning'], requestHeaders)}`}
${body !== undefined && html`<h4>Body</h4><p>${describeType(body as Schema)}</p>`}
<h4>Response</h4>
<p>${success.status}${success.pdf && html` with the PDF, or, with <code>${body === undefined ? 'link=true' : 'Accept: application/json'}</code>,`}
${describeBody(success)}</p>
${otherSuccess && html`<p>${otherSuccess.status} ${describeBody(otherSuccess)}. ${otherSuccess.when}</p>`}
${answerHeaders.length > 0 && buildTable(['Header', 'Meaning'], answerHeaders)}
<h4>Errors</h4>
${buildCodes([...route.errors, ...commonErrors])}
</article>`;
}

function describeBody({ schema, pdf }: Route['success']): Html {
  if (schema) return html`with ${describeType(schema as Schema)}`;
  return html`${pdf ? 'with part of the PDF' : 'without a body'}`;
}

interface Operation {
  parameters?: { name: string; in: string; description?: string; schema: Schema }[];
  responses: Record<string, { headers?: Record<string, { description?: string }> }>;
}

/** The headers of an operation, as rows: they are in the OpenAPI document alone. */
function readHeaders(route: Route): { requestHeaders: Html[][]; answerHeaders: Html[][] } {
  const { paths } = buildOpenApi('') as { paths: Record<string, Record<string, Operation>> };
  const operation = paths[route.path]?.[route.method.toLowerCase()];
  const sent = (operation?.parameters ?? []).filter((parameter) => parameter.in === 'header');
  const answered = Object.entries(operation?.responses[route.success.status]?.headers ?? {});
  return {
    requestHeaders: sent.map(({ name, description, schema }) => [html`${name}`, html`${description}${bound(schema)}`]),
    // Those that all answers share are in `components` and have no description here.
    answerHeaders: answered.flatMap(([name, { description }]) =>
      description === undefined ? [] : [[html`${name}`, html`${description}`]],
    ),
  };
}

function buildCodes(codes: readonly ErrorCode[]): Html {
  const items = codes.map((code) => html`<li><a href="#error-${code}"><code>${code}</code></a></li>`);
  return html`<ul class="codes">${items}</ul>`;
}
