import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DATABASES } from '../support/databases.js';
import { SHARED_CODE, SLUICE } from '../support/run-command.js';
import { useTestBed } from '../support/test-bed.js';

describe.each(DATABASES.slice(0, 1))('an agent over MCP on $name', ({ create }) => {
  const bed = useTestBed(create);
  const client = new Client({ name: 'test', version: '1' });
  beforeAll(async () => {
    const args = [SLUICE, 'mcp', '--url', bed.exchange.sluice().url];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env: { ...SHARED_CODE } }));
  });
  afterAll(() => client.close());

  it('lists a tool for each operation that answers at once', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['quote_route', 'read_depth', 'list_prices']));
    console.log(tools.map(({ name, inputSchema, description }) => `${name} ${JSON.stringify(inputSchema).length} ${description?.length}`).join('\n'), JSON.stringify(tools).length);
  });

  it('gets a quote', async () => {
    const owner = bed.chain.devnet.accounts[0]!.address;
    for (const [name, args] of [['quote_route', { tokenIn: 'STX', tokenOut: 'sBTC', amount: '10 STX' }], ['list_prices', {}],['cancel_order', {uuid: 'abc'}], ['nope', {}], 
    ['prepare_order', {kind: 'stop', sell: 'STX', buy: 'USDd', amount: 'all', owner, percentFromMarket: -10}],
    ['prepare_order', {kind: 'stop', sell: 'STX', buy: 'USDd', amount: 'all', owner, percentFromMarket: 10}],
    ['prepare_order', {kind: 'limit', sell: 'STX', buy: 'USDd', amount: 100, owner, percentFromMarket: 2}],
    ['prepare_order', {kind: 'limit', sell: 'STX', buy: 'USDd', amount: 100, owner, price: '0.5'}],
    ['prepare_order', {kind: 'twap', sell: 'STX', buy: 'USDd', amount: 100, owner, parts: 3, spanMinutes: 30}],
    ['prepare_order', {kind: 'stop_and_target', sell: 'STX', buy: 'USDd', amount: 100, owner, percentFromMarket: -10, targetPercentFromMarket: 20}],
    ['prepare_order', {kind: 'trail', sell: 'STX', buy: 'nope', amount: 100, owner, trailPercent: 5}],
    ['prepare_order', {kind: 'trail', sell: 'STX', buy: 'USDd', amount: '100.0000001', owner, trailPercent: 5}],
    ['prepare_order', {kind: 'trail', sell: 'STX', buy: 'USDd', amount: '100', owner: 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS', trailPercent: 5}],
    ['prepare_order', {kind: 'trail', sell: 'STX', buy: 'USDd', amount: '100', owner: 'ST2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS', trailPercent: 5}],
    ] as const) {
      const r = await client.callTool({ name, arguments: args });
      console.log(name, JSON.stringify(args), JSON.stringify(r.isError ?? false), (r.content as {text: string}[])[0]!.text.slice(0, 4500));
    }
  });
});
