import type { SessionView } from '../../../contract/index.ts';
import { type ApiError, call, serviceUrl } from '../../api.ts';
import { TextField } from '../../parts/field.tsx';
import { FormProblem, useForm } from '../../parts/form.tsx';
import { countOf } from '../../parts/format.ts';
import { arrival, enter } from '../session.ts';
import { Door } from './door.tsx';

const failures: Readonly<Record<string, string>> = {
  forbidden: 'Your provider signed you in, but you have no account here. Ask an admin.',
  email_not_verified: 'Your provider has not verified your email address (email_verified). Ask its operator.',
};

/** Signs a person in: by password, or by the provider of OpenID Connect. */
export function SignInPage({ view }: { view: SessionView }) {
  const { failed } = arrival.value;
  const { problem, isBusy, submit } = useForm(
    async (body) => enter((await call<{ data: SessionView }>('POST', '/api/dashboard/session', { body })).data),
    (error) => {
      document.querySelector<HTMLInputElement>('input[name=password]')?.select();
      return explain(error);
    },
  );

  if (view.local) {
    return (
      <Door title="Open the dashboard again">
        <p>This page was opened for one sitting, and that has ended. In your terminal:</p>
        <pre class="line">
          <code>platen dashboard</code>
        </pre>
      </Door>
    );
  }
  return (
    <Door title="Sign in to platen">
      {failed !== undefined && (
        <p class="said bad" role="alert">
          {failures[failed] ?? 'Signing in with your provider did not work. Try it again.'}
        </p>
      )}
      {view.openid !== null && (
        <>
          <a class="button strong" href={`${serviceUrl}/api/dashboard/openid`} target="_self">
            Sign in with {view.openid}
          </a>
          <p class="or">or with a password</p>
        </>
      )}
      <form onSubmit={submit}>
        <TextField label="Email" name="email" type="email" autocomplete="username" required />
        <TextField label="Password" name="password" type="password" autocomplete="current-password" required />
        <FormProblem problem={problem} />
        <button type="submit" class={view.openid === null ? 'strong' : undefined} disabled={isBusy.value}>
          Sign in
        </button>
      </form>
      <p class="soft">No password yet, or a lost one? An admin of your account makes a one-time link.</p>
    </Door>
  );
}

function explain({ code, message, retryAfter }: ApiError): string {
  if (code === 'unauthorized') return 'Email or password is wrong.';
  if (code === 'rate_limited') return `Too many tries. Wait ${countOf(retryAfter ?? 1, 'second')}, then try again.`;
  return message;
}
