import { expect, it } from 'vitest';
import { modelRequest } from '../../test/model-requests.js';
import { MODEL_ARGUMENTS_DEPTH_MAX } from '../model/limits.js';
import type { OpenAiClientOptions } from './client-options.js';
import { openAiClient } from './open-ai-client.js';

const BASE = { baseUrl: 'https://model.test/v1', model: 'tiny' };

it.each<[string, object, string]>([
  ['no URL', { baseUrl: 'model.test' }, 'baseUrl'],
  ['a URL that is not of the web', { baseUrl: 'file:///etc/hidden' }, 'baseUrl'],
  ['a URL with a password', { baseUrl: 'https://me:hidden@model.test' }, 'baseUrl'],
  ['no model', { model: '' }, 'model'],
  ['an empty key', { apiKey: '' }, 'apiKey'],
  ['a key that ends in a line break', { apiKey: 'hidden\n' }, 'apiKey'],
  ['a key that begins with a space', { apiKey: ' hidden' }, 'apiKey'],
  ['a key that is no text', { apiKey: 7 }, 'apiKey'],
  ['headers of the class that fetch has', { headers: new Headers({ 'x-token': 'hidden' }) }, 'headers'],
  ['headers that are none', { headers: 'hidden' }, 'headers'],
  ['a header that has no name', { headers: { 'hid den': 'x' } }, 'headers'],
  ['a header that is no ASCII', { headers: { 'x-token': 'hidden\u2028' } }, 'x-token'],
  ['a body that is no JSON', { body: { stop: undefined } }, 'body'],
  ['a body that is no object', { body: [] }, 'body'],
  ['a body that says what the client says', { body: { messages: [] } }, 'messages'],
  ['a fetch that is none', { fetch: 'hidden' }, 'fetch'],
])('a client is not made of %s, and nothing of it is shown', (_name, change, named) => {
  const make = () => openAiClient({ ...BASE, ...change } as OpenAiClientOptions);
  expect(make).toThrow(
    expect.objectContaining({ code: 'client-options-invalid', reason: expect.stringContaining(named) }),
  );
  expect(make).not.toThrow('hidden');
});

it('a client is made of a body that is as deep as JSON may be, and of no deeper one', () => {
  const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });
  const make = (levels: number) => openAiClient({ ...BASE, body: nested(levels) } as OpenAiClientOptions);
  expect(() => make(MODEL_ARGUMENTS_DEPTH_MAX)).not.toThrow();
  expect(() => make(MODEL_ARGUMENTS_DEPTH_MAX + 1)).toThrow('body');
});

it.each([
  ['https://model.test/v1/', 'https://model.test/v1/chat/completions'],
  ['https://model.test', 'https://model.test/chat/completions'],
  ['https://model.test/v1?key=of-the-query#part', 'https://model.test/v1/chat/completions?key=of-the-query'],
])('the endpoint of %s is %s', async (baseUrl, url) => {
  const asked: string[] = [];
  const fetch = async (to: string) => {
    asked.push(to);
    return Response.json({ error: 'of-the-query is no key' }, { status: 401 });
  };
  const error = await openAiClient({ ...BASE, baseUrl, fetch })
    .complete(modelRequest())
    .catch((thrown: unknown) => thrown);
  expect(asked).toEqual([url]);
  expect(String(error).includes('of-the-query')).toBe(!url.includes('of-the-query'));
});

it('a header of the host stands before one of the client', async () => {
  const asked: unknown[] = [];
  const fetch = async (_url: string, { headers }: RequestInit) => {
    asked.push(headers);
    return Response.json({ choices: [{ message: { content: 'x' } }] });
  };
  const headers = { Authorization: 'Basic abc' };
  await openAiClient({ ...BASE, apiKey: 'key-1', headers, fetch }).complete(modelRequest());
  expect(asked).toEqual([{ 'content-type': 'application/json', authorization: 'Basic abc' }]);
});
