import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { openStorage, parseDatabaseUrl, type Storage } from '../../../src/adapters/typeorm/index.js';
import type { AnyOrder } from '../../../src/domain/order/terms/draft.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { T0, uuidOf } from '../../support/builders.js';
import { coreHarness, signedInput, type CoreHarness } from '../../support/core-harness.js';
import { AT_ONCE, evaluationOf, pass } from '../../support/executor-steps.js';
import { orderOf } from '../../support/order-steps.js';
import { ANOTHER_WALLET, signTerms, withPlanTerms } from '../../support/signing.js';
import { DATABASES } from '../../support/databases.js';

const FIELDS: AnyOrder = {
  ...AT_ONCE,
  minAmountOut: '900000',
  validTo: new Date(T0.getTime() + 3_600_000).toISOString(),
};

describe.each(DATABASES)('an order with signed terms on $name', ({ name, create }) => {
  let database: Awaited<ReturnType<typeof create>>;
  let dataSource: DataSource;
  let storage: Storage;
  let harness: CoreHarness;

  beforeEach(async () => {
    database = await create();
    dataSource = new DataSource(parseDatabaseUrl(database.url));
    storage = await openStorage({ dataSource });
    harness = coreHarness({ storage: storage.ports });
    const input = signedInput({ fields: FIELDS });
    unwrap(await harness.core.orders.place({ ...input, termsSignature: signTerms(input) }));
  });

  afterEach(async () => {
    await storage.close();
    if (dataSource.isInitialized) await dataSource.destroy();
    await database.remove();
  });

  it('is sent from an untouched row', async () => {
    await pass(harness);
    expect(await orderOf(harness)).toMatchObject({ status: 'broadcasted' });
  });

  it('is sent from an untouched row if its terms were signed with those of a plan', async () => {
    const plan = [2, 3].map((n) => signedInput({ uuid: uuidOf(n), fields: FIELDS }));
    for (const input of withPlanTerms(plan)) unwrap(await harness.core.orders.place(input));
    await pass(harness);
    for (const n of [2, 3]) expect(await orderOf(harness, n)).toMatchObject({ status: 'broadcasted' });
  });

  /** SQL that replaces one field of the terms. */
  const setTerm = (field: string, value: string) =>
    name === 'SQLite'
      ? `terms = json_set(terms, '$.${field}', '${value}')`
      : `terms = jsonb_set(terms::jsonb, '{${field}}', '"${value}"')::text`;

  it.each([
    ['amountIn', `amount_in = '2'`],
    ['amountOut: minAmountOut', setTerm('minAmountOut', '1')],
    ['validTo', setTerm('validTo', new Date(T0.getTime() + 36_000_000).toISOString())],
    ['recipient', setTerm('recipient', ANOTHER_WALLET.address)],
  ])('is not sent after SQL has changed its row: %s', async (_, change) => {
    await dataSource.query(`UPDATE orders SET ${change}`);
    await pass(harness);
    expect(harness.chain.sent).toEqual([]);
    expect(await evaluationOf(harness)).toMatchObject({ reason: 'terms-changed' });
    expect(await orderOf(harness)).toMatchObject({ status: 'open' });
  });
});
