import { errors, limits, problemSchema, type Route, type RouteName, routes } from '../../src/contract/index.ts';
import { apiStyle } from './api-style.ts';
import { buildOpenApi } from './build-openapi.ts';
import { collectTypes, describeType, type Schema } from './describe-schema.ts';
import { buildFields, buildTable } from './field-table.ts';
import { type Html, html, join } from './html.ts';
import { buildOperation } from './operation-section.ts';

const operations = Object.entries(routes) as [RouteName, Route][];
const bodies = operations.flatMap(([, route]) => [route.body, route.success.schema, route.otherSuccess?.schema]);
const types = collectTypes([...bodies, problemSchema].filter((schema) => schema != null) as Schema[]);

/** Pages without a key, for those who run the service. */
const pages: [string, string][] = [
  ['/healthz', 'Whether the process is alive, and what it does.'],
  ['/readyz', 'Whether it can work: a real small render and a look into the store. 503 while it cannot.'],
  ['/metrics', 'Numbers for Prometheus.'],
  ['/api/v1/openapi.json', 'This contract as an OpenAPI 3.1 document.'],
];

/** What the server replaces by the address that a reader asked. */
const origin = '%ORIGIN%';

/** What the server replaces by a link to the dashboard, if it has one. */
const dashboardLink = '%DASHBOARD%';

/** The API's documentation as one page that loads nothing. */
export function buildApiPage(version: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>platen API</title>
<style>${{ html: apiStyle }}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<div class="frame">
${buildNavigation(version)}
<main id="content">
${buildStart()}
<h2 id="operations">Operations</h2>
${operations.map(([name, route]) => buildOperation(name, route))}
<h2 id="types">Types</h2>
${types.map(buildType)}
<h2 id="errors">Errors</h2>
${buildErrors()}
<h2 id="limits">Limits</h2>
${buildLimits()}
<h2 id="pages">For operators</h2>
<p>These pages need no key.</p>
${buildTable(
  ['Address', 'What it says'],
  pages.map(([path, says]) => [html`<a href="${path}">${path}</a>`, html`${says}`]),
)}
</main>
</div>
</body>
</html>
`.html;
}

function buildNavigation(version: string): Html {
  const link = (target: string, text: string) => html`<li><a href="#${target}">${text}</a></li>`;
  return html`<nav aria-label="Contents">
<a class="name" href="#content">platen</a>
<span class="version">API, version ${version}</span>
${dashboardLink}
<h2>Operations</h2>
<ul>${operations.map(([name, route]) => link(name, route.summary))}</ul>
<h2>Reference</h2>
<ul>${link('types', 'Types')}${link('errors', 'Errors')}${link('limits', 'Limits')}${link('pages', 'For operators')}</ul>
</nav>`;
}

function buildStart(): Html {
  const { description } = (buildOpenApi('') as { info: { description: string } }).info;
  const published = operations
    .filter(([, route]) => route.published)
    .map(([name, route]) => html`<a href="#${name}">${route.method} ${route.path}</a>`);
  return html`<h1>The platen API</h1>
<p class="lead">${description}</p>
<p>Send an API key with every request, as <code>Authorization: Bearer …</code>, and JSON with every body. Operations marked
<span class="mark">published</span> belong to the published interface (${join(published, ', ')}); the others are platen’s own.</p>
<pre tabindex="0"><code>export PLATEN_BASE_URL=${origin}
export PLATEN_API_KEY=platen_…</code></pre>`;
}

function buildType(schema: Schema): Html {
  return html`<article id="type-${schema.title}">
<header><h3>${schema.title}</h3></header>
${schema.description !== undefined && html`<p>${schema.description}</p>`}
${schema.properties ? buildFields(schema) : html`<p>Any names, each with ${describeType(schema.additionalProperties as Schema)}</p>`}
</article>`;
}

function buildErrors(): Html {
  const rows = Object.entries(errors)
    .filter(([, { status }]) => status !== null)
    .map(([code, { status, title, retryable }]) => ({
      id: `error-${code}`,
      cells: [html`${code}`, html`${status ?? ''}`, html`${retryable ? 'yes' : 'no'}`, html`${title}`],
    }));
  return html`<p>Every error is a <a href="#type-Problem">Problem</a> of type <code>application/problem+json</code> (RFC 9457). Its
code never changes its meaning. A 429 or 503 says in <code>Retry-After</code> how many seconds to wait. Every answer has its id in
<code>X-Request-Id</code>, and an answer to a valid key the rate of the key in <code>RateLimit-Policy</code> and what is left of it in
<code>RateLimit</code>.</p>
<div class="table"><table>
<thead><tr>${['Code', 'Status', 'Retry', 'Meaning'].map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(({ id, cells }) => html`<tr id="${id}">${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;
}

function buildLimits(): Html {
  const words: Record<keyof typeof limits, string> = {
    templateName: 'characters of a template’s name',
    revisionMessage: 'characters of the message of a change',
    templateContent: 'bytes of a template’s content',
    previewContext: 'bytes of a preview context as JSON',
    jsonDepth: 'levels of nested lists and objects in a body',
    jsonValues: 'values in a body',
    jsonNames: 'different names of fields in a body',
    body: 'bytes of a body',
    parts: 'parts of one render',
    listPage: 'templates on one page of a list',
    text: 'characters of a title, an author and their kin',
    idempotencyKey: 'characters of an idempotency key',
    address: 'characters of a web address',
    keyName: 'characters of the name of an API key',
    keyTemplates: 'templates that an API key may be limited to',
    keyOverlapSeconds: 'seconds for which a rotated API key may still hold',
    keepSeconds: 'seconds for which the result of a background render is kept',
    startAheadSeconds: 'seconds that the start of a background render may lie ahead',
    destinationHeaders: 'headers of the request that sends a PDF to its destination',
    webhookAddress: 'characters of the address of a webhook',
    webhooks: 'webhooks of an account',
    secretOverlapSeconds: 'seconds for which the old secret of a webhook may still sign',
  };
  return buildTable(
    ['At most', 'Of what'],
    Object.entries(limits).map(([name, limit]) => [
      html`${limit.toLocaleString('en')}`,
      html`${words[name as keyof typeof limits]}`,
    ]),
  );
}
