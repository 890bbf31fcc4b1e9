import { describe, expect, it } from 'vitest';
import type { ChildAnswer } from '../../../src/children/index.ts';
import { readFindings, readPartialTags, readRendered } from '../../../src/markup/template/template-answer.ts';

type FrameKind = Extract<ChildAnswer, { end: 'frame' }>['frame']['kind'];

const answer = (kind: string, value: unknown): ChildAnswer => ({
  end: 'frame',
  frame: { kind: kind as FrameKind, bytes: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)) },
});
const died = (of: object): ChildAnswer => ({
  ...({ end: 'died', started: true, first: true, signal: null, code: 1, output: '' } as const),
  ...of,
});
const strange = { code: 'internal', message: 'The process that renders templates gave a strange answer' };
const broken = { code: 'internal', message: 'The process that renders templates failed' };
const readers = { text: readRendered, findings: readFindings, partials: readPartialTags };
const thrownBy = (read: () => unknown) => {
  try {
    return { read: read() };
  } catch (error) {
    return error;
  }
};

describe.each(Object.entries(readers))('an answer with %s', (wanted, read) => {
  it.each<[string, ChildAnswer, object]>([
    ['too late', { end: 'timeout' }, { message: '"a": the template used too much time', code: 'template_error' }],
    ['out of memory', died({ signal: 'SIGABRT' }), { message: '"a": the template used too much memory' }],
    ['too long', { end: 'too-large', kind: 'text' }, { message: '"a": the rendered template is too large' }],
    ['too long with no text', { end: 'too-large', kind: 'problem' }, { ...broken, cause: { kind: 'problem' } }],
    ['not wanted any more', { end: 'aborted' }, { ...broken, cause: { end: 'aborted' } }],
    ['the end of the child', died({}), { ...broken, cause: { code: 1 } }],
    ['of another kind', answer('page', '[]'), strange],
    ['a problem', answer('problem', { problem: 'no end' }), { message: '"a": no end', code: 'template_error' }],
  ])(`is refused where it is %s (${wanted})`, (_what, given, error) => {
    expect(thrownBy(() => read(given, 'a'))).toMatchObject(error);
  });

  it('names no template where it has no name', () => {
    expect(thrownBy(() => read({ end: 'timeout' }))).toMatchObject({ message: 'the template used too much time' });
  });
});

describe('a problem of a template', () => {
  const place = { line: 2, column: 3, sourceLine: '{{ a', isQuoted: false };

  it('has its place', () => {
    const error = thrownBy(() => readRendered(answer('problem', { problem: 'no end', place }), 'a'));
    expect(error).toMatchObject({
      message: '"a", line 2, column 3: no end. In: {{ a',
      ...{ problem: 'no end', partial: undefined, sourceLine: '{{ a' },
    });
  });

  it('has the name of its partial', () => {
    const problem = { problem: 'no end', place: { ...place, partial: 'partials/head', isQuoted: true } };
    const error = thrownBy(() => readRendered(answer('problem', problem)));
    expect(error).toMatchObject({ message: 'partials/head, line 2, column 3: no end. In: {{ a' });
    expect((error as { withoutSource(): Error }).withoutSource().message).toBe(
      'partials/head, line 2, column 3: the syntax is not valid',
    );
  });

  it.each<[unknown]>([
    ['{'],
    ['null'],
    [{}],
    [{ problem: 1 }],
    [{ problem: 'x', place: { ...place, line: 1.5 } }],
    [{ problem: 'x', place: { ...place, column: '3' } }],
    [{ problem: 'x', place: { ...place, sourceLine: null } }],
    [{ problem: 'x', place: { ...place, partial: 1 } }],
  ])('is a strange answer in another form: %j', (problem) => {
    expect(thrownBy(() => readRendered(answer('problem', problem)))).toMatchObject(strange);
  });
});

it('a rendered text is read as UTF-8', () => {
  expect(readRendered(answer('text', '<p>ä</p>'))).toBe('<p>ä</p>');
});

describe('findings', () => {
  const finding = { level: 'error', code: 'x', message: 'y', where: 'content' };

  it.each<[object]>([
    [finding],
    [{ ...finding, level: 'warning', where: 'values' }],
    [{ ...finding, partial: 'partials/head', line: 1, column: 2 }],
  ])('are read: %j', (one) => {
    expect(readFindings(answer('findings', [one]))).toEqual([one]);
  });

  it.each<[unknown]>([
    [null],
    [{ ...finding, level: 'note' }],
    [{ ...finding, code: 1 }],
    [{ ...finding, message: undefined }],
    [{ ...finding, where: 'schema' }],
    [{ ...finding, partial: null }],
    [{ ...finding, line: '1' }],
    [{ ...finding, column: 1.5 }],
  ])('are left out in another form: %j', (one) => {
    expect(readFindings(answer('findings', [one, finding]))).toEqual([finding]);
  });

  it('are left out where they are no list, and strange where they are no JSON', () => {
    expect(readFindings(answer('findings', { level: 'error' }))).toEqual([]);
    expect(thrownBy(() => readFindings(answer('findings', '[')))).toMatchObject(strange);
  });
});

describe('tags of partials', () => {
  const tag = { tag: 'render', name: 'partials/head', line: 1, column: 2 };

  it('are read, also without a name', () => {
    const tags = [tag, { ...tag, name: null }];
    expect(readPartialTags(answer('partials', tags))).toEqual(tags);
    expect(readPartialTags(answer('partials', []))).toEqual([]);
  });

  it.each<[unknown]>([
    [{ ...tag }],
    [[tag, null]],
    [[{ ...tag, tag: 1 }, tag]],
    [[{ ...tag, name: undefined }]],
    [[{ ...tag, line: '1' }]],
    [[{ ...tag, column: null }]],
    ['['],
  ])('are a strange answer in another form: %j', (tags) => {
    expect(thrownBy(() => readPartialTags(answer('partials', tags)))).toMatchObject(strange);
  });
});
