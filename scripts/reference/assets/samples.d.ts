/** A call of an operation, as samples write it. */
export interface SampleCall {
  readonly id: string;
  readonly method: string;
  /** With the names of its parameters in braces. */
  readonly path: string;
  /** The server's address. */
  readonly address: string;
  readonly credential: 'session' | 'apiKey' | undefined;
  readonly parameters: readonly SampleParameter[];
  readonly body: SampleBody | undefined;
  readonly response: ResponseKind;
}

export interface SampleParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  /** As a request has it. */
  readonly value: string;
  readonly kind: 'text' | 'number' | 'boolean' | 'list';
}

/** `isOther`: not the first type of the operation's body, which the clients send. */
export type SampleBody =
  | {
      readonly kind: 'json' | 'text';
      readonly type: string;
      readonly text: string;
      readonly isOther?: boolean;
    }
  | {
      readonly kind: 'file';
      readonly type: string;
      readonly file: string;
      readonly isOther?: boolean;
    }
  | {
      readonly kind: 'form';
      readonly fields: readonly {
        readonly name: string;
        readonly file?: string;
        readonly value?: string;
      }[];
    };

/** What the clients give back: a page of a list, the events of a stream, a file as a whole or in parts. */
export type ResponseKind =
  | 'json'
  | 'page'
  | 'events'
  | 'text'
  | 'blob'
  | 'parts'
  | 'eventParts'
  | 'none';

export interface Language {
  /** As `x-codeSamples` names it. */
  readonly lang: string;
  readonly label: string;
  /** Whether it uses a published client, which has the operations of clients and operators alone. */
  readonly isOfClient: boolean;
  readonly sample: (call: SampleCall) => string;
}

/** In the order in which they are shown. */
export const languages: Readonly<Record<'typescript' | 'python' | 'curl' | 'go', Language>>;
