import { startSentence } from '../parts/format.ts';

/** A line of a text, to show the place of an error. */
interface Line {
  number: number;
  text: string;
}

interface ErrorBoxProps {
  message: string;
  why?: string | undefined;
  fix?: string | undefined;
  file?: string | undefined;
  line?: number | undefined;
  column?: number | undefined;
  source?: readonly Line[] | undefined;
}

/** An error of a template: where, what, the lines around, why, and what to do. */
export function ErrorBox({ error, onGoTo }: { error: ErrorBoxProps | null | undefined; onGoTo?: () => void }) {
  const { message = '', why, fix, file, line, column, source = [] } = error ?? {};
  const place = [file, line, column].filter((step) => step !== undefined).join(':');
  return (
    <section id="error" class="error" role="alert" hidden={!error}>
      <p id="place" class="place" hidden={place === ''}>
        {onGoTo && line !== undefined ? (
          <button type="button" class="link" onClick={onGoTo}>
            {place}
          </button>
        ) : (
          place
        )}
      </p>
      <p id="problem" class="problem">
        {startSentence(message)}
      </p>
      <pre id="source" class="source" hidden={source.length === 0}>
        {source.map((row) => (
          <SourceRow
            key={row.number}
            row={row}
            column={row.number === line ? column : undefined}
            isHere={row.number === line}
          />
        ))}
      </pre>
      {why !== undefined && <p class="advice">{why}</p>}
      {fix !== undefined && <p class="advice">{fix}</p>}
    </section>
  );
}

/** Lines shown before and after the faulty one, and characters of each. */
const around = 2;
const longest = 240;

/** The lines around a line of a text, with their numbers from 1. */
export function showLines(text: string, line: number): { number: number; text: string }[] {
  const first = Math.max(1, line - around);
  return text
    .split(/\r?\n/)
    .slice(first - 1, line + around)
    .map((words, index) => ({ number: first + index, text: words.slice(0, longest) }));
}

function SourceRow({ row, column, isHere }: { row: Line; column: number | undefined; isHere: boolean }) {
  const { number, text } = row;
  const at = (column ?? 1) - 1;
  const word = column === undefined ? '' : (/^(?:\{\{.*?\}\}|\{%.*?%\}|[\w.]+|.)/.exec(text.slice(at))?.[0] ?? '');
  return (
    <div class={isHere ? 'here' : undefined}>
      <span class="number">{number}</span>
      <span>
        {text.slice(0, at)}
        {word && <mark>{word}</mark>}
        {text.slice(at + word.length)}
      </span>
    </div>
  );
}
