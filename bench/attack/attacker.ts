import { setMaxListeners } from 'node:events';
import { ATTACKS, type Attack } from './attacks.js';
import { Caller } from './caller.js';
import type { Market } from './wallets.js';

/** How often clients got which status; 0 is no response. */
export type Statuses = Readonly<Record<string, number>>;

/** A client whose connection is refused does not turn into a busy loop. */
const PAUSE_AFTER_FAILURE_MS = 20;

/** Lets all clients of an attack run until it is stopped. */
export function startAttack(attack: Attack, url: string, market: Market): { stop(): Promise<Statuses> } {
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const statuses: Record<string, number> = {};
  const client = async (n: number) => {
    const caller = new Caller(url, `127.1.${Math.floor(n / 200)}.${1 + (n % 200)}`);
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

/** As a process of its own: starts an attack for each message `{ attack, url, market }`, and ends it for `'stop'`. */
export interface AttackOrder {
  readonly attack: number;
  readonly url: string;
  readonly market: Market;
}

if (process.send !== undefined && process.argv[2] === 'attack') {
  let running: ReturnType<typeof startAttack> | undefined;
  process.on('message', (message: AttackOrder | 'stop') => {
    if (message === 'stop') void running?.stop().then((statuses) => process.send!(statuses));
    else running = startAttack(ATTACKS[message.attack]!, message.url, message.market);
  });
}
