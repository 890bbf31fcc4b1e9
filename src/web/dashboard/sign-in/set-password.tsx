import type { SessionView } from '../../../contract/index.ts';
import { call } from '../../api.ts';
import { TextField } from '../../parts/field.tsx';
import { FormProblem, useForm } from '../../parts/form.tsx';
import { put } from '../../parts/put.ts';
import { useLoaded } from '../../parts/view.tsx';
import { arrival, enter } from '../session.ts';
import { Door } from './door.tsx';

/** Characters of a password at least, as the service asks for. */
const fewest = 12;

/** Sets a password by a one-time link, and signs in. */
export function SetPassword({ link }: { link: string }) {
  const person = useLoaded(
    async (signal) =>
      (await call<{ data: { email: string } }>('POST', '/api/dashboard/link', { body: { link }, signal })).data,
    [link],
  );

  const { problem, isBusy, submit } = useForm(async ({ password, again }) => {
    if (password !== again) throw new Error('The two passwords are not the same.');
    const body = { link, password };
    enter((await call<{ data: SessionView }>('POST', '/api/dashboard/password', { body })).data);
  });

  if (person.error) {
    return (
      <Door title="This link does not work any more">
        <p role="alert">
          {person.error.code === 'unauthorized'
            ? 'A link works once, within fifteen minutes. An admin of your account can create another.'
            : person.error.message}
        </p>
        <button type="button" onClick={put(arrival, {})}>
          Sign in instead
        </button>
      </Door>
    );
  }
  if (!person.data) return <p class="waiting">Loading…</p>;
  return (
    <Door title="Choose a password">
      <form onSubmit={submit}>
        <TextField label="Email" type="email" value={person.data.email} autocomplete="username" readOnly />
        <TextField
          label="Password"
          name="password"
          type="password"
          autocomplete="new-password"
          minLength={fewest}
          hint={`At least ${fewest} characters. Three or four words are good.`}
          required
        />
        <TextField label="The same again" name="again" type="password" autocomplete="new-password" required />
        <FormProblem problem={problem} />
        <button type="submit" class="strong" disabled={isBusy.value}>
          Set the password
        </button>
      </form>
    </Door>
  );
}
