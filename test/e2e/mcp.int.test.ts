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
    for (const [name, args] of [['quote_route', { tokenIn: 'STX', tokenOut: 'sBTC', amount: '10 STX' }], ['list_prices', {}], ['read_depth', {tokenIn: 'STX', tokenOut: 'sBTC'}], ['quote_route', {tokenOut: 'x'}], ['read_portfolio', {address: bed.chain.devnet.accounts[0]!.address}],['cancel_order', {uuid: 'abc'}], ['nope', {}]] as const) {
      const r = await client.callTool({ name, arguments: args });
      console.log(name, JSON.stringify(r.isError ?? false), JSON.stringify(r.content).slice(0, 3000));
    }
  });
});
