import { AssertionError } from 'node:assert';
import { maxHeaderSize as nodesMaxHeaderSize } from 'node:http';
import { describe, expect, it } from 'vitest';
import assert from '../../../src/client/undici/assert.ts';
import { IncomingMessage, maxHeaderSize } from '../../../src/client/undici/http.ts';
import { Pool } from '../../../src/client/undici/pool.ts';
import unused from '../../../src/client/undici/unused.ts';

describe('what undici gets instead of a module', () => {
  it('asserts as node:assert does', () => {
    expect(() => assert(1)).not.toThrow();
    expect(() => assert(0)).toThrow(AssertionError);
    expect(() => assert(false, 'not now')).toThrow('not now');
    expect(() => assert(null, new RangeError('its own'))).toThrow(RangeError);
  });

  it('has the limit of Node for headers', () => {
    expect(maxHeaderSize).toBe(nodesMaxHeaderSize);
    expect(Buffer.from('')).not.toBeInstanceOf(IncomingMessage);
  });

  it('fails by name where a part is used that was left out', () => {
    expect(unused).toThrow('a part of undici that was left out is used');
  });

  it('has the methods that the client calls', () => {
    expect([Pool.prototype.request, Pool.prototype.connect].map((method) => typeof method)).toEqual([
      'function',
      'function',
    ]);
  });
});
