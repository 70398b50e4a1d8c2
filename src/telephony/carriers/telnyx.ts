import { createHash } from 'node:crypto';
import type { Credentials } from '../credentials.ts';
import { commandFrom, isId, memberOf, noCaller, noRuntime, statusFrom, textOf } from './answers.ts';
import { addressOf } from './agent.ts';
import type { CallRequest, Carrier } from './carrier.ts';
import type { TransferRequest } from './requests.ts';
import { createCarrierHttp } from './http.ts';
import {
  handoffState,
  messageState,
  readCallback,
  readInbound,
  readTransfer,
  signatureHeaders,
  transferState,
} from './telnyx-callbacks.ts';
import { clientFor, type Connection } from './telnyx-client.ts';
import { failureOf } from './telnyx-errors.ts';
import { activeCall, clientState, listedCalls, stateOf } from './telnyx-status.ts';
import { response } from './twiml.ts';

const publicUrl = 'https://api.telnyx.com/v2';

const recording = {
  record: 'record-from-answer',
  record_channels: 'dual',
  record_format: 'mp3',
} as const;

/**
 * Telnyx Call Control: https://developers.telnyx.com/api-reference/call-commands/dial. `command_id` makes Telnyx ignore
 * a second dial of the same run for 60 s:
 * https://developers.telnyx.com/docs/voice/programmable-voice/command-retries. Telnyx delivers callbacks that failed
 * again by itself: https://developers.telnyx.com/docs/voice/programmable-voice/receiving-webhooks. A call is ended, in
 * whatever state, by https://developers.telnyx.com/api-reference/call-commands/hangup-call. With `greeting_end` it reports
 * a machine at once and the end of its greeting later; a message is played by
 * https://developers.telnyx.com/api-reference/call-commands/play-audio-url and does not end the call. Keys are sent by
 * https://developers.telnyx.com/api-reference/call-commands/send-dtmf, in which `w` is half a second and `W` a second. An incoming call is
 * taken by https://developers.telnyx.com/api-reference/call-commands/answer-call, from which on its callbacks have an
 * address of their own, or turned away by https://developers.telnyx.com/api-reference/call-commands/reject-a-call.
 */
export function createTelnyx({ baseUrl = publicUrl }: { readonly baseUrl?: string } = {}): Carrier {
  const http = createCarrierHttp();
  const connectionFor = (timeoutMs: number): Connection => ({
    http,
    baseUrl,
    timeoutMs,
    answers: [],
    errors: [],
  });

  /**
   * A call has one stream in both directions, so the former agent's ends first
   * (https://developers.telnyx.com/api-reference/call-commands/streaming-stop), and then the other's begins
   * (https://developers.telnyx.com/api-reference/call-commands/streaming-start). Telnyx refuses to end one if there is none, and reports
   * whether the other has begun.
   */
  const handOff: Carrier['handOff'] = async (credentials, request) => {
    const { carrier_call_id, transfer_id, is_return, agent, timeout_ms } = request;
    const stream = streamOf(credentials, { agent });
    if (!('stream_url' in stream)) return noRuntime;
    const connection = connectionFor(timeout_ms / 2);
    const failed = (error: unknown) =>
      failureOf(connection.answers.at(-1), connection.errors.at(-1) ?? error);
    const command = `${is_return ? 'return' : 'handoff'} ${transfer_id}`;
    const { actions } = (await clientFor(credentials, connection)).calls;
    try {
      await actions.stopStreaming(carrier_call_id, { command_id: commandId(`${command}: stop`) });
    } catch (error) {
      const failure = failed(error);
      if (failure.kind !== 'refused') return failure;
    }
    try {
      await actions.startStreaming(carrier_call_id, {
        ...stream,
        ...(!is_return && { client_state: handoffState(transfer_id) }),
        command_id: commandId(`${command}: start`),
      });
      return { kind: 'accepted', is_reported: true };
    } catch (error) {
      return { ...failed(error), has_left: true };
    }
  };

  return {
    async place(credentials, call) {
      if (call.from_number === null) return noCaller('Telnyx');
      const connection = connectionFor(call.timeout_ms);
      try {
        const client = await clientFor(credentials, connection);
        const answer = await client.calls.dial({
          connection_id: textOf(credentials, 'connection_id'),
          to: call.to_number,
          from: call.from_number,
          webhook_url: call.callback_url,
          webhook_url_method: 'POST',
          ...(call.detection !== 'off' && { answering_machine_detection: call.detection }),
          ...(call.record && recording),
          ...streamOf(credentials, call),
          client_state: clientState(call.run_id),
          command_id: commandId(call.callback_url),
        });
        const id: unknown = answer.data?.call_control_id;
        return typeof id === 'string' && id !== ''
          ? { kind: 'accepted', carrier_call_id: id }
          : { kind: 'unknown', detail: 'Telnyx accepted the call but returned no call id.' };
      } catch (error) {
        return failureOf(connection.answers.at(-1), connection.errors.at(-1) ?? error);
      }
    },
    status: (credentials, query) =>
      statusFrom('Telnyx', async () => {
        const client = await clientFor(credentials, connectionFor(query.timeout_ms));
        if (query.carrier_call_id !== null) {
          const { data } = await client.calls.retrieveStatus(query.carrier_call_id);
          return stateOf(query.carrier_call_id, data);
        }
        const connectionId = encodeURIComponent(textOf(credentials, 'connection_id'));
        const calls = await client.get<unknown>(`/connections/${connectionId}/active_calls`, {
          query: { 'page[limit]': listedCalls },
        });
        return activeCall(memberOf(calls, 'data'), query.run_id);
      }),
    // Without a command_id, with which Telnyx would ignore the request when it is repeated.
    hangUp: (credentials, { carrier_call_id, timeout_ms }) =>
      commandFrom('Telnyx', async () => {
        const client = await clientFor(credentials, connectionFor(timeout_ms));
        await client.calls.actions.hangup(carrier_call_id, {});
      }),
    leaveMessage: (credentials, { carrier_call_id, run_id, message_url, timeout_ms }) =>
      commandFrom('Telnyx', async () => {
        const client = await clientFor(credentials, connectionFor(timeout_ms));
        await client.calls.actions.startPlayback(carrier_call_id, {
          audio_url: message_url,
          stop: 'all',
          client_state: messageState,
          command_id: commandId(`message of ${run_id}`),
        });
      }),
    sendKeys: (credentials, { carrier_call_id, keys, command_id, timeout_ms }) =>
      commandFrom('Telnyx', async () => {
        const client = await clientFor(credentials, connectionFor(timeout_ms));
        await client.calls.actions.sendDtmf(carrier_call_id, {
          digits: keys.replaceAll(',', 'W'),
          command_id: commandId(command_id),
        });
      }),
    // `to` is a number or a SIP URI: https://developers.telnyx.com/api-reference/call-commands/transfer-call
    async transfer(credentials, request) {
      const connection = connectionFor(request.timeout_ms);
      try {
        const client = await clientFor(credentials, connection);
        if (request.detect || request.brief) {
          const { data } = await client.calls.dial(legApart(credentials, request));
          const leg_id: unknown = data?.call_control_id;
          return { kind: 'accepted', ...(isId(leg_id) && { leg_id }) };
        }
        await client.calls.actions.transfer(request.carrier_call_id, {
          to: request.to,
          ...(request.from_number !== null && { from: request.from_number }),
          timeout_secs: request.ring_seconds,
          webhook_url: request.callback_url,
          webhook_url_method: 'POST',
          target_leg_client_state: transferState(request.transfer_id),
          command_id: commandId(`transfer ${request.transfer_id}`),
        });
        return { kind: 'accepted' };
      } catch (error) {
        return failureOf(connection.answers.at(-1), connection.errors.at(-1) ?? error);
      }
    },
    leg: {
      // https://developers.telnyx.com/api-reference/call-commands/speak-text
      brief: (credentials, { leg_id, transfer_id, text, language, timeout_ms }) =>
        commandFrom('Telnyx', async () => {
          const client = await clientFor(credentials, connectionFor(timeout_ms));
          await client.calls.actions.speak(leg_id, {
            payload: text,
            voice: 'female',
            language: language as NonNullable<
              Parameters<typeof client.calls.actions.speak>[1]['language']
            >,
            client_state: transferState(transfer_id),
            command_id: commandId(`briefing of ${transfer_id}`),
          });
        }),
      connect: (credentials, { leg_id, carrier_call_id, transfer_id, timeout_ms }) =>
        commandFrom('Telnyx', async () => {
          const client = await clientFor(credentials, connectionFor(timeout_ms));
          await client.calls.actions.bridge(leg_id, {
            call_control_id_to_bridge_with: carrier_call_id,
            client_state: transferState(transfer_id),
            command_id: commandId(`bridge ${transfer_id}`),
          });
        }),
      hangUp: (credentials, { leg_id, timeout_ms }) =>
        commandFrom('Telnyx', async () => {
          const client = await clientFor(credentials, connectionFor(timeout_ms));
          await client.calls.actions.hangup(leg_id, {});
        }),
    },
    legDocument: () => response(),
    // The call itself stays with its stream when the call to the destination ends before it was answered.
    recall: async (credentials, { leg_id, timeout_ms }) =>
      leg_id === null
        ? { kind: 'failed', detail: 'Telnyx has not reported the call to the destination.' }
        : commandFrom('Telnyx', async () => {
            const client = await clientFor(credentials, connectionFor(timeout_ms));
            await client.calls.actions.hangup(leg_id, {});
          }),
    handOff,
    readTransfer,
    afterTransfer: () => response(),
    signatureHeaders,
    read: readCallback,
    readInbound,
    answersWithDocument: false,
    hasRuntime: (credentials) => textOf(credentials, 'stream_url') !== '',
    // A command_id has Telnyx ignore a command that is repeated within 60 s.
    answer: async (credentials, { carrier_call_id, decision, timeout_ms }) => ({
      document: response(),
      result: await commandFrom('Telnyx', async () => {
        const { actions } = (await clientFor(credentials, connectionFor(timeout_ms))).calls;
        if (decision.kind === 'reject')
          return actions.reject(carrier_call_id, {
            cause: decision.busy ? 'USER_BUSY' : 'CALL_REJECTED',
            command_id: commandId(`reject ${carrier_call_id}`),
          });
        const { agent, callback_url, record } = decision;
        return actions.answer(carrier_call_id, {
          webhook_url: callback_url,
          webhook_url_method: 'POST',
          ...(record && recording),
          ...streamOf(credentials, { agent }),
          client_state: clientState(agent.run_id),
          command_id: commandId(callback_url),
        });
      }),
    }),
  };
}

/**
 * A call to the destination apart from that of the person, which keeps its stream. It is connected by
 * https://developers.telnyx.com/api-reference/call-commands/bridge-calls once
 * https://developers.telnyx.com/docs/voice/programmable-voice/answering-machine-detection has found no machine and the destination has
 * heard what it is to hear; from then on each hangs up with the other.
 */
const legApart = (credentials: Credentials, request: TransferRequest) => ({
  connection_id: textOf(credentials, 'connection_id'),
  to: request.to,
  from: request.from_number ?? '',
  link_to: request.carrier_call_id,
  timeout_secs: request.ring_seconds,
  ...(request.detect && { answering_machine_detection: 'detect' as const }),
  webhook_url: request.callback_url,
  webhook_url_method: 'POST' as const,
  client_state: transferState(request.transfer_id),
  command_id: commandId(`transfer ${request.transfer_id}`),
});

const commandId = (name: string): string => createHash('sha256').update(name).digest('hex');

/**
 * The stream that Telnyx opens when the call is answered, in both directions:
 * https://developers.telnyx.com/docs/voice/programmable-voice/media-streaming. Dialing has no parameters for it but its
 * address.
 */
function streamOf(credentials: Credentials, { agent }: Pick<CallRequest, 'agent'>) {
  const streamUrl = textOf(credentials, 'stream_url');
  return streamUrl === ''
    ? {}
    : {
        stream_url: addressOf(streamUrl, agent),
        stream_track: 'inbound_track' as const,
        stream_bidirectional_mode: 'rtp' as const,
      };
}
