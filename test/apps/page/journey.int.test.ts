import { expect, it } from '@jest/globals';
import { describePage, expectAccessible, takePictures } from './site.js';
import { choose, heading, pair, quote } from './swap-steps.js';

describePage('an order in a browser', (site) => {
  it('takes a limit order of a demo wallet from the form to its transaction on the chain', async () => {
    const page = await site.open(pair('dollar-subnet', 'sbtc'));
    await site.connect(page, 'alice');
    await choose(page, 'Limit');
    await quote(page, '100');
    await choose(page, 'Market');
    await page.getByText(/^To trade /).waitFor();
    await takePictures(page, 'swap-limit');
    await choose(page, 'Review the order');
    await heading(page, 'Review the order').waitFor();
    await page.getByText(/^Sells 100 .USDd. for at least 0\.000\d+ .sBTC.\.$/).waitFor();
    await page.getByText('What is signed', { exact: true }).click();
    await page.getByText('TRANSFER_TOKENS').first().waitFor();
    await page.getByText(/^sluice-terms:[0-9a-f]{64}$/).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'swap-review');
    await choose(page, 'Sign and place');
    await heading(page, 'The order is placed').waitFor();
    await page.getByText('Sent. Waiting for a block.').first().waitFor();
    await takePictures(page, 'swap-sent');
    await site.bed.chain.control('/mine', { blocks: 1 });
    await page
      .getByText(/^Paid 100 .USDd. and received 0\.000\d+ .sBTC.\.$/)
      .first()
      .waitFor();
    await expectAccessible(page);
    await takePictures(page, 'swap-confirmed');
    const link = page.getByRole('link', { name: 'See the order' }).first();
    const [, handle] = /#\/order\/([0-9a-f-]{36})$/.exec((await link.getAttribute('href'))!)!;
    const { body } = await site.bed.exchange.read(`/orders/${handle}`);
    expect(body.data).toMatchObject({ handle, status: 'confirmed', amountIn: '100000000' });
  });
});
