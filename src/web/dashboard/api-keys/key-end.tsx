import { useSignal } from '@preact/signals';
import { Choice, TextField } from '../../parts/field.tsx';
import { putText } from '../../parts/put.ts';

const dayMs = 86_400_000;
const ends = [
  ['', 'never'],
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
  ['365', 'in a year'],
  ['date', 'on a date'],
] as const;

/** When a key ends; the fields `end` and `date` of the form. */
export function KeyEnd() {
  const chosen = useSignal('90');
  return (
    <div class="row">
      <Choice label="Ends" name="end" value={chosen.value} options={ends} onChange={putText(chosen)} />
      {chosen.value === 'date' && (
        <TextField label="Date" name="date" type="date" min={toDay(Date.now() + dayMs)} required />
      )}
    </div>
  );
}

/** The end that the fields say; null for never. A date means the end of that day where the person is. */
export function readKeyEnd(end = '', date = '', now = Date.now()): string | null {
  if (end === '') return null;
  const time = end === 'date' ? Date.parse(`${date}T23:59:59`) : now + Number(end) * dayMs;
  return new Date(time).toISOString();
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
