import type { Composed } from './requests.ts';

export interface Finding {
  readonly what: string;
  /** A command that reproduces it. */
  readonly curl: string | undefined;
  times: number;
}

export interface Findings {
  add(name: string, what: string, composed?: Composed): void;
  list(): readonly Finding[];
}

const maxCurlLength = 4000;

/** Reports each kind of finding once, at its first occurrence. */
export function createFindings(print: (text: string) => void): Findings {
  const found = new Map<string, Finding>();
  return {
    add(name, what, composed) {
      // Numbers and texts differ between findings of one kind.
      const kind = `${name} ${what.replace(/\d+|"[^"]*"/g, '#').slice(0, 120)}`;
      const known = found.get(kind);
      if (known) return void known.times++;
      const finding = { what: `${name}: ${what}`, curl: composed && curlOf(composed), times: 1 };
      found.set(kind, finding);
      print(`FINDING ${finding.what}\n${finding.curl ?? ''}`);
    },
    list: () => [...found.values()],
  };
}

/** A command for a shell with the server's address in URL, and the caller's credential in KEY or TOKEN. */
export function curlOf({ caller, request }: Composed): string {
  const headers = request.headers.map(([name, value]) => {
    const shown = shownCredential(name, value) ?? value;
    return `-H ${shown.includes('$') ? `"${name}: ${shown}"` : quoted(`${name}: ${shown}`)}`;
  });
  const parts = [`curl -i -X ${request.method}`, ...headers, `"$URL"${quoted(request.path)}`];
  const { body } = request;
  if (!body || body.length === 0) return `# as ${caller.role}\n${parts.join(' ')}`;
  const encoded = body.toString('base64');
  if (encoded.length > maxCurlLength)
    return `# as ${caller.role}; the body has ${body.length} bytes and begins ${JSON.stringify(body.toString('utf8', 0, 500))}\n${parts.join(' ')}`;
  const text = body.toString('utf8');
  const cut =
    request.cutAt === undefined ? '' : ` # the connection is cut after ${request.cutAt} bytes`;
  return /^[\x20-\x7e]*$/.test(text)
    ? `# as ${caller.role}\n${parts.join(' ')} --data-binary ${quoted(text)}${cut}`
    : `# as ${caller.role}\necho ${encoded} | base64 -d | ${parts.join(' ')} --data-binary @-${cut}`;
}

function shownCredential(name: string, value: string): string | undefined {
  if (/^Bearer \S{20,}$/.test(value)) return 'Bearer $TOKEN';
  return name === 'x-api-key' && value.startsWith('vap_') && value.length > 20 ? '$KEY' : undefined;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
