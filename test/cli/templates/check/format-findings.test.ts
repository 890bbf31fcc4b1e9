import { expect, it } from 'vitest';
import { formatAnnotation } from '../../../../src/cli/templates/check/format-findings.ts';

const finding = { level: 'error', code: 'template_error', message: 'a\nb 100%: \u001b[31m, c', line: 3 } as const;

it('escapes what would end an annotation or start another', () => {
  const text = formatAnnotation({ ...finding, file: 't/a,b:c.html' }, { cwd: '/repo', env: {} });
  expect(text).toBe('::error file=t/a%2Cb%3Ac.html,line=3,title=template_error::a b 100%25: \\u001b[31m, c\n');
});

it('names files from the root of the repository', () => {
  const env = { GITHUB_WORKSPACE: '/repo' };
  expect(formatAnnotation({ ...finding, file: 't/x.html' }, { cwd: '/repo/sub', env })).toContain('file=sub/t/x.html,');
});
