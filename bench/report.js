/** The table that a run prints, and what it keeps for `--json`. Ratios are held against targets such as "≤ 1.5". */
export function openReport(stream) {
  const rows = [];
  const leftOut = [];
  let part = '';

  /** A line: platen's figure, the other's, their ratio, the target of the ratio. Without one of the two there is no ratio. */
  function report(what, ours, theirs, unit, target = '–') {
    const ratio = Number.isFinite(ours) && Number.isFinite(theirs) ? ours / theirs : undefined;
    const met = meets(ratio, target);
    rows.push({ part, what, ours, theirs, unit, ratio, target, met });
    const held = met === false ? `${target} (not met)` : target;
    line(what, show(ours, unit), show(theirs, unit), ratio?.toFixed(2) ?? '–', held);
  }

  function line(...cells) {
    stream.write(`| ${cells.join(' | ')} |\n`);
  }

  return Object.assign(report, {
    begin(name) {
      part = name;
    },
    open() {
      line('what', 'platen', 'beside it', 'ratio', 'target');
      line('---', '---', '---', '---', '---');
    },
    /** Notes that somebody takes no further part, and why. */
    leaveOut(who, why) {
      const reason = String(why?.message ?? why).split('\n')[0];
      if (leftOut.some((one) => one.part === part && one.who === who)) return;
      leftOut.push({ part, who, why: reason });
      process.stderr.write(`${part}: without ${who}: ${reason}\n`);
    },
    close() {
      const missed = rows.filter(({ met }) => met === false);
      const held = rows.filter(({ met }) => met !== undefined);
      const seconds = Math.round(performance.now() / 1000);
      stream.write(`\n${held.length - missed.length} of ${held.length} targets met, in ${seconds} s\n`);
      for (const { what, ratio, target } of missed)
        stream.write(`not met: ${what}: ${ratio.toFixed(2)}, not ${target}\n`);
      for (const one of leftOut) stream.write(`left out of ${one.part}: ${one.who} (${one.why})\n`);
    },
    rows,
    leftOut,
  });
}

function meets(ratio, target) {
  const [, sign, bound] = /^(≤|≥|<|>) ([\d.]+)$/.exec(target) ?? [];
  if (ratio === undefined || sign === undefined) return undefined;
  const limit = Number(bound);
  return { '≤': ratio <= limit, '≥': ratio >= limit, '<': ratio < limit, '>': ratio > limit }[sign];
}

function show(value, unit) {
  if (!Number.isFinite(value)) return 'not here';
  const digits = value >= 100 || unit === 'B' ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${unit}`;
}
