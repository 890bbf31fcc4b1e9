import { describe, expect, it } from 'vitest';
import { RequestError } from '../../src/server/answers/problems.ts';
import { buildLog, describeForLog } from '../../src/server/observe/log.ts';

describe('the log', () => {
  it.each([
    ['trace', 'debug, info, warn, error, fatal'],
    ['warn', 'warn, error, fatal'],
    ['silent', ''],
  ] as const)('of level %s has %s', (least, expected) => {
    const lines: string[] = [];
    const log = buildLog(
      (line) => lines.push(line),
      least,
      () => new Date(0),
    );
    for (const level of ['debug', 'info', 'warn', 'error', 'fatal'] as const) log.write(level, 'event', { a: 'b\n"' });
    expect(lines.map((line) => JSON.parse(line).level).join(', ')).toBe(expected);
    expect(lines.every((line) => !line.includes('\n'))).toBe(true);
  });

  it('may be nobody’s', () => {
    expect(() => buildLog(undefined, 'trace', () => new Date(0)).write('info', 'event')).not.toThrow();
  });
});

describe('an error in the log', () => {
  it('shows where it happened, and its words only where it has a code', () => {
    const cause = new SyntaxError('Unexpected token s in "secret"');
    const error = new RequestError('internal', 'the template child ended');
    error.cause = cause;
    const logged = describeForLog(error);
    expect(logged).toMatchObject({
      error: { code: 'internal', message: 'the template child ended', stack: expect.any(Array) },
      causes: [{ name: 'SyntaxError' }],
    });
    expect(JSON.stringify(logged)).not.toContain('secret');
  });

  it('may be no error at all, or go round in circles', () => {
    expect(describeForLog('secret')).toEqual({ error: { name: 'string' } });
    expect(describeForLog(null)).toEqual({ error: { name: 'object' } });
    const round = new Error('a');
    round.cause = round;
    expect(describeForLog(round).causes).toHaveLength(4);
  });
});
