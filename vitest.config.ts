import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    // A shared machine can stop a real browser for seconds, so there a test has to fail twice.
    retry: process.env.CI ? 1 : 0,
  },
});
