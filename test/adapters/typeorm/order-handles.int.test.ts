import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Queries } from '../../../src/adapters/typeorm/database/queries.js';
import { openStorage } from '../../../src/adapters/typeorm/index.js';
import type { OrderUuid } from '../../../src/domain/order/ids.js';
import { toSearchTerm } from '../../../src/domain/order/lists/search.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { anOpenOrder, handleFor } from '../../support/builders.js';
import { coreHarness } from '../../support/core-harness.js';
import { DATABASES } from '../../support/databases.js';

afterEach(() => void jest.restoreAllMocks());

const UUID = 'df531665-1de2-49bd-8ac1-41113eb8bdd4' as OrderUuid;

describe.each(DATABASES)('a search or a list of ids on $name', ({ create }) => {
  it('runs the same statements for a part of a uuid, and for an id that is nearly one, as for nonsense, and none that reads uuids', async () => {
    const database = await create();
    const { ports, ...storage } = await openStorage(database.url);
    unwrap(await ports.orders.insert(anOpenOrder({ uuid: UUID, handle: handleFor(UUID) })));
    const [select, number] = [
      jest.spyOn(Queries.prototype, 'select'),
      jest.spyOn(Queries.prototype, 'number'),
    ];
    const statementsOf = async (text: string) => {
      for (const spy of [select, number]) spy.mockClear();
      const search = toSearchTerm(text)!;
      const page = await ports.orders.listPage({
        ...{ sortBy: 'createdAt', sortOrder: 'asc', offset: 0, limit: 9, search },
      });
      expect(page.total).toBe(0);
      return [...select.mock.calls, ...number.mock.calls].map(([{ texts }]) => texts.join('?'));
    };
    for (const length of [3, 4, 8, 13]) {
      const part = UUID.slice(0, length);
      const statements = await statementsOf(part);
      expect(statements).toEqual(await statementsOf('fedcba98-7654'.slice(0, length)));
      expect(statements.join()).not.toContain('uuid');
    }
    const { core } = coreHarness({ storage: ports });
    const listed = async (id: OrderUuid) => {
      for (const spy of [select, number]) spy.mockClear();
      const list = await core.orders.list({
        ...{ ids: [id], status: 'all', sortBy: 'createdAt', sortOrder: 'asc', page: 1, limit: 9 },
      });
      expect(unwrap(list).orders).toEqual([]);
      return [...select.mock.calls, ...number.mock.calls].map(([{ texts }]) => texts.join('?'));
    };
    const near = await listed(`${UUID.slice(0, -1)}5` as OrderUuid);
    expect(near).toEqual(await listed('fedcba98-7654-4321-8fed-cba987654321' as OrderUuid));
    expect(near.join()).not.toContain('uuid');
    await storage.close();
    await database.remove();
  });
});
