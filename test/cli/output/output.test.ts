import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createOutput, type OutputChoices } from '../../../src/cli/output/output.ts';

/** An output, and what it has written. */
function open(choices: Partial<OutputChoices> = {}, stdoutTerminal = false) {
  const written = { data: '', people: '' };
  const collect = (name: 'data' | 'people') =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += chunk;
        done();
      },
    });
  const stdout = Object.assign(collect('data'), stdoutTerminal ? { isTTY: true, columns: 90 } : { columns: 90 });
  const io = { stdout, stderr: collect('people'), env: {} };
  const all = { json: false, quiet: false, verbose: false, debug: false, color: undefined, ...choices };
  return { output: createOutput(io as never, all), written };
}

const warning = { code: 'option_ignored', text: 'it has no effect' } as const;
const listed = { part: null, code: 'option_ignored', detail: 'it has no effect' };

describe('output', () => {
  it.each<[Partial<OutputChoices>, string]>([
    [{}, 'done\nnote\nwarning: it has no effect\nraw\n'],
    [{ quiet: true }, 'warning: it has no effect\nraw\n'],
    [{ json: true }, 'raw\n'],
    [{ verbose: true }, 'done\nnote\nwarning: it has no effect\ndetail\nraw\nprogress\n'],
    [{ debug: true }, 'done\nnote\nwarning: it has no effect\ndetail\ndebug: debug\nraw\n'],
  ])('shows people what they chose: %o', (choices, people) => {
    const { output, written } = open(choices);
    output.done('done');
    output.note('note');
    output.warn(warning);
    output.detail('detail');
    output.debug('debug');
    output.raw('raw\n');
    const progress = output.progress('progress');
    progress.update('more');
    progress.stop();
    expect(written).toEqual({ data: '', people });
  });

  it('hides secrets, and the secret part of each API key', () => {
    const { output, written } = open();
    const key = `platen_${'a'.repeat(43)}_${'b'.repeat(6)}`;
    output.hide('$ecret', '$&');
    output.note(`$ecret $ecret ${key}`);
    expect(written.people).toMatch(/^\$& \$& /);
    expect(written.people).not.toContain('a'.repeat(43));
  });

  it.each([
    [true, { a: 1 }, { a: 1, warnings: [listed] }, [], true],
    [true, { warnings: 'own' }, { warnings: 'own' }, [listed], true],
    [true, [1], [1], [listed], true],
    [true, null, null, [listed], true],
    [true, 'text', 'text', [listed], true],
    [false, { a: 1 }, { a: 1 }, [], false],
  ])(
    'lists warnings in an object of JSON that has no own ones: --json %s, %o',
    async (json, value, document, left, isLate) => {
      const { output, written } = open({ json });
      output.warn(warning);
      const before = written.people;
      await output.jsonDocument(value);
      expect(JSON.parse(written.data)).toEqual(document);
      expect(output.takeWarnings()).toEqual(left);
      output.warnOfRender({ part: 0, code: 'option_ignored', detail: 'late' } as never, 'late');
      const late = written.people.slice(before.length);
      expect(late).toBe(
        isLate ? '{"warnings":[{"part":0,"code":"option_ignored","detail":"late"}]}\n' : 'warning: late\n',
      );
    },
  );

  it('writes the warnings that no document has listed once, at the end', () => {
    const { output, written } = open({ json: true });
    output.warn(warning);
    expect(written.people).toBe('');
    output.flushWarnings();
    output.flushWarnings();
    expect(written.people).toBe(`${JSON.stringify({ warnings: [listed] })}\n`);
  });

  it.each<[Partial<OutputChoices>, string]>([
    [{}, 'full\nfull again\n'],
    [{ quiet: true }, ''],
    [{ json: true }, '{"note":"full"}\n{"note":"full again"}\n'],
    [{ json: true, quiet: true }, ''],
  ])('tells only the first text of what holds up progress: %o', (choices, people) => {
    const { output, written } = open(choices);
    for (const text of ['full', 'fuller', undefined, 'full again']) output.holdUp(text);
    expect(written.people).toBe(people);
  });

  it.each([
    [true, 90],
    [false, undefined],
  ])('has a width only at a terminal: %s', (isTerminal, columns) => {
    const { output } = open({}, isTerminal);
    expect([output.dataToTerminal, output.dataColumns, output.peopleAtTerminal]).toEqual([isTerminal, columns, false]);
  });

  it.each([
    [true, '\u001b[31mred\u001b[39m'],
    [false, 'red'],
  ])('colours text if that is chosen: %s', async (color, text) => {
    const chalk = await open({ color }).output.chalk('stderr');
    expect(chalk.red('red')).toBe(text);
  });
});
