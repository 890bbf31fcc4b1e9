import { countOf } from '../parts/format.ts';

/** A flaw that did not stop the render. */
interface ListedFinding {
  message: string;
  file?: string | undefined;
  line?: number | undefined;
}

interface FindingListProps {
  findings: readonly ListedFinding[];
  isHidden: boolean;
  /** Jumps to a line; without it places are words. */
  onGoTo?: ((finding: ListedFinding) => void) | undefined;
}

/** The flaws of a template below its pages, folded until somebody looks. */
export function FindingList({ findings, isHidden, onGoTo }: FindingListProps) {
  return (
    <details id="warnings" class="warnings" hidden={isHidden || findings.length === 0}>
      <summary id="count">{countOf(findings.length, 'warning')}</summary>
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

function FindingPlace({ finding, onGoTo }: { finding: ListedFinding; onGoTo: FindingListProps['onGoTo'] }) {
  const place = <code>{`${finding.file}:${finding.line}`}</code>;
  if (!onGoTo) return place;
  return (
    <button type="button" class="link" onClick={() => onGoTo(finding)}>
      {place}
    </button>
  );
}
