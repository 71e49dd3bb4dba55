import { type Clock, systemClock } from '../lifecycle/clock.js';
import { type IdSource, systemIds } from '../lifecycle/id-source.js';
import { isJsonData, isJsonObject, type JsonObject } from '../model/json-value.js';
import { MODEL_ARGUMENTS_DEPTH_MAX } from '../model/limits.js';
import { ModelError } from '../model/model-error.js';
import { Secrets } from './secrets.js';

/** What a client for an OpenAI-compatible endpoint is made of. */
export interface OpenAiClientOptions {
  /** Where the API begins, for example `https://api.openai.com/v1`; a query is sent along. */
  readonly baseUrl: string;
  /** The model's name at that provider. */
  readonly model: string;
  /** Sent as a bearer token. It appears in no error, event or answer. */
  readonly apiKey?: string | undefined;
  /** Further headers of each request. Their values are kept out of errors like the key. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Further fields of each request, for example `{ temperature: 0, max_tokens: 4096 }`. */
  readonly body?: JsonObject | undefined;
  /** Default: that of the runtime. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  readonly clock?: Clock | undefined;
  /** Gives ids to tool calls that came without one of their own. */
  readonly ids?: IdSource | undefined;
}

/** Options that are in order, copied. */
export interface ClientSettings {
  /** The endpoint with the query of the base URL. */
  readonly url: string;
  /** The endpoint as it may be shown. */
  readonly shownUrl: string;
  readonly model: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: Secrets;
  readonly body: JsonObject;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: Clock;
  readonly ids: IdSource;
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\x20-\x7e]+$/;
/** What the client itself says in each request. */
const OWN_FIELDS = ['model', 'messages', 'tools', 'stream', 'stream_options'];

/**
 * Checks and copies the options. What is refused is named, never shown: it may be a secret.
 *
 * @throws {ModelError} `client-options-invalid`
 */
export function clientSettings(options: OpenAiClientOptions): ClientSettings {
  const { baseUrl, model, apiKey, headers, body = {}, fetch, clock, ids } = options;
  const endpoint = endpointOf(baseUrl);
  if (typeof model !== 'string' || model === '') throw invalid('model has to be the name of a model.');
  if (apiKey !== undefined && !isHeaderValue(apiKey)) {
    throw invalid('apiKey has to be of visible ASCII characters; leave it out where there is none.');
  }
  if (fetch !== undefined && typeof fetch !== 'function') throw invalid('fetch has to be a function.');
  const ownHeaders = headersOf(headers ?? {});
  return Object.freeze({
    url: endpoint.href,
    shownUrl: `${endpoint.origin}${endpoint.pathname}`,
    model,
    headers: Object.freeze({
      'content-type': 'application/json',
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      ...ownHeaders,
    }),
    secrets: new Secrets(apiKey, [...Object.values(ownHeaders), ...endpoint.searchParams.values()]),
    body: bodyOf(body),
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
    clock: clock ?? systemClock,
    ids: ids ?? systemIds,
  });
}

function endpointOf(baseUrl: string): URL {
  const url = urlOf(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw invalid('baseUrl has to be an http or https URL.');
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid('baseUrl must not hold a user or password; give apiKey or headers.');
  }
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
  url.hash = '';
  return url;
}

function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function headersOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  // What hides its entries, as `Headers` does, would be sent without them.
  if (Object.prototype.toString.call(headers) !== '[object Object]') {
    throw invalid('headers has to be a plain object.');
  }
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!HEADER_NAME.test(name)) throw invalid('headers holds a name that no header can have.');
      if (!isHeaderValue(value)) throw invalid(`The header ${name} has to be of visible ASCII characters.`);
      return [name.toLowerCase(), value];
    }),
  );
}

function isHeaderValue(value: unknown): boolean {
  return typeof value === 'string' && HEADER_VALUE.test(value) && value.trim() === value;
}

function bodyOf(body: JsonObject): JsonObject {
  if (!isJsonData(body, MODEL_ARGUMENTS_DEPTH_MAX) || !isJsonObject(body)) {
    throw invalid('body has to be a JSON object.');
  }
  const own = OWN_FIELDS.find((name) => Object.hasOwn(body, name));
  if (own !== undefined) throw invalid(`body must not hold ${own}, which the client writes itself.`);
  return structuredClone(body);
}

function invalid(reason: string): ModelError {
  return new ModelError({ code: 'client-options-invalid', reason });
}
