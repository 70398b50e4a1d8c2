import { render } from 'preact';
import type { JSX } from 'preact';
import { api } from './api.ts';
import { Frame } from './frame.tsx';
import { useLoad, useSession } from './hooks.ts';
import { LogIn, LogOut } from './log-in.tsx';
import { Dialog, Fault } from './parts.tsx';
import { recognize } from './session.ts';
import { texts } from './texts.ts';

function App(): JSX.Element {
  const session = useSession();
  if (session.kind === 'unknown') return <Recognize />;
  if (!('user' in session))
    return (
      <main class="alone">
        <h1>{texts.logIn.title}</h1>
        <LogIn />
      </main>
    );
  return (
    <>
      <Frame user={session.user} />
      {session.kind === 'ended' && (
        <Dialog title={texts.logIn.title}>
          <p>{texts.logIn.again}</p>
          <LogIn given={session.user.email} />
        </Dialog>
      )}
    </>
  );
}

/** Reads whose session is stored in this tab. Where that is refused, one can log out. */
function Recognize(): JSX.Element {
  const read = async (signal: AbortSignal): Promise<void> => {
    const { data } = await api.GET('/api/v1/auth/me', { signal });
    if (data.user) recognize(data.user);
  };
  const { error } = useLoad('me', read, 2000);
  return (
    <main class="alone">
      <p>{texts.loading}</p>
      <Fault error={error} />
      {error !== undefined && <LogOut />}
    </main>
  );
}

render(<App />, document.body);
