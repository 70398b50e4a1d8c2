import { showAnswer } from './answer.js';
import { offerCredential } from './credential.js';
import { highlighted } from './highlight.js';
import { languages } from './samples.js';

/** Makes the form of an operation send real requests, and the code samples follow what is filled in. */
export function offerTrying() {
  const form = document.querySelector('#try');
  if (!form) return;
  form.hidden = false;
  const outcome = form.querySelector('#outcome');
  const stop = form.querySelector('#stop');
  const credential = offerCredential(form, () => showSamples(form, credential));
  renewKey(form);
  offerExamples(form);
  form.addEventListener('input', () => showSamples(form, credential));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  showSamples(form, credential);

  let sending;

  async function send() {
    sending?.abort();
    const abort = (sending = new AbortController());
    stop.hidden = false;
    stop.addEventListener('click', () => abort.abort(), { once: true });
    outcome.textContent = 'Sending…';
    const begin = performance.now();
    try {
      let answer = await request(form, credential, abort.signal);
      if (answer.status === 401 && (await credential.renew()))
        answer = await request(form, credential, abort.signal);
      outcome.textContent = `${answer.status} ${answer.statusText} · ${Math.round(performance.now() - begin)} ms`;
      outcome.className = answer.ok ? 'good' : 'bad';
      if (answer.ok) renewKey(form);
      await showAnswer(form.querySelector('#answer'), answer);
    } catch (error) {
      if (!abort.signal.aborted) outcome.textContent = `No response: ${error.message}`;
    } finally {
      if (sending === abort) stop.hidden = true;
    }
  }
}

/** Repeating a request that was answered needs a new key; repeating one whose answer was lost needs the same. */
function renewKey(form) {
  const field = form.elements.namedItem('Idempotency-Key');
  if (!field) return;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  field.value = [...bytes].map((each) => each.toString(16).padStart(2, '0')).join('');
}

function offerExamples(form) {
  form.querySelector('#media')?.addEventListener('change', ({ target }) => {
    for (const fields of form.querySelectorAll('[data-type]'))
      fields.hidden = fields.disabled = fields.dataset.type !== target.value;
  });
  for (const chooser of form.querySelectorAll('[data-file]'))
    chooser.addEventListener('change', () => {
      const text = chooser.closest('fieldset').querySelector('textarea');
      if (text) text.disabled = chooser.files.length > 0;
    });
  for (const chooser of form.querySelectorAll('[data-examples]'))
    chooser.addEventListener('change', () => {
      const text = chooser.selectedOptions[0].dataset.text;
      chooser.closest('fieldset').querySelector('textarea').value = text;
    });
}

const request = (form, credential, signal) =>
  fetch(addressOf(form), {
    method: form.dataset.method,
    headers: [...headersOf(form), ...credential.header(), ...typeOf(form)],
    body: bodyOf(form),
    signal,
  });

const fieldsOf = (form, place) =>
  [...form.querySelectorAll(`[data-in="${place}"]`)].filter(({ value }) => value !== '');

function addressOf(form) {
  let path = form.dataset.path;
  for (const { name, value } of fieldsOf(form, 'path'))
    path = path.replace(`{${name}}`, encodeURIComponent(value));
  const query = new URLSearchParams(
    fieldsOf(form, 'query').map(({ name, value }) => [name, value]),
  );
  return location.origin + path + (query.size > 0 ? `?${query}` : '');
}

const headersOf = (form) => fieldsOf(form, 'header').map(({ name, value }) => [name, value]);

const bodyFieldsOf = (form) => form.querySelector('[data-type]:not([hidden])');

/** The browser itself writes the type of a form, with its boundary. */
function typeOf(form) {
  const type = bodyFieldsOf(form)?.dataset.type;
  return type && type !== 'multipart/form-data' ? [['Content-Type', type]] : [];
}

function bodyOf(form) {
  const fields = bodyFieldsOf(form);
  if (!fields) return undefined;
  if (fields.dataset.type !== 'multipart/form-data')
    return fileIn(fields) ?? fields.querySelector('textarea')?.value;
  const data = new FormData();
  for (const field of fields.querySelectorAll('[data-field]')) {
    const value = field.files ? field.files[0] : field.value;
    if (value) data.append(field.dataset.field, value);
  }
  return data;
}

/** What the samples send: files by their names. */
function sampleBodyOf(form) {
  const fields = bodyFieldsOf(form);
  if (!fields) return undefined;
  const { type } = fields.dataset;
  if (type === 'multipart/form-data')
    return {
      kind: 'form',
      fields: [...fields.querySelectorAll('[data-field]')]
        .map((field) =>
          field.files
            ? { name: field.dataset.field, file: fileOf(field) }
            : { name: field.dataset.field, value: field.value },
        )
        .filter(({ file, value }) => file || value),
    };
  const text = fields.querySelector('textarea')?.value;
  const isOther = fields !== form.querySelector('[data-type]');
  if (fileIn(fields) || text === undefined)
    return { kind: 'file', type, file: fileOf(fields.querySelector('[data-file]')), isOther };
  return { kind: type === 'application/json' ? 'json' : 'text', type, text, isOther };
}

/** The file that is sent in place of the text. */
const fileIn = (fields) => fields.querySelector('[data-file]')?.files[0];

const fileOf = (field) => field.files[0]?.name ?? `${field.dataset.field ?? 'file'}.bin`;

function showSamples(form, credential) {
  const { operation, method, path, accepts, response } = form.dataset;
  const [accepted] = accepts.split(' ').filter(Boolean);
  const call = {
    id: operation,
    method,
    path,
    address: location.origin,
    credential: accepted && (credential?.kind() ?? accepted),
    parameters: ['path', 'query', 'header'].flatMap((place) =>
      fieldsOf(form, place).map(({ name, value, dataset }) => ({
        name,
        in: place,
        value,
        kind: dataset.kind,
      })),
    ),
    body: sampleBodyOf(form),
    response,
  };
  for (const [name, { sample }] of Object.entries(languages)) {
    const code = document.querySelector(`[data-sample="${name}"] code`);
    if (code) code.innerHTML = highlighted(sample(call), name);
  }
}
