import { describe, expect, it } from 'vitest';
import { announceFirst } from '../../../src/server/jobs/background.ts';

describe('jobs whose time is over', () => {
  it('are listed after webhooks were notified of their ends, and not where that fails', async () => {
    const order: string[] = [];
    const listExpired = async (limit: number) => {
      order.push(`listed ${limit}`);
      return [];
    };
    const announce = async () => void order.push('told');
    await announceFirst({ listExpired }, announce).listExpired(7);
    expect(order).toEqual(['told', 'listed 7']);
    const failing = announceFirst({ listExpired }, () => Promise.reject(new Error('the database is away')));
    await expect(failing.listExpired(7)).rejects.toThrow('the database is away');
    expect(order).toHaveLength(2);
  });
});
