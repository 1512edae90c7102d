import { setMaxListeners } from 'node:events';
import { ATTACKS, type Attack } from './attacks.js';
import { Caller } from './caller.js';
import type { Market } from './wallets.js';

/** How often clients got which status; 0 is no response. */
export type Statuses = Readonly<Record<string, number>>;

/** A client whose connection is refused does not turn into a busy loop. */
const PAUSE_AFTER_FAILURE_MS = 20;

/** Prepares an attack, then lets all of its clients run until it is stopped. */
export async function startAttack(
  attack: Attack,
  url: string,
  market: Market,
): Promise<{ stop(): Promise<Statuses> }> {
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const statuses: Record<string, number> = {};
  const callerOf = (n: number) => new Caller(url, `127.1.${Math.floor(n / 200)}.${1 + (n % 200)}`);
  const first = callerOf(0);
  await attack.prepare?.({ url, market, caller: first, signal: stopping.signal });
  first.close();
  const client = async (n: number) => {
    const caller = callerOf(n);
    for (let round = 0; !stopping.signal.aborted; round++) {
      const status = await attack
        .run({ url, market, caller, signal: stopping.signal, round })
        .catch(() => new Promise<number>((resolve) => setTimeout(resolve, PAUSE_AFTER_FAILURE_MS, 0)));
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    caller.close();
  };
  const clients = Array.from({ length: attack.clients }, (_, n) => client(n));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(clients);
      return statuses;
    },
  };
}

/** As a process of its own: starts an attack for each message `{ attack, url, market }`, says so, and ends it for `'stop'`. */
export interface AttackOrder {
  readonly attack: number;
  readonly url: string;
  readonly market: Market;
}

if (process.send !== undefined && process.argv[2] === 'attack') {
  let running: ReturnType<typeof startAttack> | undefined;
  const tell = (message: object) => process.send!(message);
  process.on('message', (message: AttackOrder | 'stop') => {
    if (message === 'stop') return void running?.then((attack) => attack.stop()).then(tell);
    running = startAttack(ATTACKS[message.attack]!, message.url, message.market);
    void running.then(() => tell({ started: true }));
  });
}
