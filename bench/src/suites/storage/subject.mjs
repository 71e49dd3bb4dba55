import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('subject-process.mjs', import.meta.url));

/** A subject in its process. */
export class Subject {
  #child;

  static async open(name, folder) {
    const subject = new Subject();
    subject.#child = fork(program, [name, folder]);
    await subject.#answer();
    return subject;
  }

  /** What it measured. */
  async ask(request, options) {
    this.#child.send({ request, options });
    return await this.#answer();
  }

  async close() {
    const ended = once(this.#child, 'exit');
    this.#child.send({ request: 'close' });
    await ended;
  }

  async #answer() {
    const abort = new AbortController();
    const ended = once(this.#child, 'exit', abort).then(([code]) => {
      throw new Error(`a subject ended with code ${code}; what it said of that stands above`);
    });
    const [message] = await Promise.race([once(this.#child, 'message', abort), ended]);
    ended.catch(() => undefined);
    abort.abort();
    return message.value;
  }
}
