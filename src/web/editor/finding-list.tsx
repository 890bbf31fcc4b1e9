import { countOf } from '../parts/format.ts';

/** A flaw that did not stop the render. */
interface ListedFinding {
  message: string;
  file?: string | undefined;
  line?: number | undefined;
}

interface FindingListProps<F extends ListedFinding> {
  findings: readonly F[];
  /** What one of them is called. Default `warning`. */
  word?: string;
  isHidden: boolean;
  /** Jumps to a line; without it places are words. */
  onGoTo?: ((finding: F) => void) | undefined;
}

/** The flaws of a template below its pages, folded at first. */
export function FindingList<F extends ListedFinding>({
  findings,
  word = 'warning',
  isHidden,
  onGoTo,
}: FindingListProps<F>) {
  return (
    <details id="warnings" class="warnings" hidden={isHidden || findings.length === 0}>
      <summary id="count">{countOf(findings.length, word)}</summary>
      <ul id="warning-list">
        {findings.map((finding) => (
          <li key={`${finding.file}:${finding.line} ${finding.message}`}>
            <span>{finding.message}</span>
            {finding.file !== undefined && finding.line !== undefined && (
              <FindingPlace finding={finding} onGoTo={onGoTo} />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function FindingPlace<F extends ListedFinding>({
  finding,
  onGoTo,
}: {
  finding: F;
  onGoTo: FindingListProps<F>['onGoTo'];
}) {
  const place = <code>{`${finding.file}:${finding.line}`}</code>;
  if (!onGoTo) return place;
  return (
    <button type="button" class="link" onClick={() => onGoTo(finding)}>
      {place}
    </button>
  );
}
