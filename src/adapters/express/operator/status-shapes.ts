import type { DueOrders } from '../../../application/operator/count-due.js';
import type { OperatorAccount, OperatorStanding } from '../../../application/operator/read-standing.js';
import type { QuarantinedVault } from '../../../domain/market/quarantine.js';
import type { SwitchPosition } from '../../../domain/order/evaluation/brakes.js';
import { address, contractId } from '../schema/common-schemas.js';
import {
  digits,
  flag,
  list,
  object,
  orNull,
  rounded,
  text,
  time,
  whole,
  wordOf,
  type WireOf,
} from '../schema/schema.js';
import { field, fields, named, optional, within } from '../schema/shape.js';
import type { ProcessHealth } from './process-state.js';

const ustx = (description: string) => digits(text(description, { 'x-unit': 'microSTX' }));

interface SwitchView {
  readonly position: SwitchPosition | undefined;
}

export const SWITCH = named(
  'SendingSwitch',
  fields<SwitchView>()(
    {
      isPaused: field(
        flag('whether new swaps are paused, in every process'),
        ({ position }) => position?.isPaused ?? false,
      ),
      setAt: field(
        orNull(time('time of the last change; null if there was none')),
        ({ position }) => position?.at,
      ),
      setBy: field(
        orNull(
          text('author of the change: an operator’s wallet, or the name given to the command sluice pause'),
        ),
        ({ position }) => position?.by,
      ),
      reason: field(
        orNull(text('reason in the operator’s words; null if none')),
        ({ position }) => position?.reason,
      ),
    },
    { description: 'the operator’s switch for new swaps' },
  ),
);

/** The body of the responses to pause and resume. */
export type SwitchResponse = WireOf<typeof SWITCH>;

interface SendingView {
  readonly standing: Pick<OperatorStanding, 'position' | 'sending'>;
  readonly health: Pick<ProcessHealth, 'sending'>;
}

export const SENDING = fields<SendingView>()(
  {
    switch: field(SWITCH.ref(), ({ standing }) => standing),
    hasKey: field(
      flag('whether this process has an operator key; without one it sends nothing'),
      ({ standing }) => standing.sending !== undefined,
    ),
    stops: field(
      list(
        object({
          reason: text('word for programs, as execute returns it'),
          detail: text('for people'),
        }),
        'everything that stops new swaps; empty while they are sent',
      ),
      ({ health }) => health.sending?.reasons ?? [],
    ),
    leastBalanceUstx: field(
      orNull(ustx('an account with a lower balance pays for nothing new; null without such a limit')),
      ({ standing }) => standing.sending?.leastUstx,
    ),
    meanFeeUstx: field(
      orNull(ustx('average cost of a swap within 24 hours; null without one')),
      ({ standing }) => standing.sending?.meanFeeUstx,
    ),
    feesUstx: optional(
      object(
        { hour: ustx('within an hour'), day: ustx('within 24 hours') },
        { description: 'fees of the swaps that any process stored; absent without an operator key' },
      ),
      ({ standing: { sending } }) =>
        sending && { hour: String(sending.feesUstx.hour), day: String(sending.feesUstx.day) },
    ),
  },
  { description: 'whether new swaps are sent, and what they cost' },
);

export const ACCOUNT = named(
  'OperatorAccount',
  fields<OperatorAccount>()(
    {
      address: address('the account'),
      balanceUstx: field(
        orNull(ustx('balance; null while it cannot be read')),
        ({ state }) => state?.balanceUstx,
      ),
      swapsLeft: field(
        orNull(
          rounded('swaps that it can pay for at meanFeeUstx; null without one, and while it cannot be read'),
        ),
        ({ swapsLeft }) => swapsLeft,
      ),
      confirmedNonce: field(
        orNull(rounded('nonce of its next executed transaction; null while it cannot be read')),
        ({ state }) => state?.nonce,
      ),
      nextNonce: field(
        orNull(rounded('nonce of its next swap; null while it cannot be read')),
        ({ nextNonce }) => nextNonce,
      ),
      inFlight: whole('nonces with unmined transactions', { minimum: 0 }),
      oldestTxid: field(
        orNull(text('the oldest of these transactions; null if none')),
        ({ oldest }) => oldest?.txid,
      ),
      oldestSince: field(orNull(time('time at which that one was stored')), ({ oldest }) => oldest?.since),
    },
    { description: 'an account that pays for swaps' },
  ),
);

export const DUE = fields<DueOrders>()(
  {
    orders: whole('number of them', { minimum: 0 }),
    reasons: list(
      object({
        reason: text('due: the next pass sends them, if it may; otherwise the failure of their last attempt'),
        orders: whole('number of them', { minimum: 1 }),
      }),
      'reasons why they are not sent yet, most frequent first',
    ),
    isComplete: flag('whether all were counted; there are more otherwise'),
  },
  { description: 'due orders whose swap is not sent yet' },
);

export const QUARANTINED = named(
  'QuarantinedVault',
  fields<QuarantinedVault>()(
    {
      ...within(({ failure }: QuarantinedVault) => failure, {
        reason: field(
          wordOf(
            {
              'quote-disagrees': 'quote more than 5% off the reserves',
              'fee-disagrees': 'quote with a different fee from the registry’s',
              'no-quote': 'no quote',
            },
            'why',
          ),
          ({ kind }) => kind,
        ),
        expected: optional(
          digits(text('amount according to its reserves or the stated fee, in smallest units')),
        ),
        answered: optional(digits(text('quoted amount, in smallest units'))),
      }),
      contractId: field(contractId('the vault'), ({ vault }) => vault),
      until: time('time of the next attempt'),
    },
    { description: 'a vault that this process leaves out of routing' },
  ),
);
