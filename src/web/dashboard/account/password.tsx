import { call } from '../../api.ts';
import { TextField } from '../../parts/field.tsx';
import { useForm } from '../../parts/form.tsx';
import { sayDone } from '../../parts/toast.tsx';

/** Changes one's own password. */
export function Password() {
  const { problem, submit } = useForm(
    async (body, form) => {
      await call('PATCH', '/api/dashboard/password', { body });
      form.reset();
      sayDone('The password is changed. Your other sign-ins have ended.');
    },
    ({ code, message }) => (code === 'unauthorized' ? 'The present password is another one.' : message),
  );
  return (
    <section>
      <h2>Your password</h2>
      <form class="narrow" onSubmit={submit}>
        <TextField
          label="Present password"
          name="old_password"
          type="password"
          autocomplete="current-password"
          required
        />
        <TextField
          label="New password"
          name="password"
          type="password"
          autocomplete="new-password"
          minLength={12}
          hint="At least 12 characters. All other sign-ins end."
          problem={problem.value}
          required
        />
        <button type="submit">Change the password</button>
      </form>
    </section>
  );
}
