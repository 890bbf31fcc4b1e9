/** The values of a metric's labels, by name. */
export type Labels = Record<string, string | number>;

/** Metrics for Prometheus. */
export interface Registry {
  /** A number that only grows. */
  counter(name: string, help: string): { add(labels: Labels, amount?: number): void };
  /** How many of the observed values were at most each bound. */
  histogram(name: string, help: string, bounds: readonly number[]): { observe(labels: Labels, value: number): void };
  /** Values that are read at each scrape. */
  read(name: string, type: 'gauge' | 'counter', help: string, look: () => [Labels, number][]): void;
  /** All metrics in the text format 0.0.4 of Prometheus. */
  text(): string;
}

/** Makes an empty registry. */
export function buildRegistry(): Registry {
  const metrics: (() => string[])[] = [];
  const head = (name: string, type: string, help: string) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];

  return {
    counter(name, help) {
      const counts = new Map<string, number>();
      metrics.push(() => [
        ...head(name, 'counter', help),
        ...[...counts].map(([labels, count]) => `${name}${labels} ${count}`),
      ]);
      return {
        add(labels, amount = 1) {
          const key = formatLabels(labels);
          counts.set(key, (counts.get(key) ?? 0) + amount);
        },
      };
    },
    histogram(name, help, bounds) {
      const series = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>();
      metrics.push(() => [
        ...head(name, 'histogram', help),
        ...[...series.values()].flatMap(({ labels, counts, sum, count }) => [
          ...bounds.map((bound, at) => `${name}_bucket${formatLabels({ ...labels, le: bound })} ${counts[at]}`),
          `${name}_bucket${formatLabels({ ...labels, le: '+Inf' })} ${count}`,
          `${name}_sum${formatLabels(labels)} ${sum}`,
          `${name}_count${formatLabels(labels)} ${count}`,
        ]),
      ]);
      return {
        observe(labels, value) {
          const key = formatLabels(labels);
          const item = series.get(key) ?? { labels, counts: bounds.map(() => 0), sum: 0, count: 0 };
          series.set(key, item);
          bounds.forEach((bound, at) => {
            if (value <= bound) item.counts[at] = (item.counts[at] ?? 0) + 1;
          });
          item.sum += value;
          item.count += 1;
        },
      };
    },
    read(name, type, help, look) {
      metrics.push(() => [
        ...head(name, type, help),
        ...look().map(([labels, value]) => `${name}${formatLabels(labels)} ${value}`),
      ]);
    },
    text: () => `${metrics.flatMap((lines) => lines()).join('\n')}\n`,
  };
}

function formatLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
