import type { ContractId } from '../../../domain/shared/contract-id.js';
import { plain, sql, type Database, type Queries } from '../database/index.js';
import type { TokenNumber } from './price-packing.js';

/** Numbers of tokens by contract. A number is never changed or reused. */
export type TokenNumbers = ReadonlyMap<ContractId, TokenNumber>;

interface TokenRow {
  readonly id: number | string;
  readonly contract_id: ContractId;
}

/** Caches the committed numbers of tokens, or of other contracts that a table of the same columns numbers. */
export class PriceTokens {
  private readonly numbers = new Map<ContractId, TokenNumber>();
  private readonly contracts = new Map<TokenNumber, ContractId>();

  constructor(
    private readonly database: Database,
    private readonly table = 'price_tokens',
  ) {}

  async numberOf(token: ContractId): Promise<TokenNumber | undefined> {
    if (!this.numbers.has(token)) await this.refresh();
    return this.numbers.get(token);
  }

  /** The contract of the token with this number. Throws for a number without a token. */
  async contractOf(number: TokenNumber): Promise<ContractId> {
    if (!this.contracts.has(number)) await this.refresh();
    const contract = this.contracts.get(number);
    if (contract === undefined) throw new Error(`${this.table}: there is no token ${number}`);
    return contract;
  }

  /** The known numbers, including those of these tokens if they have one. */
  async numbersOf(tokens: Iterable<ContractId>): Promise<TokenNumbers> {
    if (![...tokens].every((token) => this.numbers.has(token))) await this.refresh();
    return this.numbers;
  }

  private async refresh(): Promise<void> {
    const rows = await this.database.select<TokenRow>(
      sql`SELECT id, contract_id FROM ${plain(this.table)} WHERE id > ${this.contracts.size}`,
    );
    for (const { id, contract_id } of rows) {
      this.numbers.set(contract_id, Number(id));
      this.contracts.set(Number(id), contract_id);
    }
  }
}

/** Gives each token without a number the next one. Call under the lock of those that number in the table. */
export async function numberTokens(
  queries: Queries,
  known: TokenNumbers,
  tokens: Iterable<ContractId>,
  table = 'price_tokens',
): Promise<TokenNumbers> {
  const unknown = [...new Set(tokens)].filter((token) => !known.has(token));
  if (unknown.length === 0) return known;
  const numbers = new Map(known);
  const stored = await queries.select<TokenRow>(
    sql`SELECT id, contract_id FROM ${plain(table)} WHERE ${queries.dialect.oneOf(sql`contract_id`, unknown)}`,
  );
  for (const { id, contract_id } of stored) numbers.set(contract_id, Number(id));
  let last = await queries.number(sql`SELECT COUNT(*) AS n FROM ${plain(table)}`);
  for (const token of unknown.filter((each) => !numbers.has(each))) {
    numbers.set(token, ++last);
    await queries.execute(sql`INSERT INTO ${plain(table)} (id, contract_id) VALUES (${last}, ${token})`);
  }
  return numbers;
}
