// Written by `npm run docs:client` from the description of the HTTP interface. Do not edit.
import type { ContractId, Address, SignedBody } from './common.js';

/** What the operator wants to know. */
export interface OperatorStatus {
  /** Who is signed in. */
  readonly wallet: Address;
  /** When the session ends. ISO 8601. */
  readonly expiresAt: string;
  /** The time of the process. ISO 8601. */
  readonly now: string;
  /** The process that responded. */
  readonly process: {
    /** Random; ids that it gives to requests begin with it. */
    readonly id: string;
    /** When it began to serve. ISO 8601. */
    readonly startedAt: string;
    /** The program’s. */
    readonly version: string;
    /** What it does. */
    readonly roles: readonly string[];
  };
  /** Database, chain, clock and prices. */
  readonly health: {
    /** Whether it can serve requests, as GET /readyz says it. */
    readonly ready: boolean;
    /** What is not ready. */
    readonly reasons: readonly string[];
    /** The same for programs. */
    readonly failing: readonly ('database' | 'chain' | 'clock' | 'prices')[];
  };
  /** The Stacks node, as this process reads it. */
  readonly node: {
    /** The newest block of its index; null while it cannot be read. */
    readonly height: number | null;
    /** The time of that block. ISO 8601. */
    readonly blockAt: string | null;
    /** Since then. Unit: seconds. At least 0. */
    readonly blockAgeSeconds: number | null;
    /** Since when requests are suspended because the node fails too often; null while they are not. ISO 8601. */
    readonly suspendedSince: string | null;
    /** How many addresses it has. At least 1. */
    readonly hosts: number;
    /** Which of its addresses is in use, counted from 0 in order of preference. At least 0. */
    readonly host: number;
  };
  /** The executor of this process. */
  readonly executor: {
    /** Whether this process executes orders. */
    readonly isRunning: boolean;
    /** The last pass of this process; absent before the first. */
    readonly lastPass?: {
      /** When it ended. ISO 8601. */
      readonly endedAt: string;
      /** Why it left due orders unsent; none if it left no such order. */
      readonly left: string;
      /** Orders that it ended because their validity was over. At least 0. */
      readonly expired: number;
      /** Its attempts to send an order. */
      readonly attempts: readonly {
        /** How they ended. */
        readonly outcome: string;
        /** How many. At least 1. */
        readonly orders: number;
      }[];
    };
    /** When a pass of this process last left no due order unsent. ISO 8601. */
    readonly caughtUpAt: string | null;
  };
  /** Whether new swaps are sent, and what they cost. */
  readonly sending: {
    readonly switch: SendingSwitch;
    /** Whether this process has an operator key; without one it sends nothing. */
    readonly hasKey: boolean;
    /** Everything that stops new swaps; empty while they are sent. */
    readonly stops: readonly {
      /** Word for programs, as execute returns it. */
      readonly reason: string;
      /** For people. */
      readonly detail: string;
    }[];
    /** An account that holds less pays for nothing new; null without such a limit. Unit: microSTX. */
    readonly leastBalanceUstx: string | null;
    /** What a swap cost on average within 24 hours; null without one. Unit: microSTX. */
    readonly meanFeeUstx: string | null;
    /** Fees of the swaps that any process stored; absent without an operator key. */
    readonly feesUstx?: {
      /** Within an hour. Unit: microSTX. */
      readonly hour: string;
      /** Within 24 hours. Unit: microSTX. */
      readonly day: string;
    };
  };
  /** The operator’s accounts in this process, the preferred one first. */
  readonly accounts: readonly OperatorAccount[];
  /** As GET /prices/api/v1/health. */
  readonly prices: {
    /** Prices were recorded within 15 minutes. */
    readonly ok: boolean;
    /** The newest run; null before the first. ISO 8601. */
    readonly lastRecordedAt: string | null;
    /** Age of that run. Unit: seconds. At least 0. */
    readonly ageSeconds: number | null;
    /** Registered tokens that the newest run priced. At least 0. */
    readonly tokensPriced: number;
    /** Tokens of the registry. At least 0. */
    readonly tokensRegistered: number;
    /** The newest run priced a smaller share of them than the operator’s threshold. */
    readonly degraded: boolean;
    /** Registered tokens that the newest run did not price. */
    readonly unpriced: readonly {
      /** The token. */
      readonly contractId: ContractId;
      /** Symbol; not unique. */
      readonly symbol: string;
      /** Why it has no price. no-vault: no registered vault holds it; vaults-not-routed: the router trades through none of its vaults; no-route: no path of 4 hops or fewer joins it with sBTC; vaults-silent: vaults that join it with sBTC, or that hold it, do not respond; unsellable: what was bought sells for nothing; insufficient-liquidity: 1,000 dollars do not buy a unit; not-in-run: the newest run does not tell: registered since, or imported. */
      readonly reason:
        | 'no-vault'
        | 'vaults-not-routed'
        | 'no-route'
        | 'vaults-silent'
        | 'unsellable'
        | 'insufficient-liquidity'
        | 'not-in-run';
    }[];
    /** The last run of this process, if it failed. */
    readonly lastFailure?: {
      /** When. ISO 8601. */
      readonly at: string;
      /** Why. */
      readonly reason: string;
    };
  };
  /** In the order in which they were left out. */
  readonly quarantined: readonly QuarantinedVault[];
  /** How many orders have each status. */
  readonly orders: Readonly<Record<string, number>>;
  /** Due orders whose swap is not sent yet. */
  readonly due: {
    /** How many. At least 0. */
    readonly orders: number;
    /** Why they are not sent yet, the most frequent reason first. */
    readonly reasons: readonly {
      /** Due: the next pass sends them, if it may; or what their last attempt failed by. */
      readonly reason: string;
      /** How many. At least 1. */
      readonly orders: number;
    }[];
    /** Whether all were counted; there are more otherwise. */
    readonly isComplete: boolean;
  };
  /** The last warnings and errors of this process’s log, the newest first. */
  readonly problems: readonly {
    /** When it was logged last. ISO 8601. */
    readonly at: string;
    /** How bad it is. */
    readonly level: 'warn' | 'error' | 'fatal';
    /** The line’s message. */
    readonly message: string;
    /** How often in a row. At least 1. */
    readonly times: number;
    /** Facts of the last one, without secrets and stacks. */
    readonly fields: Readonly<Record<string, unknown>>;
  }[];
}

/** The operator’s switch for new swaps. */
export interface SendingSwitch {
  /** Whether new swaps are paused, in every process. */
  readonly isPaused: boolean;
  /** When it was set; null if it never was. ISO 8601. */
  readonly setAt: string | null;
  /** Who set it: an operator’s wallet, or what the command sluice pause was given. */
  readonly setBy: string | null;
  /** Why, in the operator’s words; null without any. */
  readonly reason: string | null;
}

/** An account that pays for swaps. */
export interface OperatorAccount {
  /** The account. */
  readonly address: Address;
  /** What it holds; null while it cannot be read. Unit: microSTX. */
  readonly balanceUstx: string | null;
  /** Swaps that it pays for at meanFeeUstx; null without one, and while it cannot be read. */
  readonly swapsLeft: number | null;
  /** What its next executed transaction carries; null while it cannot be read. */
  readonly confirmedNonce: number | null;
  /** What its next swap takes; null while it cannot be read. */
  readonly nextNonce: number | null;
  /** Its nonces whose transactions are in no block. At least 0. */
  readonly inFlight: number;
  /** The oldest of these transactions; null without any. */
  readonly oldestTxid: string | null;
  /** When that one was stored. ISO 8601. */
  readonly oldestSince: string | null;
}

/** A vault that this process leaves out of routing. */
export interface QuarantinedVault {
  /** Why. quote-disagrees: its quote is more than 5% off its reserves; fee-disagrees: its quote shows another fee than the registry states; no-quote: it gave no quote. */
  readonly reason: 'quote-disagrees' | 'fee-disagrees' | 'no-quote';
  /** What its reserves, or the stated fee, give, in smallest units. */
  readonly expected?: string;
  /** What it quoted, in smallest units. */
  readonly answered?: string;
  /** The vault. */
  readonly contractId: ContractId;
  /** When it is tried again. ISO 8601. */
  readonly until: string;
}

/** Why new swaps are paused. */
export interface PauseRequest {
  /** The operator’s own words, which GET /readyz shows to everyone. */
  readonly reason?: string | undefined;
}

/** Its operations by id: what each takes and returns. */
export interface OperatorOperations {
  /** `POST /operator/api/v1/sessions`: Sign in as the operator with a wallet. */
  readonly signInOperator: {
    readonly area: 'operator';
    readonly method: 'POST';
    readonly path: '/api/v1/sessions';
    readonly access: 'operator-wallet';
    readonly body: SignedBody;
    readonly signed: {
      /** The same in every such response. */
      readonly action: 'operator_sign_in';
    };
    readonly response: {
      /** os_ and 64 hex characters. A secret: send it as Authorization: Bearer. */
      readonly token: string;
      /** Whose session it is. */
      readonly wallet: Address;
      /** When it ends. ISO 8601. */
      readonly expiresAt: string;
    };
  };
  /** `DELETE /operator/api/v1/sessions/current`: Sign out: the session’s token works no more, in any process. */
  readonly signOutOperator: {
    readonly area: 'operator';
    readonly method: 'DELETE';
    readonly path: '/api/v1/sessions/current';
    readonly access: 'operator-session';
    readonly response: {
      /** The same in every such response. */
      readonly status: 'success';
    };
  };
  /** `GET /operator/api/v1/status`: What the operator wants to know: node, prices, executor, accounts, switch, vaults, errors. */
  readonly readOperatorStatus: {
    readonly area: 'operator';
    readonly method: 'GET';
    readonly path: '/api/v1/status';
    readonly access: 'operator-session';
    readonly response: OperatorStatus;
  };
  /** `POST /operator/api/v1/pause`: Pause new swaps in every process on the database, as sluice pause does. */
  readonly pauseSending: {
    readonly area: 'operator';
    readonly method: 'POST';
    readonly path: '/api/v1/pause';
    readonly access: 'operator-session';
    readonly body: PauseRequest;
    readonly response: SendingSwitch;
  };
  /** `POST /operator/api/v1/resume`: Send new swaps again in every process on the database, as sluice resume does. */
  readonly resumeSending: {
    readonly area: 'operator';
    readonly method: 'POST';
    readonly path: '/api/v1/resume';
    readonly access: 'operator-session';
    readonly response: SendingSwitch;
  };
}
