/** The same render in three ways of asking for it. */
export interface CodeLines {
  curl: string;
  platen: string;
  javascript: string;
}

/** What a render is made of: some HTML, or a stored template with its values. */
type CodeSource = { html: string } | TemplateSource;

interface TemplateSource {
  template: string;
  context?: object;
  options?: object;
  overlays?: readonly object[];
  /** The overlays as flags of the command. */
  flags?: readonly string[];
}

/** Lines that render at a service with a key. Without `key` they take it from `PLATEN_API_KEY`. */
export function writeCode(source: CodeSource, service: string, key?: string): CodeLines {
  const isTemplate = 'template' in source;
  const { options = {}, overlays = [], flags = [], ...part }: Partial<TemplateSource & { html: string }> = source;
  const body = {
    parts: [part],
    ...(Object.keys(options).length > 0 && { options }),
    ...(overlays.length > 0 && { overlays }),
  };
  const bearer = key === undefined ? '"Authorization: Bearer $PLATEN_API_KEY"' : `'Authorization: Bearer ${key}'`;
  const secret = key === undefined ? 'process.env.PLATEN_API_KEY' : `'${key}'`;
  const named = key === undefined ? '' : `PLATEN_API_KEY=${key} `;
  const file = isTemplate ? 'document.pdf' : 'hello.pdf';
  return {
    curl: [
      `curl ${service}/api/v1/renderers/pdf`,
      `-H ${bearer}`,
      `-H 'Content-Type: application/json'`,
      `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
      `-o ${file}`,
    ].join(' \\\n  '),
    platen: [
      ...(isTemplate ? [] : ["echo '<h1>Hello</h1>' > hello.html"]),
      `${named}platen render pdf ${[isTemplate ? `template:${source.template}` : 'hello.html', ...flags].join(' ')} \\\n  --base-url ${service} -o ${file}`,
    ].join('\n'),
    javascript: [
      "import { createClient } from 'platen/client';",
      '',
      'const platen = createClient({',
      `  baseUrl: '${service}',`,
      `  apiKey: ${secret},`,
      '});',
      `const pdf = await platen.renderPdf(${JSON.stringify(body)});`,
      `await pdf.save('${file}');`,
      'await platen.close();',
    ].join('\n'),
  };
}
