/** How many ids each group of the acceptance list has; they are numbered from 01. */
const groups = { N: 27, R: 9, F: 10, C: 11, T: 7, X: 13, P: 7, L: 8, K: 5, D: 11, B: 8 };

/** Every id of the acceptance list, such as "N01". An id is added with each new finding; none is ever dropped. */
export const acceptanceIds: readonly string[] = Object.entries(groups).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`),
);
