import { expect, it } from 'vitest';
import { writeCode } from '../../../src/web/dashboard/code-lines.ts';

const service = 'https://pdf.example.com';

it('writes lines with a new key in them', () => {
  const { curl, platen, javascript } = writeCode({ html: '<h1>Hello</h1>' }, service, 'platen_x');
  expect(curl).toContain("-H 'Authorization: Bearer platen_x'");
  expect(curl).toContain(`-d '{"parts":[{"html":"<h1>Hello</h1>"}]}'`);
  expect(platen).toContain('PLATEN_API_KEY=platen_x platen render pdf hello.html');
  expect(javascript).toContain("apiKey: 'platen_x'");
});

it('leaves the key to the environment for a template, with its values and options, safe in a shell', () => {
  const source = { template: 'an-id', context: { name: "O'Neill" }, options: { page_size: 'A5' } };
  const { curl, platen } = writeCode(source, service);
  expect(curl).toContain('"Authorization: Bearer $PLATEN_API_KEY"');
  expect(curl).toContain(`{"template":"an-id","context":{"name":"O'\\''Neill"}}],"options":{"page_size":"A5"}}`);
  expect(platen).toContain('platen render pdf template:an-id');
});

it('draws over and under the pages of a template by the request and by flags', () => {
  const source = { template: 'an-id', overlays: [{ text: 'DRAFT' }], flags: ['--watermark DRAFT'] };
  const { curl, platen } = writeCode(source, service);
  expect(curl).toContain('"overlays":[{"text":"DRAFT"}]');
  expect(platen).toContain('platen render pdf template:an-id --watermark DRAFT \\\n');
});

const javascript = (key: string, body: string, file: string) =>
  [
    "import { createClient } from 'platen/client';",
    '',
    'const platen = createClient({',
    "  baseUrl: 'https://pdf.example.com',",
    `  apiKey: ${key},`,
    '});',
    `const pdf = await platen.renderPdf(${body});`,
    `await pdf.save('${file}');`,
    'await platen.close();',
  ].join('\n');

it('writes the whole of each way for HTML with a key', () => {
  expect(writeCode({ html: '<p>' }, service, 'platen_x')).toEqual({
    curl: [
      'curl https://pdf.example.com/api/v1/renderers/pdf',
      "-H 'Authorization: Bearer platen_x'",
      "-H 'Content-Type: application/json'",
      `-d '{"parts":[{"html":"<p>"}]}'`,
      '-o hello.pdf',
    ].join(' \\\n  '),
    platen: [
      "echo '<h1>Hello</h1>' > hello.html",
      'PLATEN_API_KEY=platen_x platen render pdf hello.html \\',
      '  --base-url https://pdf.example.com -o hello.pdf',
    ].join('\n'),
    javascript: javascript("'platen_x'", '{"parts":[{"html":"<p>"}]}', 'hello.pdf'),
  });
});

it('writes the whole of each way for a template without a key', () => {
  const body = '{"parts":[{"template":"an-id"}]}';
  expect(writeCode({ template: 'an-id' }, service)).toEqual({
    curl: [
      'curl https://pdf.example.com/api/v1/renderers/pdf',
      '-H "Authorization: Bearer $PLATEN_API_KEY"',
      "-H 'Content-Type: application/json'",
      `-d '${body}'`,
      '-o document.pdf',
    ].join(' \\\n  '),
    platen: 'platen render pdf template:an-id \\\n  --base-url https://pdf.example.com -o document.pdf',
    javascript: javascript('process.env.PLATEN_API_KEY', body, 'document.pdf'),
  });
});
