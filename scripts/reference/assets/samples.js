// The same code samples on the server, which writes them into pages and `x-codeSamples`, and in the page, which follows what is filled in.

import { python, typescript } from './samples-clients.js';

const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const json = (value) => JSON.stringify(value);
/** Backquotes end a raw string of Go. */
const raw = (text) => `\`${text.replaceAll('`', '` + "`" + `')}\``;

/** The variable of the environment that holds the credential, and the header it is sent in. */
const credentials = {
  session: { header: 'Authorization', prefix: 'Bearer ', variable: 'TOKEN' },
  apiKey: { header: 'X-API-Key', prefix: '', variable: 'API_KEY' },
};

export const languages = {
  typescript: { lang: 'TypeScript', label: 'TypeScript', isOfClient: true, sample: typescript },
  python: { lang: 'Python', label: 'Python', isOfClient: true, sample: python },
  curl: { lang: 'Shell', label: 'curl', isOfClient: false, sample: curl },
  go: { lang: 'Go', label: 'Go', isOfClient: false, sample: go },
};

/** The address of the request, with what its path and query have. */
function urlOf({ address, path, parameters }) {
  const of = (place) => parameters.filter((parameter) => parameter.in === place);
  const filled = of('path').reduce(
    (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const query = of('query').map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
  return `${address}${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

const headersOf = ({ parameters }) =>
  parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name, value }) => [name, value]);

function curl(call) {
  const { method, credential, body, response } = call;
  const isStream = response === 'events' || response === 'eventParts';
  const lines = [
    `curl${isStream ? ' -N' : ''}${method === 'GET' ? '' : ` -X ${method}`} ${quoted(urlOf(call))}`,
  ];
  const sent = credentials[credential];
  if (sent) lines.push(`-H "${sent.header}: ${sent.prefix}$${sent.variable}"`);
  for (const [name, value] of headersOf(call)) lines.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body?.kind === 'json' || body?.kind === 'text') {
    lines.push(`-H 'Content-Type: ${body.type}'`, `--data-raw ${quoted(body.text)}`);
  }
  if (body?.kind === 'file') {
    lines.push(`-H 'Content-Type: ${body.type}'`, `--data-binary ${quoted(`@${body.file}`)}`);
  }
  if (body?.kind === 'form') {
    for (const { name, file, value } of body.fields)
      lines.push(`-F ${quoted(`${name}=${file === undefined ? value : `@${file}`}`)}`);
  }
  if (response === 'blob' || response === 'parts') lines.push('-o response.bin');
  return lines.join(' \\\n  ');
}

function go(call) {
  const { method, credential, body } = call;
  const imports = ['fmt', 'io', 'net/http'];
  const before = [];
  const sent = credentials[credential];
  const set = headersOf(call).map(([name, value]) => [name, json(value)]);
  let reader = 'nil';
  if (sent) {
    imports.push('os');
    const variable = `os.Getenv("${sent.variable}")`;
    set.unshift([sent.header, sent.prefix === '' ? variable : `"${sent.prefix}"+${variable}`]);
  }
  if (body?.text !== undefined) {
    imports.push('strings');
    before.push(`body := strings.NewReader(${raw(body.text)})`);
  } else if (body?.kind === 'file') {
    imports.push('os');
    before.push(`body, err := os.Open(${json(body.file)})`, ...check);
  } else if (body?.kind === 'form') {
    imports.push('bytes', 'mime/multipart');
    before.push('body := &bytes.Buffer{}', 'form := multipart.NewWriter(body)');
    for (const { name, file, value } of body.fields) {
      if (file === undefined) {
        before.push(`form.WriteField(${json(name)}, ${json(value)})`);
        continue;
      }
      imports.push('os');
      before.push(
        `file, err := os.ReadFile(${json(file)})`,
        ...check,
        `part, err := form.CreateFormFile(${json(name)}, ${json(file)})`,
        ...check,
        'part.Write(file)',
      );
    }
    before.push('form.Close()');
    set.push(['Content-Type', 'form.FormDataContentType()']);
  }
  if (body) reader = 'body';
  if (body && body.kind !== 'form') set.push(['Content-Type', json(body.type)]);
  const lines = [
    ...before,
    `request, err := http.NewRequest("${method}", ${json(urlOf(call))}, ${reader})`,
    ...check,
    ...set.map(([name, value]) => `request.Header.Set(${json(name)}, ${value})`),
    'response, err := http.DefaultClient.Do(request)',
    ...check,
    'defer response.Body.Close()',
    'text, err := io.ReadAll(response.Body)',
    ...check,
    'fmt.Println(response.StatusCode, string(text))',
  ];
  const names = [...new Set(imports)].toSorted().map((name) => `\t"${name}"`);
  return `package main

import (
${names.join('\n')}
)

func main() {
${lines.map((line) => `\t${line}`).join('\n')}
}`;
}

const check = ['if err != nil {', '\tpanic(err)', '}'];
