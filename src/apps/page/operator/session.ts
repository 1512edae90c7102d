import { computed, effect, signal } from '@preact/signals';
import { ClientError, type OperatorClient, type OperatorStatus } from '../../../sdk/client/index.js';
import { now } from '../live/clock.js';
import { problemOf, type Problem } from '../live/problem.js';
import { isVisible } from '../live/visible.js';
import { client } from '../session/service.js';

const REFRESH_MS = 5_000;
/** Age above which a reading is stale, ms: the server may hang, or the tab may have been hidden. */
const STALE_MS = 20_000;
const OVER = ['session-ended', 'no-credentials'];

const signedIn = signal<OperatorClient | undefined>(undefined);
const current = signal<{ readonly status: OperatorStatus; readonly at: number } | undefined>(undefined);
const trouble = signal<Problem | undefined>(undefined);
const ended = signal<{ readonly of: OperatorClient; readonly at: string } | undefined>(undefined);

/** The client signed in as the operator; undefined before the sign-in, and after a change of wallet until the new one has signed in. */
export const operator = computed(() =>
  signedIn.value === client.value?.operator ? signedIn.value : undefined,
);
const reading = computed(() => (operator.value === undefined ? undefined : current.value));
/** Status for the operator, as read last. */
export const status = computed(() => reading.value?.status);
/** Time at which the status was read, Unix milliseconds. */
export const readAt = computed(() => reading.value?.at);
/** Reason why the last reading failed. */
export const statusProblem = computed(() => trouble.value);
/** Time since which the server's state is unknown, Unix milliseconds; undefined while it is known. */
export const unknownSince = computed(() => {
  const at = readAt.value;
  if (at === undefined) return undefined;
  return trouble.value !== undefined || now.value - at > STALE_MS ? at : undefined;
});
/** Time at which the session of this wallet ended without a sign-out, ISO 8601; undefined otherwise. */
export const endedAt = computed(() =>
  ended.value !== undefined && ended.value.of === client.value?.operator ? ended.value.at : undefined,
);

/** Signs in with the visitor's wallet. Rejects with a ClientError. */
export async function signIn(as: OperatorClient): Promise<void> {
  await as.signIn();
  current.value = undefined;
  trouble.value = undefined;
  ended.value = undefined;
  signedIn.value = as;
}

/** Signs out: on this page at once, and on the server as soon as it can be reached. */
export async function signOut(as: OperatorClient): Promise<void> {
  signedIn.value = undefined;
  current.value = undefined;
  await as.signOut();
}

/** Reads the status now. */
export async function refresh(): Promise<void> {
  const asked = operator.peek();
  if (asked === undefined) return;
  try {
    const read = await asked.status();
    if (operator.peek() !== asked) return;
    current.value = { status: read, at: Date.now() };
    trouble.value = undefined;
  } catch (error) {
    if (operator.peek() !== asked) return;
    trouble.value = problemOf(error);
    if (error instanceof ClientError && OVER.includes(error.code)) end(asked);
  }
}

function end(session: OperatorClient): void {
  const found = new Date().toISOString();
  const due = current.value?.status.expiresAt ?? found;
  ended.value = { of: session, at: due < found ? due : found };
  signedIn.value = undefined;
  current.value = undefined;
}

/** Polls the status. Returns a function that ends the polling. */
export const followStatus = (): (() => void) =>
  effect(() => {
    if (operator.value === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const state = { isOver: false };
    const read = async () => {
      if (isVisible()) await refresh();
      if (!state.isOver) timer = setTimeout(() => void read(), REFRESH_MS);
    };
    void read();
    return () => {
      state.isOver = true;
      clearTimeout(timer);
    };
  });
