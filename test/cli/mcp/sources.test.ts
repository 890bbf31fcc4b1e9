import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ToolCall } from '../../../src/cli/mcp/open-call.ts';
import { planCall, type SourceArguments, toFlags } from '../../../src/cli/mcp/sources.ts';

const root = mkdtempSync(join(tmpdir(), 'platen-sources-'));
afterAll(() => rmSync(root, { recursive: true }));
writeFileSync(join(root, 'page.html'), 'x');
writeFileSync(join(root, 'scan.pdf'), 'x');
const call = { root } as ToolCall;
const plan = (args: SourceArguments) => planCall(call, args);

describe('what an agent renders', () => {
  it.each<[SourceArguments, string]>([
    [{}, 'there is nothing to render'],
    [{ html: 'x', markdown: 'y' }, 'html and markdown cannot be used together'],
    [{ sources: ['page.html'], html: 'x' }, 'sources and html cannot be used together'],
    [{ sources: ['page.html'], html: 'x', markdown: 'y' }, 'sources and html and markdown cannot be used together'],
    [{ sources: ['-'] }, '"-" is not a source here'],
  ])('is not %j', async (args, message) => {
    await expect(plan(args)).rejects.toMatchObject({ code: 'usage', message });
  });

  it.each<[SourceArguments]>([
    [{ sources: ['../other.html'] }],
    [{ sources: ['/etc/hosts.html'] }],
    [{ sources: ['template:../other'] }],
    [{ html: 'x', header: '@../header.html' }],
    [{ html: 'x', footer: '@../footer.html' }],
  ])('is not outside of its folder, as in %j', async (args) => {
    await expect(plan(args)).rejects.toMatchObject({ code: 'usage' });
  });

  it.each<[SourceArguments, object[]]>([
    [{ html: '' }, [{ kind: 'inline', format: 'html', text: '' }]],
    [{ markdown: '# x', header: 'a', footer: 'b' }, [{ kind: 'inline', format: 'markdown', text: '# x' }]],
    [{ sources: ['page.html'], header: '@page.html' }, [{ kind: 'file', file: 'page.html' }]],
  ])('may be %j', async (args, planned) => {
    expect(await plan(args)).toMatchObject(planned);
  });

  it.each<[SourceArguments, object]>([
    [{ html: 'x' }, { root }],
    [{ sources: ['page.html'] }, { root }],
    [{ sources: ['scan.pdf'] }, {}],
    [{ sources: ['scan.pdf', 'page.html'] }, { root }],
    [
      { html: 'x', context: { a: 1 }, scale: 1.5, landscape: false, wait_for: '#done', title: '' },
      { root, context: '{"a":1}', scale: '1.5', landscape: false, waitFor: '#done', title: '' },
    ],
  ])('%j has the flags of a command', async (args, flags) => {
    expect(toFlags(call, args, await plan(args))).toStrictEqual(flags);
  });
});
