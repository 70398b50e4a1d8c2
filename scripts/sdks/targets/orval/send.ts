/** What orval leaves to the application: the address, the credential and the reading of a body. */
export const settings = { baseUrl: '', token: '' };

type Options = Omit<RequestInit, 'body'> & { readonly body?: unknown };

const bodyOf = (answer: Response): Promise<unknown> => {
  const type = answer.headers.get('content-type') ?? '';
  if (/[/+]json/.test(type)) return answer.json();
  return type.startsWith('text/csv') ? answer.blob() : answer.text();
};

export async function send<T>(path: string, { body, headers, ...options }: Options): Promise<T> {
  const all = new Headers(headers);
  if (settings.token) all.set('authorization', `Bearer ${settings.token}`);
  const answer = await fetch(settings.baseUrl + path, {
    ...options,
    headers: all,
    ...(body !== undefined && { body: body as NonNullable<RequestInit['body']> }),
  });
  return { data: await bodyOf(answer), status: answer.status, headers: answer.headers } as T;
}
