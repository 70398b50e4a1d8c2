export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly credential: 'session' | 'apiKey' | undefined;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: SampleBody | undefined;
}

export type SampleBody =
  | { readonly kind: 'json' | 'text'; readonly type: string; readonly text: string }
  | { readonly kind: 'file'; readonly type: string; readonly file: string }
  | {
      readonly kind: 'form';
      readonly fields: readonly {
        readonly name: string;
        readonly file?: string;
        readonly value?: string;
      }[];
    };

export const languages: Record<
  'curl' | 'javascript' | 'python' | 'go',
  (request: SampleRequest) => string
>;
