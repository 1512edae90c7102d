import { computed, effect, signal } from '@preact/signals';
import { ClientError, type OperatorClient, type OperatorStatus } from '../../../client/index.js';
import { problemOf, type Problem } from '../live/problem.js';
import { client } from '../service.js';

const REFRESH_MS = 5_000;
const OVER = ['session-ended', 'no-credentials'];

const signedIn = signal<OperatorClient | undefined>(undefined);
const current = signal<OperatorStatus | undefined>(undefined);
const trouble = signal<Problem | undefined>(undefined);

/** The client that is signed in as the operator; undefined before. Another wallet is another client, which is not. */
export const operator = computed(() =>
  signedIn.value === client.value?.operator ? signedIn.value : undefined,
);
/** What the operator wants to know, as read last. */
export const status = computed(() => (operator.value === undefined ? undefined : current.value));
/** Why the last reading failed. */
export const statusProblem = computed(() => trouble.value);

/** Signs in with the visitor's wallet. Rejects with a ClientError. */
export async function signIn(as: OperatorClient): Promise<void> {
  await as.signIn();
  current.value = undefined;
  signedIn.value = as;
}

/** Ends the session, here at once and on the server as soon as it can be reached. */
export async function signOut(as: OperatorClient): Promise<void> {
  signedIn.value = undefined;
  current.value = undefined;
  await as.signOut();
}

/** Reads the status now. */
export async function refresh(): Promise<void> {
  const reading = operator.peek();
  if (reading === undefined) return;
  try {
    const read = await reading.status();
    if (operator.peek() !== reading) return;
    current.value = read;
    trouble.value = undefined;
  } catch (error) {
    trouble.value = problemOf(error);
    if (error instanceof ClientError && OVER.includes(error.code)) signedIn.value = undefined;
  }
}

/** Reads the status again and again. Returns a function that ends it. */
export const followStatus = (): (() => void) =>
  effect(() => {
    if (operator.value === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const state = { isOver: false };
    const read = async () => {
      if (document.visibilityState === 'visible') await refresh();
      if (!state.isOver) timer = setTimeout(() => void read(), REFRESH_MS);
    };
    void read();
    return () => {
      state.isOver = true;
      clearTimeout(timer);
    };
  });
