import type { CheckedSet, CheckedTemplate, LevelledFinding } from './check-template.ts';

/**
 * The findings in the XML of JUnit, which test reports of CI systems read: a suite for each template, a test for each set of values. Errors
 * are failures, with `strict` warnings too; other warnings are output of the test.
 */
export function formatJunit(checked: readonly CheckedTemplate[], strict: boolean): string {
  const suites = checked.map((template) => {
    const cases = template.sets.map((set) => formatCase(template, set, strict));
    const failures = template.sets.filter((set) => findFailures(set, strict).length > 0).length;
    const time = template.sets.reduce((sum, { ms }) => sum + ms, 0);
    const head = attributes({ name: template.path, tests: cases.length, failures, errors: 0, time: seconds(time) });
    return { failures, tests: cases.length, time, text: `  <testsuite ${head}>\n${cases.join('')}  </testsuite>\n` };
  });
  const sum = (field: 'tests' | 'failures' | 'time') => suites.reduce((total, suite) => total + suite[field], 0);
  const all = { name: 'platen templates check', tests: sum('tests'), failures: sum('failures'), errors: 0 };
  const head = attributes({ ...all, time: seconds(sum('time')) });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${head}>\n${suites.map(({ text }) => text).join('')}</testsuites>\n`;
}

function formatCase({ path, slug }: CheckedTemplate, set: CheckedSet, strict: boolean): string {
  const failed = findFailures(set, strict);
  const others = set.findings.filter((finding) => !failed.includes(finding));
  const file = failed.find((finding) => finding.file !== undefined)?.file ?? `${path}/content.html`;
  const head = attributes({ classname: slug, name: set.name ?? 'preview_context', file, time: seconds(set.ms) });
  const lines = [
    ...failed.map((finding) => {
      const named = attributes({ type: finding.code, message: finding.message });
      return `      <failure ${named}>${escapeXml(sayFinding(finding))}</failure>\n`;
    }),
    ...(others.length > 0 ? [`      <system-out>${escapeXml(others.map(sayFinding).join('\n'))}</system-out>\n`] : []),
  ];
  return lines.length === 0
    ? `    <testcase ${head}/>\n`
    : `    <testcase ${head}>\n${lines.join('')}    </testcase>\n`;
}

function findFailures({ findings }: CheckedSet, strict: boolean): LevelledFinding[] {
  return findings.filter(({ level }) => strict || level === 'error');
}

function sayFinding({ level, file, line, column, message, code }: LevelledFinding): string {
  const place = [file, line, column].filter((step) => step !== undefined).join(':');
  return `${place}: ${level}: ${message} [${code}]`;
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escapeXml(String(value))}"`)
    .join(' ');
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** Text of XML 1.0, without the characters that it cannot have. */
function escapeXml(text: string): string {
  const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  const plain = text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
  return plain
    .replace(/[&<>"]/g, (mark) => marks[mark] ?? mark)
    .replace(/[\t\r]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
