/** The other process, as far as a channel needs it: a worker for its supervisor, and `process` for a worker. */
export interface Link {
  send(message: object, callback: (error: Error | null) => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

type Kind = 'ask' | 'answer' | 'failure' | 'tell';

interface Message {
  readonly sluice: Kind;
  readonly name: string;
  readonly id: number;
  readonly body: unknown;
}

interface Pending {
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/** Questions and notices between a supervisor and a worker. Bodies are copied as `structuredClone` copies them. */
export class Channel {
  readonly #pending = new Map<number, Pending>();
  readonly #answers = new Map<string, (body: never) => unknown>();
  readonly #unanswered: Message[] = [];
  #asked = 0;
  #closedBy: Error | undefined;

  constructor(private readonly link: Link) {
    link.on('message', (message) => {
      if (isMessage(message)) this.#receive(message);
    });
  }

  /** Calls the other side's handler of this name. Rejects if the handler throws, and when the channel closes. */
  ask<T>(name: string, body?: unknown): Promise<T> {
    if (this.#closedBy !== undefined) return Promise.reject(this.#closedBy);
    const id = ++this.#asked;
    return new Promise<T>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#send({ sluice: 'ask', name, id, body });
    });
  }

  /** Calls the other side's handler of this name, without waiting. */
  tell(name: string, body: unknown): void {
    if (this.#closedBy === undefined) this.#send({ sluice: 'tell', name, id: 0, body });
  }

  /** Handles what the other side asks and tells under this name, including what has arrived before this call. */
  handle<In, Out>(name: string, handler: (body: In) => Out | Promise<Out>): void {
    this.#answers.set(name, handler);
    const earlier = this.#unanswered.splice(0);
    for (const message of earlier) this.#receive(message);
  }

  /** Rejects everything that waits for an answer. */
  close(reason: Error): void {
    this.#closedBy = reason;
    for (const { reject } of this.#pending.values()) reject(reason);
    this.#pending.clear();
  }

  #receive(message: Message): void {
    const { sluice: kind, name, id, body } = message;
    if (kind === 'ask' || kind === 'tell') {
      const handler = this.#answers.get(name);
      if (handler === undefined) this.#unanswered.push(message);
      else void this.#respond(handler, message);
      return;
    }
    const waiting = this.#pending.get(id);
    this.#pending.delete(id);
    if (kind === 'answer') waiting?.resolve(body as never);
    else waiting?.reject(new Error(String(body)));
  }

  async #respond(
    handler: (body: never) => unknown,
    { sluice: kind, name, id, body }: Message,
  ): Promise<void> {
    try {
      const answer = await handler(body as never);
      if (kind === 'ask') this.#send({ sluice: 'answer', name, id, body: answer });
    } catch (error) {
      if (kind === 'tell') throw error;
      this.#send({
        sluice: 'failure',
        name,
        id,
        body: error instanceof Error ? error.message : String(error),
      });
    }
  }

  /** Without the callback, a process that has just ended would raise an error here. Its end closes the channel. */
  #send(message: Message): void {
    if (this.#closedBy === undefined) this.link.send(message, () => undefined);
  }
}

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'sluice' in message;
