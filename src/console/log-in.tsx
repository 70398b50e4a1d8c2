import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { anonymous, type Schemas } from './api.ts';
import { useAction } from './hooks.ts';
import { Form } from './forms.tsx';
import { Fault } from './parts.tsx';
import { begin, leave } from './session.ts';
import { texts } from './texts.ts';

/** The demo's user, whom only the server of the demo writes into the page. */
const [demo] = JSON.parse(
  document.documentElement.dataset['users'] ?? '[]',
) as Schemas['LogInRequest'][];

export function LogIn({ given }: { readonly given?: string }): JSX.Element {
  const isDemo = demo !== undefined && (given === undefined || given === demo.email);
  const [email, setEmail] = useState(given ?? demo?.email ?? '');
  const [password, setPassword] = useState(isDemo ? demo.password : '');
  const first = useRef<HTMLInputElement>(null);
  const logIn = useAction(async () => {
    const { data } = await anonymous.POST('/api/v1/auth/login', { body: { email, password } });
    begin(data.access_token, data.user);
  });
  useEffect(() => first.current?.focus(), []);
  const { logIn: t } = texts;
  const fields = [
    [{ type: 'email', autocomplete: 'username', value: email }, setEmail],
    [{ type: 'password', autocomplete: 'current-password', value: password }, setPassword],
  ] as const;
  return (
    <Form onSubmit={() => logIn.run()}>
      {isDemo && <p class="quiet">{t.demo}</p>}
      {fields.map(([field, set], index) => (
        <label key={index}>
          {t[field.type]}
          <input
            {...field}
            ref={(index === 0) === (email === '') ? first : null}
            required
            onInput={({ currentTarget }) => set(currentTarget.value)}
          />
        </label>
      ))}
      <Fault error={logIn.error} />
      <button class="main" type="submit" disabled={logIn.isRunning}>
        {t.submit}
      </button>
    </Form>
  );
}

/** Ends the session, here and on the server. One that has ended is no reason to log in. */
export function LogOut(): JSX.Element {
  const end = (token: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}` };
    return anonymous.POST('/api/v1/auth/logout', { headers, signal: AbortSignal.timeout(3000) });
  };
  return (
    <button class="plain" type="button" onClick={() => void leave(end)}>
      {texts.logIn.logOut}
    </button>
  );
}
