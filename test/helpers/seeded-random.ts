import { onTestFailed } from 'vitest';

/**
 * Random numbers from 0 to 1 for the test that runs. A failure prints the seed, and `PLATEN_TEST_SEED` sets it. The numbers are
 * those of a linear congruential generator (Park and Miller, 1988): enough to choose a moment or a victim.
 */
export function openRandom(): () => number {
  const seed = Number(process.env.PLATEN_TEST_SEED ?? 1 + Math.trunc(Math.random() * 0x7ffffffd));
  onTestFailed(() => console.error(`PLATEN_TEST_SEED=${seed} makes the same choices`));
  return randomFrom(seed);
}

/** The random numbers that belong to a seed. */
export function randomFrom(seed: number): () => number {
  let last = seed;
  return () => {
    last = (last * 48_271) % 0x7fffffff;
    return last / 0x7fffffff;
  };
}
