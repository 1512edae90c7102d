import { clausesOf, type Clause } from '../clause.js';
import { createKey, newName } from '../api-keys.js';
import type { Answer } from '../client/http.js';
import { answers, demand, header, same } from '../expect.js';
import { cancelledOrder, changeByKey } from '../orders.js';
import type { World } from '../world.js';

const clause = clausesOf('limits');
const RATE = 100;
/** Time that must be left in a window, so that it does not end while a clause counts its requests. */
const ROOM_MS = 20_000;
const MINUTE_MS = 60_000;
const TOGETHER = 10;

/** Waits for the next window if the current one is nearly over. Windows are minutes of the server's clock. */
async function windowWithRoom(world: World): Promise<void> {
  const left = MINUTE_MS - (world.now() % MINUTE_MS);
  if (left < ROOM_MS) await new Promise((resolve) => setTimeout(resolve, left + 50));
}

/** Sends `times` requests that the key may make: each cancels an order that is already cancelled. */
async function useKey(world: World, secret: string, times: number): Promise<readonly Answer[]> {
  const { uuid } = await cancelledOrder(world);
  const made: Answer[] = [];
  while (made.length < times) {
    const together = Math.min(TOGETHER, times - made.length);
    made.push(
      ...(await Promise.all(
        Array.from({ length: together }, () => changeByKey(world, 'cancel', uuid, secret)),
      )),
    );
  }
  return made;
}

const KEYS = 4;
const ATTEMPTS = 3;

const usedUp = (world: World) => world.once(useUp);
async function useUp(world: World) {
  for (let attempts = 1; ; attempts += 1) {
    const made = await useKeys(world);
    const resets = new Set(
      [...made.passed, made.refused].map(({ headers }) => headers.get('x-ratelimit-reset')),
    );
    resets.delete(null);
    if (resets.size <= 1 || attempts === ATTEMPTS) return made;
  }
}

/**
 * Uses up the limits of four keys at once, then sends one more request with one of them. If the server is slow, the window may
 * end in between.
 */
async function useKeys(world: World) {
  const keys = await Promise.all(
    Array.from({ length: KEYS }, () => createKey(world, { keyName: newName() })),
  );
  await windowWithRoom(world);
  const [passed = [], ...others] = await Promise.all(keys.map(({ secret }) => useKey(world, secret, RATE)));
  const [refused] = await useKey(world, keys[0]?.secret ?? '', 1);
  return { passed, others: others.flat(), refused: refused as Answer };
}

const allPass = (made: readonly Answer[]) => {
  const refused = made.find(({ status }) => status !== 200);
  if (refused !== undefined) answers(refused, 200);
};

export const keyLimits: readonly Clause[] = [
  clause(
    'each key has 100 requests a minute',
    async (world) => {
      const { passed } = await usedUp(world);
      same(passed.length, RATE, 'requests');
      allPass(passed);
    },
    'owner',
  ),
  clause(
    'a key’s 101st request of a minute is 429 RATE_LIMIT_EXCEEDED',
    async (world) => {
      answers((await usedUp(world)).refused, 429, 'RATE_LIMIT_EXCEEDED');
    },
    'owner',
  ),
  clause(
    'X-RateLimit-Limit of a key is 100',
    async (world) => {
      header((await usedUp(world)).refused, 'x-ratelimit-limit', '100');
    },
    'owner',
  ),
  clause(
    'X-RateLimit-Remaining of a key that is used up is 0',
    async (world) => {
      header((await usedUp(world)).refused, 'x-ratelimit-remaining', '0');
    },
    'owner',
  ),
  clause(
    'X-RateLimit-Reset is the end of the minute in Unix seconds',
    async (world) => {
      const { refused } = await usedUp(world);
      header(refused, 'x-ratelimit-reset', /^\d+$/);
      const reset = Number(refused.headers.get('x-ratelimit-reset'));
      const seconds = world.now() / 1000;
      demand(
        reset > seconds - 120 && reset <= seconds + 61 && reset % 60 === 0,
        'the end of this minute',
        reset,
      );
    },
    'owner',
  ),
  clause(
    'X-RateLimit-Window says how long a window is',
    async (world) => {
      header((await usedUp(world)).refused, 'x-ratelimit-window', /^\d+/);
    },
    'owner',
  ),
  clause(
    'four keys of one address have 400 requests a minute together',
    async (world) => {
      const { passed, others } = await usedUp(world);
      allPass([...passed, ...others]);
      same(passed.length + others.length, KEYS * RATE, 'requests');
    },
    'owner',
  ),
  clause(
    'a key’s four headers stand on each of its responses',
    async (world) => {
      const first = (await usedUp(world)).passed[0] as Answer;
      for (const name of ['limit', 'remaining', 'reset', 'window'])
        header(first, `x-ratelimit-${name}`, /^\d+/);
    },
    'owner',
  ),
];
