// The same code samples on the server, which writes them into the page, and in the page, which follows what is filled in.

const indent = (text, by) => text.replaceAll('\n', `\n${by}`);
const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const json = (value) => JSON.stringify(value);
/** Backquotes end a raw string of Go. */
const raw = (text) => `\`${text.replaceAll('`', '` + "`" + `')}\``;

/** The variable of the environment that holds the credential, and the header it is sent in. */
const credentials = {
  session: { header: 'Authorization', prefix: 'Bearer ', variable: 'TOKEN' },
  apiKey: { header: 'X-API-Key', prefix: '', variable: 'API_KEY' },
};

export const languages = { curl, javascript, python, go };

function curl({ method, url, credential, headers, body }) {
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`];
  const sent = credentials[credential];
  if (sent) lines.push(`-H "${sent.header}: ${sent.prefix}$${sent.variable}"`);
  for (const [name, value] of headers) lines.push(`-H ${quoted(`${name}: ${value}`)}`);
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
  return lines.join(' \\\n  ');
}

function javascript({ method, url, credential, headers, body }) {
  const imports = [];
  const before = [];
  const sent = credentials[credential];
  const pairs = headers.map(([name, value]) => `${json(name)}: ${json(value)},`);
  if (sent)
    pairs.unshift(`${json(sent.header)}: \`${sent.prefix}\${process.env.${sent.variable}}\`,`);
  if (body && body.kind !== 'form') pairs.push(`"Content-Type": ${json(body.type)},`);
  const options = [];
  if (method !== 'GET') options.push(`method: ${json(method)},`);
  if (pairs.length > 0) options.push(`headers: {\n    ${pairs.join('\n    ')}\n  },`);
  if (body?.kind === 'json') {
    options.push(`body: JSON.stringify(${indent(body.text, '  ')}),`);
  } else if (body?.kind === 'text') {
    options.push(`body: ${json(body.text)},`);
  } else if (body?.kind === 'file') {
    imports.push("import { openAsBlob } from 'node:fs';");
    options.push(`body: await openAsBlob(${json(body.file)}),`);
  } else if (body?.kind === 'form') {
    imports.push("import { openAsBlob } from 'node:fs';");
    before.push('const form = new FormData();');
    for (const { name, file, value } of body.fields)
      before.push(
        file === undefined
          ? `form.append(${json(name)}, ${json(value)});`
          : `form.append(${json(name)}, await openAsBlob(${json(file)}), ${json(file)});`,
      );
    options.push('body: form,');
  }
  const rest = options.length === 0 ? '' : `, {\n  ${options.join('\n  ')}\n}`;
  return [
    ...imports,
    ...(imports.length > 0 ? [''] : []),
    ...before,
    `const response = await fetch(${json(url)}${rest});`,
    'console.log(response.status, await response.text());',
  ].join('\n');
}

/** A literal of Python, which JSON almost is. */
function literal(value, by) {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value !== 'object') return json(value);
  const inner = `${by}    `;
  const [open, close, items] = Array.isArray(value)
    ? ['[', ']', value.map((each) => literal(each, inner))]
    : [
        '{',
        '}',
        Object.entries(value).map(([name, each]) => `${json(name)}: ${literal(each, inner)}`),
      ];
  if (items.length === 0) return open + close;
  return `${open}\n${items.map((item) => `${inner}${item},`).join('\n')}\n${by}${close}`;
}

function parsed(text) {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function python({ method, url, credential, headers, body }) {
  const options = [`${json(url)},`];
  const sent = credentials[credential];
  const pairs = headers.map(([name, value]) => `${json(name)}: ${json(value)},`);
  if (sent) pairs.unshift(`"${sent.header}": f"${sent.prefix}{os.environ['${sent.variable}']}",`);
  const document = body?.kind === 'json' ? parsed(body.text) : undefined;
  if (body && body.kind !== 'form' && !document) pairs.push(`"Content-Type": ${json(body.type)},`);
  if (pairs.length > 0) options.push(`headers={\n        ${pairs.join('\n        ')}\n    },`);
  if (document) options.push(`json=${literal(document.value, '    ')},`);
  else if (body?.text !== undefined) options.push(`data=${json(body.text)},`);
  else if (body?.kind === 'file') options.push(`data=open(${json(body.file)}, "rb"),`);
  else if (body?.kind === 'form') {
    const part = ({ name, file, value }) =>
      `${json(name)}: ${file === undefined ? `(None, ${json(value)})` : `open(${json(file)}, "rb")`},`;
    options.push(`files={\n        ${body.fields.map(part).join('\n        ')}\n    },`);
  }
  options.push('timeout=30,');
  return `${sent ? 'import os\n\n' : ''}import requests

response = requests.${method.toLowerCase()}(
    ${options.join('\n    ')}
)
print(response.status_code, response.text)`;
}

function go({ method, url, credential, headers, body }) {
  const imports = ['fmt', 'io', 'net/http'];
  const before = [];
  const sent = credentials[credential];
  const set = headers.map(([name, value]) => [name, json(value)]);
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
    `request, err := http.NewRequest("${method}", ${json(url)}, ${reader})`,
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
