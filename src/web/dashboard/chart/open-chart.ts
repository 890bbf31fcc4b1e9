import UPlot from 'uplot';
import type { DayCount } from './count-days.ts';

const height = 180;
/** Seconds. */
const halfDay = 43_200;
/** Between two lines of an axis: there is no half of a render. */
const wholeSteps = Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

/** Draws a bar of each day, failures at its foot and renders on top of them, and a line of pages, in the colours of the page. */
export function openChart(parent: HTMLElement, days: readonly DayCount[]): UPlot {
  const style = getComputedStyle(parent);
  const [soft, line, accent, bad, warn] = ['--soft', '--line', '--accent', '--bad', '--warn'].map((name) =>
    resolve(parent, name),
  );
  const font = `12px ${style.getPropertyValue('--text')}`;
  const paths = UPlot.paths.bars?.({ size: [0.6, 24] });
  const bars = { width: 0, ...(paths && { paths }), points: { show: false } };
  const times = days.map(({ day }) => Date.parse(`${day}T00:00:00Z`) / 1000);
  /** The text of the legend: the count of the day that is pointed at, else of all. */
  const tell =
    (name: 'renders' | 'failures' | 'pages') => (_plot: UPlot, _drawn: number, _series: number, at: number | null) =>
      (at === null ? sum(days, name) : (days[at]?.[name] ?? 0)).toLocaleString('en');
  const axis = { stroke: soft ?? '', grid: { stroke: line ?? '', width: 1 }, ticks: { show: false }, font };
  const counts = {
    ...{ ...axis, size: 44, incrs: wholeSteps, space: 24 },
    values: (_plot: UPlot, splits: number[]) => splits.map((count) => count.toLocaleString('en')),
  };
  return new UPlot(
    {
      width: parent.clientWidth,
      height,
      tzDate: (time) => UPlot.tzDate(new Date(time * 1000), 'Etc/UTC'),
      cursor: { drag: { x: false, y: false }, points: { show: false } },
      scales: {
        // Half a day more on both sides, so that the first and the last bar are whole.
        x: { range: (_plot, first, last) => [first - halfDay, last + halfDay] },
        y: { range: (_plot, _low, high) => [0, Math.max(4, high * 1.1)] },
        pages: { range: (_plot, _low, high) => [0, Math.max(4, high * 1.1)] },
      },
      axes: [
        { ...axis, size: 28, grid: { show: false }, values: (_plot, splits) => splits.map((time) => formatDay(time)) },
        counts,
        { ...counts, scale: 'pages', side: 1, stroke: warn ?? '', grid: { show: false } },
      ],
      series: [
        { label: 'Day', value: (_plot, time) => (time == null ? `all ${days.length}` : formatDay(time)) },
        { ...bars, label: 'Renders', value: tell('renders'), fill: accent ?? '', stroke: accent ?? '' },
        { ...bars, label: 'Failures', value: tell('failures'), fill: bad ?? '', stroke: bad ?? '' },
        {
          label: 'Pages',
          value: tell('pages'),
          scale: 'pages',
          stroke: warn ?? '',
          width: 1.5,
          points: { show: false },
        },
      ],
    },
    [
      times,
      days.map(({ renders, failures }) => renders + failures),
      days.map(({ failures }) => failures),
      days.map(({ pages }) => pages),
    ],
    parent,
  );
}

function sum(days: readonly DayCount[], name: 'renders' | 'failures' | 'pages'): number {
  return days.reduce((total, day) => total + day[name], 0);
}

function formatDay(time: number): string {
  return new Date(time * 1000).toLocaleDateString('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

/** The colour behind a variable, as a canvas understands it: `light-dark()` is for styles alone. */
function resolve(parent: HTMLElement, name: string): string {
  parent.style.color = `var(${name})`;
  const { color } = getComputedStyle(parent);
  parent.style.color = '';
  return color;
}
