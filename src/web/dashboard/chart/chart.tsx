import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type UPlot from 'uplot';
import { theme } from '../../parts/theme.ts';
import type { DayCount } from './count-days.ts';

/**
 * Renders, failures and pages of each day. The code that draws is loaded when it is seen; the numbers stand in `label`, which is
 * shown where that code cannot run: it refuses the language `en-US@posix`, as Chromium calls it where LANG=C.UTF-8.
 */
export function Chart({ days, label }: { days: readonly DayCount[]; label: string }) {
  const host = useRef<HTMLDivElement>(null);
  const isDark = useSignal(matchMedia('(prefers-color-scheme: dark)').matches);
  const isFailed = useSignal(false);
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
    const draw = async () => {
      const { openChart } = await import('./open-chart.ts');
      const { current: parent } = host;
      if (!isWanted || !parent) return;
      plot = openChart(parent, days);
      resized.observe(parent);
    };
    draw().catch(() => {
      isFailed.value = true;
    });
    return () => {
      isWanted = false;
      resized.disconnect();
      plot?.destroy();
    };
  }, [days, look.value]);

  if (isFailed.value) return <p class="soft">{label}</p>;
  return <div ref={host} class="chart" role="img" aria-label={label} />;
}
