import { useSignal } from '@preact/signals';
import type { ApiError } from '../../api.ts';
import { call } from '../../api.ts';
import { TextField } from '../../parts/field.tsx';
import { sayDone } from '../../parts/toast.tsx';

/** Changes one's own password. */
export function Password() {
  const problem = useSignal<string | undefined>(undefined);
  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const { old_password, password } = Object.fromEntries(new FormData(form));
    try {
      await call('PATCH', '/api/dashboard/password', { body: { old_password, password } });
      problem.value = undefined;
      form.reset();
      sayDone('The password is changed. Your other sign-ins have ended.');
    } catch (error) {
      const { code, message } = error as ApiError;
      problem.value = code === 'unauthorized' ? 'The present password is another one.' : message;
    }
  }
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
