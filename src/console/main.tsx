import { render } from 'preact';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { api } from './api.ts';
import { Frame } from './frame.tsx';
import { useSession } from './hooks.ts';
import { LogIn } from './log-in.tsx';
import { Dialog } from './parts.tsx';
import { recognize } from './session.ts';
import { texts } from './texts.ts';

function App(): JSX.Element {
  const session = useSession();
  useEffect(() => {
    if (session.kind === 'unknown') void readUser();
  }, [session.kind]);
  if (session.kind === 'unknown') return <p class="alone">{texts.loading}</p>;
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

/** Whose session is stored in this tab. Without one the log-in is shown. */
async function readUser(): Promise<void> {
  for (;;) {
    try {
      const { data } = await api.GET('/api/v1/auth/me');
      if (data.user) return recognize(data.user);
    } catch {
      await new Promise((done) => setTimeout(done, 2000));
    }
  }
}

render(<App />, document.body);
