/** A clock that stands still until it is moved. */
export function buildClock(start = '2026-05-04T10:00:00.000Z') {
  let time = Date.parse(start);
  return {
    now: () => new Date(time),
    move: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}
