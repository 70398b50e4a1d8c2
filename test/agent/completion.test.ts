import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import {
  addChunk,
  argumentsOf,
  callsOf,
  emptyCompletion,
  ModelFailure,
} from '../../src/agent/completion.ts';
import { eventsIn } from '../../src/agent/model.ts';

/** What comes of the bytes of a stream, however they are cut. */
async function read(stream: string, size = stream.length) {
  const bytes = Buffer.from(stream);
  const cuts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  const completion = emptyCompletion();
  let words = '';
  for await (const data of eventsIn(Readable.from(cuts))) words += addChunk(completion, data);
  return {
    words,
    calls: callsOf(completion).map((call) => [call.name, argumentsOf(call)]),
  };
}

const events = (...chunks: readonly (object | string)[]): string =>
  chunks
    .map((chunk) => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`)
    .join('');
const done = '[DONE]';
const finish = (finish_reason: string) => ({ choices: [{ index: 0, delta: {}, finish_reason }] });
const delta = (part: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: part, finish_reason }],
});
const called = (...tool_calls: readonly object[]) => delta({ tool_calls });

/** Streams as servers have sent them, shortened to a few chunks; each with where it was reported. */
const streams: readonly (readonly [what: string, stream: string, expected: object])[] = [
  [
    // https://github.com/vllm-project/vllm/issues/6083
    'vLLM: a first delta with a role alone, no space in its JSON, UTF-8 of several bytes',
    'data: {"id":"cmpl-840312ff","object":"chat.completion.chunk","created":1719969577,"model":"Qwen-v","choices":[{"index":0,"delta":{"role":"assistant"},"logprobs":null,"finish_reason":null}]}\n\n' +
      'data: {"id":"cmpl-840312ff","object":"chat.completion.chunk","created":1719969577,"model":"Qwen-v","choices":[{"index":0,"delta":{"content":"我是"},"logprobs":null,"finish_reason":null}]}\n\n' +
      'data: {"id":"cmpl-840312ff","object":"chat.completion.chunk","created":1719969577,"model":"Qwen-v","choices":[{"index":0,"delta":{"content":"阿里"},"logprobs":null,"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
    { words: '我是阿里', calls: [] },
  ],
  [
    // https://github.com/mistralai/client-python/issues/16
    'Mistral: a role of null in each delta, spaces in its JSON',
    'data: {"id": "cmpl-82b4ad8d22b44757a7a2d3e3ae6fb6a0", "object": "chat.completion.chunk", "created": 1702637377, "model": "mistral-tiny", "choices": [{"index": 0, "delta": {"role": null, "content": ", sweet,"}, "finish_reason": null}]}\n\n' +
      'data: {"id": "cmpl-82b4ad8d22b44757a7a2d3e3ae6fb6a0", "object": "chat.completion.chunk", "created": 1702637377, "model": "mistral-tiny", "choices": [{"index": 0, "delta": {"role": null, "content": " and slightly fru"}, "finish_reason": "stop"}]}\n\ndata: [DONE]\n\n',
    { words: ', sweet, and slightly fru', calls: [] },
  ],
  [
    // https://github.com/ollama/ollama/pull/5915
    'Ollama: a whole call without an index, with the reason of the end',
    events(
      {
        id: 'chatcmpl-20',
        object: 'chat.completion.chunk',
        created: 1721830177,
        model: 'llama3-groq-tool-use:8b',
        system_fingerprint: 'fp_ollama',
        ...delta(
          {
            role: 'assistant',
            content: '',
            tool_calls: [
              {
                id: 'call_ejieksiz',
                type: 'function',
                function: { name: 'function_1', arguments: '{"a":10,"b":11}' },
              },
            ],
          },
          'tool_calls',
        ),
      },
      done,
    ),
    { words: '', calls: [['function_1', { a: 10, b: 11 }]] },
  ],
  [
    // https://github.com/BerriAI/litellm/pull/25410
    'vLLM: usage in a last chunk without choices',
    'data: {"choices":[{"finish_reason":null,"delta":{"content":"Hi"}}]}\n\n' +
      'data: {"choices":[{"finish_reason":"stop","delta":{"content":""}}]}\n\n' +
      'data: {"choices":[], "usage":{"prompt_tokens":26}}\n\ndata: [DONE]\n\n',
    { words: 'Hi', calls: [] },
  ],
  [
    // https://github.com/BerriAI/litellm/issues/33678
    'LiteLLM with Ollama: two calls with the same index',
    events(
      called({ index: 0, id: 'call_1', function: { name: 'read', arguments: '{"path": "a.rs"}' } }),
      called({ index: 0, id: 'call_2', function: { name: 'read', arguments: '{"path": "b.rs"}' } }),
      finish('tool_calls'),
      done,
    ),
    {
      words: '',
      calls: [
        ['read', { path: 'a.rs' }],
        ['read', { path: 'b.rs' }],
      ],
    },
  ],
  [
    // https://github.com/openai/codex/issues/7517
    'llama.cpp: the id in the first part of a call, then only its index',
    events(
      called({
        index: 0,
        id: 'call_a',
        type: 'function',
        function: { name: 'shell', arguments: '{' },
      }),
      called({ index: 0, function: { arguments: '"command":' } }),
      called({ index: 0, function: { arguments: '"ls"}' } }),
      finish('tool_calls'),
      done,
    ),
    { words: '', calls: [['shell', { command: 'ls' }]] },
  ],
  [
    // https://github.com/continuedev/continue/issues/13225
    'Ollama: an index and no id',
    events(
      called({
        index: 0,
        function: { name: 'read_file', arguments: '{"filepath":"convex/schema.ts"}' },
      }),
      finish('tool_calls'),
      done,
    ),
    { words: '', calls: [['read_file', { filepath: 'convex/schema.ts' }]] },
  ],
  [
    // https://github.com/openai/openai-python/pull/3246
    'Gemini: no index in the first part of a call, nor in the next',
    events(
      called({
        id: 'c',
        type: 'function',
        function: { name: 'get_weather', arguments: '{"city":' },
      }),
      called({ function: { arguments: '"Oslo"}' } }),
      finish('tool_calls'),
      done,
    ),
    { words: '', calls: [['get_weather', { city: 'Oslo' }]] },
  ],
  [
    // https://github.com/BerriAI/litellm/issues/32759
    'Bedrock: indexes that begin with 1',
    events(
      called({ index: 1, id: 'call_x', function: { name: 'search', arguments: '' } }),
      called({ index: 1, function: { arguments: '{"q":"X"}' } }),
      finish('tool_calls'),
      done,
    ),
    { words: '', calls: [['search', { q: 'X' }]] },
  ],
  [
    // https://github.com/symfony/ai/issues/2422
    'Mistral: content as a list, whose thoughts are not said',
    events(
      delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] }),
      delta({ content: [{ type: 'text', text: 'Four.' }] }, 'stop'),
      done,
    ),
    { words: 'Four.', calls: [] },
  ],
  [
    // https://github.com/tmc/langchaingo/issues/942, https://api-docs.deepseek.com/quick_start/rate_limit
    'DeepSeek: comments between the events',
    `: keep-alive\n\n: keep-alive\n\n${events(delta({ content: 'Yes.' }, 'stop'), done)}`,
    { words: 'Yes.', calls: [] },
  ],
  [
    // https://github.com/perplexityai/api-discussion/issues/193
    'Perplexity: the whole message so far beside each delta, two spaces before, and an end without [DONE]',
    '  \r\ndata: {"id": "ab7cac59", "model": "sonar", "created": 1740046265, "usage": {"prompt_tokens": 10}, "citations": [], "object": "chat.completion", "choices": [{"index": 0, "finish_reason": null, "message": {"role": "assistant", "content": "Finding"}, "delta": {"role": "assistant", "content": "Finding"}}]}\r\n\r\n' +
      'data: {"choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Finding it"}, "delta": {"role": "assistant", "content": " it"}}]}\r\n\r\n',
    { words: 'Finding it', calls: [] },
  ],
  [
    // https://github.com/dongri/openai-api-rs/pull/186
    'OpenAI: several events in one piece, with padding against listeners',
    'data: {"id":"chatcmpl-CQlCJiHP52aWhiirTMeEk8SkZfTn6","object":"chat.completion.chunk","created":1760493991,"model":"gpt-4o-2024-08-06","service_tier":"default","system_fingerprint":"fp_cbf1785567","choices":[{"index":0,"delta":{"content":" popular"},"logprobs":null,"finish_reason":null}],"obfuscation":"YhS7A"}\n\n' +
      'data: {"id":"chatcmpl-CQlCJiHP52aWhiirTMeEk8SkZfTn6","object":"chat.completion.chunk","created":1760493991,"model":"gpt-4o-2024-08-06","service_tier":"default","system_fingerprint":"fp_cbf1785567","choices":[{"index":0,"delta":{"content":" but"},"logprobs":null,"finish_reason":"stop"}],"obfuscation":"eLeR83E5F"}\n\ndata: [DONE]\n\n',
    { words: ' popular but', calls: [] },
  ],
  [
    // https://github.com/ollama/ollama/issues/9632
    'Ollama: the whole answer in one chunk, without an empty line after the last event',
    'data: {"id":"chatcmpl-432","choices":[{"delta":{"content":"Thank you.","function_call":null,"refusal":null,"role":"assistant","tool_calls":null},"finish_reason":"stop","index":0,"logprobs":null}],"created":1741638022,"object":"chat.completion.chunk","system_fingerprint":"fp_ollama"}\n\ndata: [DONE]',
    { words: 'Thank you.', calls: [] },
  ],
];

describe('An answer of a model', () => {
  test.each(streams)('is read as it is sent: %s', async (_, stream, expected) => {
    expect(await read(stream)).toEqual(expected);
    for (const size of [1, 7, 61]) expect(await read(stream, size)).toEqual(expected);
  });

  test.each([
    // https://github.com/oobabooga/textgen/issues/7257
    [
      'an error in place of chunks',
      events({
        error: {
          code: 400,
          message: 'the request exceeds the available context size.',
          type: 'exceed_context_size_error',
          n_prompt_tokens: 14_429,
          n_ctx: 8192,
        },
      }),
      'model_refused',
    ],
    // https://github.com/BerriAI/litellm/pull/39288
    [
      'an error after the name of a function',
      events(called({ index: 0, id: 'call_1', function: { name: 'find', arguments: '' } }), {
        error: { message: 'litellm.APIConnectionError: Error parsing chunk', code: '500' },
      }),
      'model_refused',
    ],
    // https://github.com/unslothai/unsloth/pull/5122
    ['an end without a reason', events(delta({ content: 'I will' })), 'model_unreachable'],
    ['a chunk that is no JSON', 'data: {"choices":[{"delta":\n\n', 'model_answer_invalid'],
  ])('fails with a code: %s', async (_, stream, code) => {
    const failure = await read(stream).catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(ModelFailure);
    expect(failure).toMatchObject({ code });
    expect(String(failure)).not.toMatch(/context size|litellm/);
  });

  test('is refused if it calls functions without end', async () => {
    const many = Array.from({ length: 11 }, (_, index) =>
      called({ index, id: `call_${index}`, function: { name: 'find', arguments: '{}' } }),
    );

    await expect(read(events(...many, done))).rejects.toMatchObject({
      code: 'model_answer_invalid',
    });
  });

  test.each([
    ['', {}],
    ['{"id": 1}', { id: 1 }],
    ['{"id": 12345678901234567890}', undefined],
    ['[1]', undefined],
    ['{"id": 1', undefined],
    ['"id"', undefined],
  ])('has the arguments %j as %j', (written, expected) => {
    expect(argumentsOf({ id: '', name: 'find', arguments: written })).toEqual(expected);
  });
});
