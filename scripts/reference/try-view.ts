import { escaped } from './assets/highlight.js';
import { codeBlock } from './markdown.ts';
import { isBinary, kindOf, prefilled, responseKindOf, samplesOf, textOf } from './samples.ts';
import type { Media, Operation, Parameter, Part, Reference } from './reference.ts';

/** One sample for each language. A radio button chooses one, so this works without scripts. */
export function samplesView(operation: Operation, { resolve }: Reference): string {
  const samples = samplesOf(operation, resolve);
  const choices = samples.map(
    ({ name, label }, index) =>
      `<input type="radio" name="language" id="language-${name}" value="${name}"${index === 0 ? ' checked' : ''}><label for="language-${name}">${label}</label>`,
  );
  const blocks = samples.map(
    ({ name, source }) =>
      `<div class="sample" data-sample="${name}">${codeBlock(source, name)}</div>`,
  );
  return `<div class="samples" role="group" aria-label="Code samples">${choices.join('')}\n${blocks.join('\n')}</div>`;
}

/** The form that sends a real request. `assets/try.js` makes it work. */
export function tryView(operation: Operation, { resolve }: Reference): string {
  const { id, method, path, parameters, body, session, apiKey, superAdmin } = operation;
  const media = (body?.media ?? []).map((each, index) => mediaView(each, index, resolve));
  const types = (body?.media ?? []).map(({ type }) => `<option>${escaped(type)}</option>`);
  return `<form class="try" id="try" hidden data-operation="${id}" data-method="${method}" data-path="${escaped(path)}" data-response="${responseKindOf(operation, resolve)}" data-accepts="${session ? 'session' : ''} ${apiKey ? 'apiKey' : ''}"${superAdmin ? ' data-admin' : ''}>
<h2>Try it</h2>
<p class="quiet">Sends a real request to this server.</p>
${parameters.map((each) => fieldView(each, resolve)).join('\n')}
${types.length > 1 ? `<label class="field"><span>Type of the body</span><select id="media">${types.join('')}</select></label>` : ''}
${media.join('\n')}
<div class="actions"><button type="submit">Send</button> <button type="button" id="stop" hidden>Stop</button> <output id="outcome" role="status"></output></div>
<div id="answer"></div>
</form>`;
}

function fieldView(parameter: Parameter, resolve: Reference['resolve']): string {
  const { name, in: place, required } = parameter;
  const schema = resolve(parameter.schema);
  const values = (schema['enum'] ?? schema['x-extensible-enum']) as string[] | undefined;
  const choices = schema['type'] === 'boolean' ? ['true', 'false'] : values;
  const value = prefilled(parameter);
  const attributes = `name="${escaped(name)}" data-in="${place}" data-kind="${kindOf(schema)}"${required ? ' required' : ''}`;
  const control = choices
    ? `<select ${attributes}>${['', ...choices].map((each) => `<option${each === value ? ' selected' : ''}>${escaped(each)}</option>`).join('')}</select>`
    : `<input ${attributes} value="${escaped(value)}" autocomplete="off" spellcheck="false">`;
  return `<label class="field"><span><code>${escaped(name)}</code></span>${control}</label>`;
}

function mediaView(
  { type, schema, examples }: Media,
  index: number,
  resolve: Reference['resolve'],
): string {
  const open = `<fieldset data-type="${escaped(type)}"${index > 0 ? ' hidden disabled' : ''}><legend>Body <code>${escaped(type)}</code></legend>`;
  if (type === 'multipart/form-data') {
    const fields = formInputs(schema, examples[0]?.value, resolve);
    return `${open}${fields.join('')}</fieldset>`;
  }
  const isText = examples.length > 0 || type === 'application/json';
  // JSON is edited here; other texts, such as CSV, are usually files.
  const file =
    type === 'application/json'
      ? ''
      : `<label class="field"><span>${isText ? 'File in place of the text' : 'File'}</span><input type="file" data-file></label>`;
  if (!isText) return `${open}${file}</fieldset>`;
  const texts = examples.map(({ name, value }) => ({
    name,
    text: type === 'application/json' ? JSON.stringify(value, null, 2) : textOf(value),
  }));
  const chooser =
    texts.length > 1
      ? `<label class="field"><span>Example</span><select data-examples>${texts.map(({ name, text }) => `<option data-text="${escaped(text)}">${escaped(name)}</option>`).join('')}</select></label>`
      : '';
  const text = texts[0]?.text ?? '{}';
  const rows = Math.min(text.split('\n').length + 1, 18);
  return `${open}${chooser}<textarea aria-label="Body" rows="${rows}" spellcheck="false">${escaped(text)}</textarea>${file}</fieldset>`;
}

function formInputs(schema: Part = {}, value: unknown, resolve: Reference['resolve']): string[] {
  const { properties = {}, required = [] } = resolve(schema) as {
    properties?: Record<string, Part>;
    required?: string[];
  };
  const example = (value ?? {}) as Record<string, unknown>;
  return Object.entries(properties).map(([name, property]) => {
    const text = example[name] ?? '';
    const control = isBinary(resolve(property))
      ? `<input type="file" data-field="${escaped(name)}"${required.includes(name) ? ' required' : ''}>`
      : `<input data-field="${escaped(name)}" value="${escaped(typeof text === 'string' ? text : JSON.stringify(text))}" autocomplete="off">`;
    return `<label class="field"><span><code>${escaped(name)}</code></span>${control}</label>`;
  });
}
