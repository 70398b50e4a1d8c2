export { type Client, type ClientOptions, createClient, type StreamOptions } from './client.ts';
export type { components, operations, paths, UnknownKind, Upload } from './contract.ts';
export type { Credential } from './credentials.ts';
export {
  createStreamParser,
  type StreamMessage,
  type StreamParser,
  StreamTooLongError,
} from './event-stream.ts';
export {
  ApiError,
  type ErrorCode,
  isProblem,
  type ProblemCode,
  ProblemError,
  type ProblemWith,
  type ValidationFault,
} from './problems.ts';
export { ConnectionError } from './retries.ts';
export {
  type SignedHeaders,
  type SignedRequest,
  verifySignature,
  WebhookVerificationError,
} from './signatures.ts';
export type { EventMessage } from './streams.ts';
export type { Answer, Data, Init, Item, ListPath, Page, StreamEvent, StreamPath } from './types.ts';
export {
  type RuntimeAnswer,
  type RunTurnEvent,
  verifyRunTurn,
  verifyWebhook,
  type WebhookEvent,
} from './webhooks.ts';
