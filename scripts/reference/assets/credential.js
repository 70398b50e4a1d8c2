const users = JSON.parse(document.body.dataset.users);

/** A field for the credential, which is kept until the tab is closed. In the demo the page logs in and fills it in. */
export function offerCredential(form, changed) {
  const field = document.createElement('label');
  field.className = 'field';
  const input = document.createElement('input');
  input.type = 'password';
  input.id = 'credential';
  input.autocomplete = 'off';
  input.placeholder = 'Session token or API key';
  input.value = sessionStorage.getItem('credential') ?? '';
  field.append(titled('Credential'), input);
  form.querySelector('p').after(field);
  input.addEventListener('input', () => {
    sessionStorage.setItem('credential', input.value);
    changed();
  });
  const renew = users.length > 0 ? offerUsers(form, input, changed) : async () => false;

  return {
    /** The header, if a credential is filled in. */
    header() {
      const value = input.value.trim();
      if (value === '') return [];
      return value.startsWith('vap_')
        ? [['X-API-Key', value]]
        : [['Authorization', `Bearer ${value}`]];
    },
    renew,
    kind: () => (input.value.trim().startsWith('vap_') ? 'apiKey' : undefined),
  };
}

function offerUsers(form, input, changed) {
  const field = document.createElement('label');
  field.className = 'field';
  const chooser = document.createElement('select');
  chooser.id = 'user';
  chooser.append(
    ...users.map(({ email, role }) => new Option(`${email} (${role})`, email)),
    new Option('another credential', ''),
  );
  field.append(titled('Demo user'), chooser);
  form.querySelector('p').after(field);
  const kept = sessionStorage.getItem('user');
  chooser.value = 'admin' in form.dataset ? users.at(-1).email : (kept ?? users[0].email);
  // Only a credential of one's own is kept as such: a token of a demo user belongs to that user.
  const choose = async () => {
    const user = users.find(({ email }) => email === chooser.value);
    input.value = user ? await tokenOf(user) : '';
    if (!user) sessionStorage.setItem('credential', '');
    changed();
  };
  chooser.addEventListener('change', () => {
    sessionStorage.setItem('user', chooser.value);
    void choose();
  });
  input.addEventListener('input', () => {
    chooser.value = '';
    sessionStorage.setItem('user', '');
  });
  if (chooser.value !== '') void choose();

  // A demo that starts again with a new database knows no earlier token.
  return async () => {
    if (chooser.value === '') return false;
    sessionStorage.removeItem(keptName(chooser.value));
    await choose();
    return input.value !== '';
  };
}

const keptName = (email) => `token ${email}`;

/** Logs in once for each tab; the token outlives it. */
async function tokenOf({ email, password }) {
  const name = keptName(email);
  const kept = JSON.parse(sessionStorage.getItem(name) ?? 'null');
  if (kept && Date.parse(kept.expires_at) > Date.now()) return kept.access_token;
  const answer = await fetch('/api/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  }).catch(() => undefined);
  if (!answer?.ok) return '';
  const text = await answer.text();
  sessionStorage.setItem(name, text);
  return JSON.parse(text).access_token;
}

function titled(text) {
  const title = document.createElement('span');
  title.textContent = text;
  return title;
}
