import { Questions } from '../../parts/ask.tsx';
import { Toasts } from '../../parts/toast.tsx';
import { Empty, View } from '../../parts/view.tsx';
import { addressOfView, place } from '../../router.ts';
import { account, arrival, openFailure, openSession, session } from '../session.ts';
import { Door } from '../sign-in/door.tsx';
import { SetPassword } from '../sign-in/set-password.tsx';
import { SignInPage } from '../sign-in/sign-in.tsx';
import { CommandMenu } from './command-menu.tsx';
import { LazyView } from './lazy-view.tsx';
import { Navigation } from './navigation.tsx';
import { views } from './views.ts';

/** The whole dashboard: who is there decides what is seen. */
export function App() {
  return (
    <>
      <Content />
      <Questions />
      <Toasts />
    </>
  );
}

function Content() {
  const view = session.value;
  if (openFailure.value) return <Unreachable message={openFailure.value.message} />;
  if (!view) return <p class="waiting">Loading…</p>;
  if (arrival.value.link !== undefined) return <SetPassword link={arrival.value.link} />;
  if (!view.signed_in) return <SignInPage view={view} />;
  return (
    <div class="frame">
      <a class="skip" href="#content">
        To the content
      </a>
      <Navigation />
      {/* Another account is another page: nothing of the one before stays. */}
      <main id="content" key={account.value} tabIndex={-1}>
        <Chosen />
      </main>
      <CommandMenu />
    </div>
  );
}

function Chosen() {
  const { view = 'templates', id } = place.value;
  const found = views.find(({ path }) => path === view);
  if (!found) {
    return (
      <View title="This page does not exist">
        <Empty title="The view has another name, or was never there">
          <a class="button" href={addressOfView('templates')}>
            To the templates
          </a>
        </Empty>
      </View>
    );
  }
  return id === undefined || !found.loadOne ? (
    <LazyView key={view} load={found.load} />
  ) : (
    <LazyView key={`${view} ${id}`} load={found.loadOne} id={id} />
  );
}

function Unreachable({ message }: { message: string }) {
  return (
    <Door title="The dashboard cannot be opened">
      <p role="alert">{message}</p>
      <button type="button" onClick={() => void openSession()}>
        Try again
      </button>
    </Door>
  );
}
