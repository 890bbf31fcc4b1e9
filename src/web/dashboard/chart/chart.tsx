import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type UPlot from 'uplot';
import { theme } from '../../parts/theme.ts';
import type { DayCount } from './count-days.ts';

/** Renders, failures and pages of each day. The code that draws is loaded when it is seen; the numbers stand in `label`. */
export function Chart({ days, label }: { days: readonly DayCount[]; label: string }) {
  const host = useRef<HTMLDivElement>(null);
  const isDark = useSignal(matchMedia('(prefers-color-scheme: dark)').matches);
  const look = useComputed(() => `${theme.value} ${isDark.value}`);

  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const onChange = () => {
      isDark.value = query.matches;
    };
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, []);
  useEffect(() => {
    let plot: UPlot | undefined;
    let isWanted = true;
    const resized = new ResizeObserver(([entry]) => {
      if (entry) plot?.setSize({ width: Math.floor(entry.contentRect.width), height: plot.height });
    });
    void import('./open-chart.ts').then(({ openChart }) => {
      const { current: parent } = host;
      if (!isWanted || !parent) return;
      plot = openChart(parent, days);
      resized.observe(parent);
    });
    return () => {
      isWanted = false;
      resized.disconnect();
      plot?.destroy();
    };
  }, [days, look.value]);

  return <div ref={host} class="chart" role="img" aria-label={label} />;
}
