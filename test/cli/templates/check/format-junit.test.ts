import { expect, it } from 'vitest';
import { formatJunit } from '../../../../src/cli/templates/check/format-junit.ts';

it('is XML with a test for each set of values, and a failure for each error', () => {
  const warning = {
    level: 'warning' as const,
    code: 'unused_value',
    message: 'a is not used',
    file: 'v/a.json',
    line: 1,
  };
  const error = {
    level: 'error' as const,
    code: 'values_invalid',
    message: 'a < "b" & \u0001c',
    file: 'v/b.json',
    line: 2,
    column: 3,
  };
  const sets = [
    { name: null, pages: 1, ms: 1234, findings: [] },
    { name: 'long', pages: null, ms: 10, findings: [error, warning] },
  ];
  const checked = [{ slug: 'invoice', name: 'Invoice', path: 't/invoice', pages: 1, sets, findings: [error, warning] }];
  expect(formatJunit(checked, false)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="platen templates check" tests="2" failures="1" errors="0" time="1.244">
  <testsuite name="t/invoice" tests="2" failures="1" errors="0" time="1.244">
    <testcase classname="invoice" name="preview_context" file="t/invoice/content.html" time="1.234"/>
    <testcase classname="invoice" name="long" file="v/b.json" time="0.010">
      <failure type="values_invalid" message="a &lt; &quot;b&quot; &amp; \ufffdc">v/b.json:2:3: error: a &lt; &quot;b&quot; &amp; \ufffdc [values_invalid]</failure>
      <system-out>v/a.json:1: warning: a is not used [unused_value]</system-out>
    </testcase>
  </testsuite>
</testsuites>
`);
  expect(formatJunit(checked, true).match(/<failure /g)).toHaveLength(2);
});
