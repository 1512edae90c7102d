import { Gauge, type Registry } from 'prom-client';

/** State of sending new swaps. Amounts are in microSTX. */
export interface SendingReading {
  readonly stops: readonly { readonly kind: string }[];
  readonly isDryRun: boolean;
  readonly accounts: readonly {
    readonly address: string;
    readonly inFlight: number;
    readonly state?: { readonly balanceUstx: bigint; readonly nonce: bigint };
  }[];
  /** Fees spent, by window, such as `hour`. */
  readonly feesUstx: Readonly<Record<string, bigint>>;
}

/** Registers gauges of what stops new swaps, of the operator's accounts and of the fees spent. Calls `read` once per scrape. */
export function sendingMetrics(
  registry: Registry,
  read: () => Promise<SendingReading | undefined | void>,
): void {
  const registers = [registry];
  let running: ReturnType<typeof read> | undefined;
  // All gauges of a scrape are collected at the same time, so they share one read.
  const shared = () => (running ??= read().finally(() => (running = undefined)));
  new Gauge({
    name: 'sluice_sending_stopped',
    help: 'Present with 1 for each reason why no new swap is sent',
    labelNames: ['reason'],
    aggregator: 'first',
    registers,
    async collect() {
      this.reset();
      const standing = await shared();
      for (const { kind } of standing?.stops ?? []) this.set({ reason: kind }, 1);
      if (standing?.isDryRun === true) this.set({ reason: 'dry-run' }, 1);
    },
  });
  type Account = SendingReading['accounts'][number];
  const ofAccounts = (
    name: string,
    help: string,
    valueOf: (account: Account) => bigint | number | undefined,
  ) =>
    new Gauge({
      name: `sluice_operator_${name}`,
      help,
      labelNames: ['account'],
      aggregator: 'first',
      registers,
      async collect() {
        this.reset();
        for (const account of (await shared())?.accounts ?? []) {
          const value = valueOf(account);
          if (value !== undefined) this.set({ account: account.address }, Number(value));
        }
      },
    });
  ofAccounts(
    'balance_ustx',
    'What an operator account holds, in microSTX; absent while it cannot be read',
    ({ state }) => state?.balanceUstx,
  );
  ofAccounts(
    'nonce',
    'The nonce that an operator account’s next executed transaction carries; absent while it cannot be read',
    ({ state }) => state?.nonce,
  );
  ofAccounts(
    'in_flight',
    'Nonces of an operator account whose transactions are in no block',
    ({ inFlight }) => inFlight,
  );
  new Gauge({
    name: 'sluice_operator_fees_ustx',
    help: 'Fees in microSTX of the swaps that any process stored within the last hour or day',
    labelNames: ['window'],
    aggregator: 'first',
    registers,
    async collect() {
      this.reset();
      for (const [window, fees] of Object.entries((await shared())?.feesUstx ?? {}))
        this.set({ window }, Number(fees));
    },
  });
}
