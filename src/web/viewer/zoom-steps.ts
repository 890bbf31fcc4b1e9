const steps = [0.25, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4];

/** The next larger factor than `zoom`, at most 4. */
export function largerZoom(zoom: number): number {
  return steps.find((step) => step > zoom + 0.01) ?? 4;
}

/** The next smaller factor than `zoom`, at least 0.25. */
export function smallerZoom(zoom: number): number {
  return steps.findLast((step) => step < zoom - 0.01) ?? 0.25;
}
