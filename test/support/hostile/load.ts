import fc from 'fast-check';
import type { Coverage } from './coverage.js';
import { checkAnswer } from './check-answer.js';
import { REQUESTS, type HostileRequest } from './requests.js';
import { exchange } from './wire.js';
import type { World } from './world.js';

const AT_A_TIME = 16;
const BATCH = 100;
/** Problems that a report has at most. */
const MOST_SHOWN = 20;

/** A server under attack, with what is known of it. */
export interface Target {
  /** Base address without a trailing slash. */
  readonly url: string;
  readonly world: World;
  readonly coverage: Coverage;
}

export interface HostileReport {
  /** Responses by status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Responses that no description has, that hold a secret, or that say that the server is at fault, with their requests. */
  readonly problems: readonly string[];
  /** Whole requests that got no response. */
  readonly unanswered: readonly string[];
}

/** Requests to send. */
export interface Load {
  /** As many at most: fewer once nothing is chosen any more. */
  readonly count: number;
  readonly seed: number;
  readonly choice: Choice;
  /** Requests in succession that may reach nothing new before the load ends; any number if absent. */
  readonly patience?: number;
  /** Whether the database is out meanwhile. */
  readonly isOutage?: boolean;
}

/** Which operations the next requests are for. */
export type Choice = () => readonly string[];

/** Sends so many requests of the seed to the chosen operations, some at a time, and waits for all responses. */
export async function sendHostile(
  { url, world, coverage }: Target,
  { count, seed, choice, patience = Infinity, isOutage = false }: Load,
): Promise<HostileReport> {
  let [reached, reachedAt] = [coverage.reached, 0];
  const hasPatience = (made: number) => {
    if (coverage.reached > reached) [reached, reachedAt] = [coverage.reached, made];
    return made - reachedAt <= patience;
  };
  const requests = inBatches(count, seed, choice, hasPatience);
  const statuses: Record<number, number> = {};
  const problems: string[] = [];
  const unanswered: string[] = [];
  const port = Number(new URL(url).port);
  const sendOne = async (request: ReturnType<HostileRequest['make']>) => {
    const answer = await exchange(port, request);
    const { status } = answer;
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === 0 && request.isWhole) unanswered.push(start(request.bytes));
    const { operation, problem } = checkAnswer(request, answer, { world, isOutage });
    if (operation !== undefined) coverage.count(operation, status);
    if (problem !== undefined && problems.length < MOST_SHOWN)
      problems.push(
        `${operation ?? '?'}: ${start(request.bytes)}: ${status} ${answer.text.slice(0, 500)}: ${problem}`,
      );
    if (status === 200 && operation !== undefined) learn(world, operation, request, answer.text);
  };
  const send = async () => {
    for (const { make, times } of requests) {
      const request = make(world);
      await Promise.all(Array.from({ length: times }, () => sendOne(request)));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, send));
  return { statuses, problems, unanswered };
}

/** A batch is made at a time: all of them would not fit into the memory, and the choice depends on what was reached. */
function* inBatches(
  count: number,
  seed: number,
  choice: Choice,
  hasPatience: (made: number) => boolean,
): Generator<HostileRequest> {
  for (let made = 0; made < count && hasPatience(made); made += BATCH) {
    const chosen = choice().map((id) => REQUESTS.get(id)!);
    if (chosen.length === 0) return;
    yield* fc.sample(fc.oneof(...chosen), { numRuns: Math.min(BATCH, count - made), seed: seed + made });
  }
}

/** What the server has from now on. */
function learn(
  world: World,
  operation: string,
  request: ReturnType<HostileRequest['make']>,
  text: string,
): void {
  if (operation === 'embedChart') world.learnFiles(text);
  if (!/^(swap|operator)/.test(request.url.slice(1)) || !text.startsWith('{')) return;
  const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
  world.learn(body, request.wallet);
  const sent = request.body as Readonly<Record<string, unknown>>;
  if (operation === 'placeOrder' && sent !== undefined)
    world.learnOrder(sent, body['data'] as Readonly<Record<string, unknown>>);
  if (operation === 'amendOrder') world.learnAmended(body['data'] as Readonly<Record<string, unknown>>);
}

const start = (bytes: Buffer): string => JSON.stringify(bytes.subarray(0, 2_000).toString());
