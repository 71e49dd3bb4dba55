import type { IdSource } from '../lifecycle/id-source.js';
import type { ToolUseBlock } from '../model/content-block.js';
import { toolUseOfText } from '../model/tool-use-of-text.js';
import type { ToolCallDelta } from './answer-chunk.js';

interface GrowingCall {
  id: string;
  name: string;
  text: string;
}

/**
 * Puts the tool calls of an answer together from their pieces.
 *
 * A piece belongs to the call of its index, else of its id, else to the latest one. Servers are careless with all
 * three, so it begins another call when its id differs from that call's, or when it has no id and brings a name and
 * arguments to a call that has both.
 */
export class ToolCallAssembly {
  readonly #calls: GrowingCall[] = [];
  readonly #byIndex = new Map<number, GrowingCall>();
  readonly #byId = new Map<string, GrowingCall>();

  add(delta: ToolCallDelta): void {
    const id = delta.id ?? '';
    const name = delta.function.name ?? '';
    const text = argumentsText(delta.function.arguments);
    const call = this.#callOf(delta, { id, name, text });
    if (call.id === '') call.id = id;
    if (call.name === '') call.name = name;
    call.text += text;
    if (id !== '') this.#byId.set(id, call);
    if (typeof delta.index === 'number') this.#byIndex.set(delta.index, call);
  }

  /** The calls in the order in which they began. Each has an id that no other has. */
  finish(ids: IdSource): readonly ToolUseBlock[] {
    const taken = new Set<string>();
    return this.#calls.map(({ id, name, text }) => {
      const own = id === '' || taken.has(id) ? `call-${ids.next()}` : id;
      taken.add(own);
      return toolUseOfText(own, name, text);
    });
  }

  #callOf({ index }: ToolCallDelta, piece: GrowingCall): GrowingCall {
    const known =
      typeof index === 'number'
        ? this.#byIndex.get(index)
        : piece.id === ''
          ? this.#calls.at(-1)
          : this.#byId.get(piece.id);
    if (known !== undefined && !beginsAnother(known, piece)) return known;
    const call: GrowingCall = { id: '', name: '', text: '' };
    this.#calls.push(call);
    return call;
  }
}

function beginsAnother(call: GrowingCall, { id, name, text }: GrowingCall): boolean {
  if (id !== '') return call.id !== '' && id !== call.id;
  return name !== '' && call.name !== '' && (name !== call.name || (text !== '' && call.text !== ''));
}

function argumentsText(given: ToolCallDelta['function']['arguments']): string {
  if (typeof given === 'string') return given;
  return given ? JSON.stringify(given) : '';
}
