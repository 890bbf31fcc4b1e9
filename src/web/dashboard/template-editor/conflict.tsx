import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { joinChoices, type MergeChoice, type Passage } from '../../../texts/index.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { countOf } from '../../parts/format.ts';
import { Moment } from '../../parts/moment.tsx';
import type { Draft } from './draft.ts';
import type { DraftConflict } from './draft-merge.ts';
import type { FoundConflict, useSaving } from './use-saving.ts';

/** Lines shown before and after those of a conflict. */
const around = 2;
/** Templates that are named. */
const shownUsers = 10;

interface ConflictProps {
  draft: Draft;
  found: FoundConflict;
  saving: ReturnType<typeof useSaving>;
}

/** Asks about each place that another person has changed, too. Nothing is saved before each is decided. */
export function Conflict({ draft, found: { theirs, merge, users }, saving }: ConflictProps) {
  const choices = useSignal<readonly (MergeChoice | undefined)[]>(merge.conflicts.map(() => undefined));
  const decided = choices.value.filter((choice) => choice !== undefined);
  const isOpen = decided.length < merge.conflicts.length;
  const texts = { mine: draft.content.value, theirs: theirs.template.content };
  const close = () => {
    saving.conflict.value = undefined;
  };
  return (
    <Dialog title="Another person has changed the same lines" onClose={close} isWide>
      <p>
        They saved <Moment time={theirs.template.updated_at} />. All other changes of both of you are merged. Choose
        what to keep in {merge.conflicts.length === 1 ? 'this place' : `each of these ${merge.conflicts.length} places`}
        .
      </p>
      {users.length > 0 && <p>{nameUsers(users)}</p>}
      <ol class="conflicts">
        {merge.conflicts.map((conflict, index) => (
          <Place
            key={index}
            place={conflict}
            texts={texts}
            choice={choices.value[index]}
            onChoose={(choice) => {
              choices.value = choices.value.with(index, choice);
            }}
          />
        ))}
      </ol>
      <div class="buttons">
        <p class="soft" role="status">
          {decided.length} of {countOf(merge.conflicts.length, 'place')} decided
        </p>
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="button" disabled={isOpen} onClick={() => void saving.settle(decided, false)}>
          Merge without saving
        </button>
        <button type="button" class="strong" disabled={isOpen} onClick={() => void saving.settle(decided, true)}>
          Save the merge
        </button>
      </div>
    </Dialog>
  );
}

/** Names the templates that the texts are part of. */
function nameUsers(users: readonly string[]): string {
  const more = users.length - shownUsers;
  const names = users.slice(0, shownUsers).join(', ');
  return `Templates that use it: ${names}${more > 0 ? ` and ${more} more` : ''}.`;
}

interface PlaceProps {
  place: DraftConflict;
  texts: { mine: string; theirs: string };
  choice: MergeChoice | undefined;
  onChoose: (choice: MergeChoice) => void;
}

/** One place: both sides whole, what was there before, and the choice below them. */
function Place({ place, texts, choice, onChoose }: PlaceProps) {
  const name = useId();
  const sides = readSides(place, texts);
  const options: [MergeChoice, string][] = [
    ['mine', 'Keep mine'],
    ['theirs', 'Keep theirs'],
  ];
  if (sides.both !== undefined) options.push(['both', 'Keep both, mine first']);
  return (
    <li>
      <fieldset>
        <legend>{sides.title}</legend>
        <div class="conflict-sides">
          <Side title="Mine" rows={sides.mine} isChosen={choice !== 'theirs' && choice !== undefined} />
          <Side title="Theirs" rows={sides.theirs} isChosen={choice !== 'mine' && choice !== undefined} />
        </div>
        {sides.before && (
          <details>
            <summary>Before both changes</summary>
            <pre class="lines">{sides.before}</pre>
          </details>
        )}
        <div class="choices">
          {options.map(([value, words]) => (
            <label key={value} class="check">
              <input type="radio" name={name} checked={choice === value} onChange={() => onChoose(value)} />
              <span>{words}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </li>
  );
}

/** A line of a side. `isPart` says that it is of the conflict, and not around it. */
interface Row {
  number: number | undefined;
  text: string;
  isPart: boolean;
}

function Side({ title, rows, isChosen }: { title: string; rows: readonly Row[]; isChosen: boolean }) {
  const isEmpty = !rows.some(({ isPart }) => isPart);
  return (
    <section class={isChosen ? 'chosen' : undefined}>
      <h3>
        {title}
        {isEmpty && <span class="soft"> – nothing here</span>}
      </h3>
      <pre class="lines">
        {rows.map(({ number, text, isPart }, index) => (
          <div key={index} class={isPart ? 'part' : undefined}>
            {number !== undefined && <span class="number">{number}</span>}
            <span>{`${text}\n`}</span>
          </div>
        ))}
      </pre>
    </section>
  );
}

function readSides(place: DraftConflict, texts: PlaceProps['texts']) {
  if (place.where === 'values') {
    const { pointer, base, mine, theirs } = place.conflict;
    const rowsOf = (value: unknown) => writeValue(value).map((text) => ({ number: undefined, text, isPart: true }));
    const before = writeValue(base).join('\n');
    return { title: `Values, ${pointer}`, mine: rowsOf(mine), theirs: rowsOf(theirs), before, both: undefined };
  }
  const { base, mine, theirs } = place.conflict;
  return {
    title: `Content, line ${mine.line}`,
    mine: readRows(texts.mine, mine),
    theirs: readRows(texts.theirs, theirs),
    before: base?.text,
    both: mine.text === '' || theirs.text === '' ? undefined : joinChoices(place.conflict, 'both'),
  };
}

/** The lines of a value; none if there is no value. */
function writeValue(value: unknown): string[] {
  return value === undefined ? [] : JSON.stringify(value, null, 2).split('\n');
}

/** The lines of a passage and some around them. */
function readRows(text: string, { line, lines }: Passage): Row[] {
  const first = Math.max(1, line - around);
  const all = text.replace(/\r?\n$/, '').split(/\r?\n/);
  return all.slice(first - 1, line - 1 + lines + around).map((words, index) => {
    const number = first + index;
    return { number, text: words, isPart: number >= line && number < line + lines };
  });
}
