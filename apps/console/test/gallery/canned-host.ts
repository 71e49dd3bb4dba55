import type { ConsoleState } from '../../src/protocol/console-state.js';
import type { ErrorReport } from '../../src/protocol/error-report.js';
import { PROTOCOL_VERSION } from '../../src/protocol/limits.js';
import { type HostMessage, PageMessage } from '../../src/protocol/messages.js';
import { METHODS, type Method, type MethodParams, type MethodResult } from '../../src/protocol/methods.js';
import type { OpenChannel } from '../../src/renderer/connection/open-channel.js';
import { inProcessChannel } from '../../src/transport/in-process.js';

/** What a canned host does: serve a state, serve it and go away, refuse to serve, or never answer. */
export type Canned =
  | { readonly kind: 'serves'; readonly state: ConsoleState; readonly answers?: Answers }
  | { readonly kind: 'goes-away'; readonly state: ConsoleState; readonly answers?: Answers }
  | { readonly kind: 'unavailable'; readonly error: ErrorReport }
  | { readonly kind: 'silent' };

/** What it answers to a request; one that has no answer here is refused. */
export type Answers = { readonly [M in Method]?: Answer<M> };

/** `silence`: it never answers. */
export type Answer<M extends Method> = (
  params: MethodParams<M>,
) => { readonly result: MethodResult<M> } | { readonly error: ErrorReport } | 'silence';

/** A host that says the same to each page and changes nothing. */
export function cannedHost(canned: Canned): OpenChannel {
  let opened = 0;
  return async () => {
    opened += 1;
    if (canned.kind === 'goes-away' && opened > 1) throw new Error('The host cannot be reached.');
    const { host, page } = inProcessChannel<HostMessage, PageMessage>();
    const answers = 'answers' in canned ? { ...ALWAYS, ...canned.answers } : ALWAYS;
    host.receive((raw) => {
      const message = PageMessage.parse(raw);
      if (message.type === 'hello') {
        if (canned.kind === 'unavailable') host.post({ type: 'unavailable', error: canned.error });
        if (canned.kind === 'serves' || canned.kind === 'goes-away') {
          host.post({ type: 'snapshot', protocol: PROTOCOL_VERSION, sequence: 0, state: canned.state });
        }
        if (canned.kind === 'goes-away') setTimeout(() => host.close(), 50);
      }
      if (message.type === 'request' && isMethod(message.method)) {
        const { id } = message;
        const said = answerTo(answers, message.method, message.params);
        if (said === 'silence') return;
        if ('error' in said) host.post({ type: 'error', id, error: said.error });
        else host.post({ type: 'result', id, result: said.result });
      }
    });
    return page;
  };
}

const ALWAYS: Answers = { 'host.ping': () => ({ result: {} }) };

function answerTo<M extends Method>(answers: Answers, method: M, params: unknown): ReturnType<Answer<M>> {
  const answer: Answer<M> | undefined = answers[method];
  if (answer === undefined) return { error: refusal(method) };
  const schema: { parse(value: unknown): unknown } = METHODS[method].params;
  schema.parse(params);
  // The schema of the method has just read them.
  return answer(params as MethodParams<M>);
}

function isMethod(name: string): name is Method {
  return Object.hasOwn(METHODS, name);
}

function refusal(method: string): ErrorReport {
  return {
    code: 'not-canned',
    message: `This console only shows pictures; it has no answer to ${method}.`,
    action: 'Add one to the state that is shown.',
    causes: [],
    details: { method },
  };
}
