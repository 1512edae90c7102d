import type { Sha256 } from '../../shared/address.js';
import { parseContractId, STX, type ContractId } from '../../shared/contract-id.js';
import { defined, Fields, type Parse } from '../../shared/fields.js';
import type { Network } from '../../shared/network.js';
import { err, ok, type Result } from '../../shared/result.js';
import { parseLabel } from '../terms/draft-fields.js';
import type { FieldProblem } from '../terms/draft.js';
import { tokenPair, type TokenPair } from '../terms/token-pair.js';

/** Selection of an owner's orders: those that match all of these, or every order if empty. */
export interface OrderSelection {
  readonly strategyId?: string;
  readonly inputToken?: ContractId;
  readonly outputToken?: ContractId;
  readonly pair?: TokenPair;
}

/** A selection of orders has malformed fields. */
export interface InvalidSelection {
  readonly kind: 'invalid-selection';
  /** One for each bad field. */
  readonly problems: readonly FieldProblem[];
}

/** A selection as its owner sends it: unchecked plain JSON. */
export type SelectionInput = Readonly<Record<string, unknown>>;

interface SelectionRules {
  readonly network: Network;
  readonly sha256: Sha256;
  /** The contract that routers accept for STX; read as `.stx`, as in orders. */
  readonly wstx: ContractId;
}

/** The fields of a selection, which a wallet signs with the same values. */
export const SELECTION_FIELDS = [
  'strategyId',
  'inputToken',
  'outputToken',
  'pair',
] as const satisfies readonly (keyof OrderSelection)[];

/** Checks every field. A null, empty or unknown field is a problem: ignoring it would select orders that the caller did not mean. */
export function parseOrderSelection(
  input: SelectionInput,
  { network, sha256, wstx }: SelectionRules,
): Result<OrderSelection, InvalidSelection> {
  const problems: FieldProblem[] = [];
  const fields = new Fields(input, (field, message) => problems.push({ field, message }));
  const given = <T>(name: (typeof SELECTION_FIELDS)[number], parse: Parse<T>) =>
    fields.raw(name) === undefined ? undefined : fields.read(name, parse);
  const token: Parse<ContractId> = (raw) => (raw === wstx ? ok(STX) : parseContractId(raw, network, sha256));
  const selection = defined({
    strategyId: given('strategyId', (raw) =>
      raw === '' ? err({ reason: 'must not be empty' }) : parseLabel(raw),
    ),
    inputToken: given('inputToken', token),
    outputToken: given('outputToken', token),
    pair: given('pair', tokenPair(token)),
  });
  fields.refuseUnknown(SELECTION_FIELDS);
  return problems.length === 0 ? ok(selection) : err({ kind: 'invalid-selection', problems });
}

/** The fields in which the two selections differ, including fields that only one of them has; unknown fields are ignored. */
export const differingFields = (a: SelectionInput, b: SelectionInput): readonly (keyof OrderSelection)[] =>
  SELECTION_FIELDS.filter((name) => a[name] !== b[name]);
