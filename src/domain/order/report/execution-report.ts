import type { ContractId } from '../../shared/contract-id.js';
import type { Units } from '../../shared/units.js';

/**
 * Reason why figures of the parent block may differ from the state just before the swap. `earlier-transactions`: one in the same
 * block, before the swap, may have changed a vault that connects the tokens. `unknown-transactions`: the index does not say what
 * came before the swap. `quotes-missing`: a vault that only its contract can quote has not quoted every amount at that block.
 * `registry-changed`: a vault of the swap's route is no longer routed. `unread`: vaults could not be read as of the block.
 * `route-differs`: nothing is known to have come between, and yet the swap paid another amount than its route gave at the parent.
 */
export type InexactReason = (typeof INEXACT_REASONS)[number];
/** Every reason why figures of the parent block are inexact. */
export const INEXACT_REASONS = [
  'earlier-transactions',
  'unknown-transactions',
  'quotes-missing',
  'registry-changed',
  'unread',
  'route-differs',
] as const;

/** Fee that the vault of a hop kept, in smallest units of the hop's input token. */
export interface VaultFee {
  readonly token: ContractId;
  readonly amount: Units;
}

/** Outputs, in smallest units, that the swap's input had at the parent of the block that included the swap. */
export interface ParentOutputs {
  readonly blockHeight: number;
  /** Output of the swap's own route. Absent if it is not known. */
  readonly ownRoute?: Units;
  /** Output of the best route of up to four hops. Absent if it is not known. */
  readonly best?: Units;
  /** Fees of the swap's own route. Absent with `ownRoute`. */
  readonly fees?: readonly VaultFee[];
  /** Absent if both outputs are those just before the swap, to the unit. */
  readonly inexact?: InexactReason;
}

/** Dollars for one whole token, by the newest recorded prices before the swap's block. */
export interface RecordedPrices {
  /** Unix seconds. */
  readonly at: number;
  readonly tokenIn: number;
  readonly tokenOut: number;
}

/** Facts of a fill. Outputs are for the whole input, in smallest units. */
export interface FillFacts {
  readonly amountIn: Units;
  /** Amount that the swap paid. */
  readonly executed: Units;
  /** Quote when the order was placed. Absent if none was at hand, or if the order's input was amended later. */
  readonly placed?: Units;
  /** Quote on which the swap was signed. Absent if another server sent the swap. */
  readonly sent?: Units;
  /** Least output with which the chain would have executed the swap. Absent if nothing bound the swap. */
  readonly minimum?: Units;
  /** Absent until the parent block is read, or if it can no longer be read. */
  readonly parent?: ParentOutputs;
  /** Absent if one of the tokens had no price. */
  readonly prices?: RecordedPrices;
}

/**
 * Difference between the quote when the order was placed and what the swap paid, by cause, in smallest units of the output token: positive
 * if the owner got less. A part is absent if a fact that it needs is. `drift`, `delay` and `rest` add up to `total`.
 */
export interface Shortfall {
  /** Quote when placed − amount paid. */
  readonly total?: bigint;
  /** Quote when placed − quote when sent: what the market did before the order was sent. */
  readonly drift?: bigint;
  /** Quote when sent − own route at the parent: what the market did between signing and inclusion. */
  readonly delay?: bigint;
  /** Own route at the parent − amount paid: what transactions before the swap in its block did. */
  readonly rest?: bigint;
  /** Best route at the parent − own route at the parent, 0 or more: the cost of the chosen route. Part of no sum. */
  readonly route?: bigint;
}

/** Amounts, in smallest units of the output token, by which the swap paid more; negative if it paid less than quoted. */
export interface Surplus {
  readonly overQuote?: bigint;
  /** 0 or more: the chain aborts a swap that would pay less. */
  readonly overMinimum?: bigint;
}

/** Facts of a fill with what follows from them. */
export interface ExecutionReport extends FillFacts {
  readonly shortfall: Shortfall;
  readonly surplus: Surplus;
  /**
   * Part of the best output at the parent that the swap did not pay, in basis points, rounded to hundredths; negative if earlier
   * transactions of its block made the price better.
   */
  readonly shortfallBps?: number;
  /** Part of the quote when sent by which the swap paid more, in basis points, rounded to hundredths. */
  readonly surplusBps?: number;
  /** Part of the minimum by which the swap paid more, in basis points, rounded to hundredths. */
  readonly overMinimumBps?: number;
}

/**
 * Reports on a fill.
 *
 * @example
 * const report = reportOn({ amountIn, executed, placed, sent, minimum, parent });
 * report.shortfall.total; // drift + delay + rest
 */
export function reportOn(facts: FillFacts): ExecutionReport {
  const { executed, placed, sent, minimum } = facts;
  const { ownRoute, best } = facts.parent ?? {};
  const shortfall = {
    ...difference('total', placed, executed),
    ...difference('drift', placed, sent),
    ...difference('delay', sent, ownRoute),
    ...difference('rest', ownRoute, executed),
    ...difference('route', best, ownRoute),
  };
  const surplus = {
    ...difference('overQuote', executed, sent),
    ...difference('overMinimum', executed, minimum),
  };
  return {
    ...facts,
    shortfall,
    surplus,
    ...partOf('shortfallBps', best, executed),
    ...partOf('surplusBps', sent, executed, -1),
    ...partOf('overMinimumBps', minimum, executed, -1),
  };
}

/** The parent's outputs, marked inexact if they claim to be exact although the swap's own route gave another amount than was paid. */
export function checkedOutputs(outputs: ParentOutputs, executed: Units): ParentOutputs {
  const differs = outputs.ownRoute !== undefined && outputs.ownRoute !== executed;
  return outputs.inexact === undefined && differs ? { ...outputs, inexact: 'route-differs' } : outputs;
}

type Named<N extends string, T> = { readonly [name in N]?: T };

function difference<N extends string>(name: N, from: Units | undefined, to: Units | undefined) {
  return (from === undefined || to === undefined ? {} : { [name]: from - to }) as Named<N, bigint>;
}

/** The part of `whole` by which `part` is below it, in basis points. */
function partOf<N extends string>(
  name: N,
  whole: Units | undefined,
  part: Units,
  sign: 1 | -1 = 1,
): Named<N, number> {
  if (whole === undefined || whole === 0n) return {};
  const hundredths = Math.round((Number(whole - part) / Number(whole)) * 1e6);
  return { [name]: (sign * hundredths) / 100 + 0 } as Named<N, number>;
}
