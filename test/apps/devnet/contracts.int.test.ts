import { describe, expect, it } from '@jest/globals';
import { useDevnet } from '../../support/devnet-bed.js';

const client = useDevnet();

interface Found {
  readonly limit: number;
  readonly offset: number;
  readonly results: readonly {
    readonly contract_id: string;
    readonly source_code: string;
    readonly abi: string;
  }[];
}

const path = (part: string, name: string) => `/v2/contracts/${part}/${client.id(name).split('.').join('/')}`;
const byTrait = (functions: readonly object[], paging = '') =>
  client.get<Found>(
    `/extended/v1/contract/by_trait?trait_abi=${encodeURIComponent(JSON.stringify({ functions }))}${paging}`,
  );
const REVOCABLE = {
  name: 'x-transfer',
  access: 'public',
  args: [
    { name: 'a', type: { buffer: { length: 65 } } },
    { name: 'b', type: 'uint128' },
    { name: 'c', type: { 'string-ascii': { length: 36 } } },
    { name: 'd', type: 'principal' },
  ],
};

describe('what the devnet tells about contracts', () => {
  it('returns interface and source', async () => {
    const { body: abi } = await client.get<{ functions: { name: string }[]; fungible_tokens: object[] }>(
      path('interface', 'opal'),
    );
    expect(abi.functions.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['transfer', 'get-decimals']),
    );
    expect(abi.fungible_tokens).toEqual([{ name: 'opal' }]);
    const { body } = await client.get<{ source: string }>(`${path('source', 'opal')}?proof=0`);
    expect(body.source).toContain('define-fungible-token opal');
  });

  it.each(['interface', 'source'])(
    'responds 404 for the %s of a contract that does not exist',
    async (part) => {
      expect((await client.get(path(part, 'nothing'))).status).toBe(404);
    },
  );

  it('finds contracts by the functions of a trait, whatever their arguments are called, the newest first', async () => {
    const { body } = await byTrait([REVOCABLE]);
    expect(body.results).toHaveLength(12);
    expect(body.results.map(({ contract_id }) => contract_id)).toEqual(
      body.results.map(({ contract_id }) => contract_id).filter((id) => id.endsWith('-subnet')),
    );
    expect(body.results[0]!.contract_id).toBe(client.id('jade-subnet'));
    expect(JSON.parse(body.results[0]!.abi)).toHaveProperty('functions');
  });

  it('pages, 20 at a time by default and 50 at most', async () => {
    const all = await byTrait([]);
    expect([all.body.limit, all.body.results.length]).toEqual([20, 20]);
    const second = await byTrait([REVOCABLE], '&limit=3&offset=10');
    expect(second.body.results).toHaveLength(2);
    expect((await byTrait([], '&limit=51')).status).toBe(400);
    expect((await byTrait([], '&offset=-1')).status).toBe(400);
  });

  it('responds 404 when no contract fits, and 400 to what is no trait', async () => {
    expect((await byTrait([{ ...REVOCABLE, name: 'nothing' }])).status).toBe(404);
    expect((await byTrait([{ ...REVOCABLE, access: 'read_only' }])).status).toBe(404);
    expect((await client.get('/extended/v1/contract/by_trait')).status).toBe(400);
    expect((await client.get('/extended/v1/contract/by_trait?trait_abi={}')).status).toBe(400);
  });
});
