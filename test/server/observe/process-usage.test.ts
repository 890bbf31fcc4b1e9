import { describe, expect, it } from 'vitest';
import { readTreeUsage } from '../../../src/server/observe/process-usage.ts';

describe.skipIf(process.platform !== 'linux')('the usage of a process', () => {
  it('has its processor time and memory', () => {
    const usage = readTreeUsage(process.pid);
    const { user, system } = process.cpuUsage();
    expect(usage?.cpuSeconds).toBeGreaterThan(0.5 * ((user + system) / 1e6));
    expect(usage?.residentBytes).toBeGreaterThan(10_000_000);
    expect(usage?.processes).toBeGreaterThanOrEqual(1);
  });

  it('is unknown of a process that is not there', () => {
    expect(readTreeUsage(undefined)).toBeUndefined();
    expect(readTreeUsage(2 ** 30)).toBeUndefined();
  });
});
