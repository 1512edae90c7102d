import { setInterval } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { describePage, expectAccessible, takePictures } from './site.js';

describePage('the operator’s view', (site) => {
  it('asks for a wallet, and refuses one that is not an operator’s', async () => {
    const page = await site.open('#/operator');
    await page.getByText('Connect your wallet first.').waitFor();
    await expectAccessible(page);
    await takePictures(page, 'operator-out');
    await site.connect(page, 'alice');
    await page.getByRole('button', { name: 'Sign in as alice' }).click();
    await page.getByRole('alert').getByText('SLUICE_OPERATOR_WALLETS').first().waitFor();
    await takePictures(page, 'operator-refused');
    await page.getByRole('button', { name: /^alice · / }).click();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.keyboard.press('Escape');
    await page.getByText('Connect your wallet first.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('shows health, accounts and prices, pauses with a reason and resumes', async () => {
    const page = await site.open('#/operator');
    await site.connect(page, 'operator');
    await page.getByRole('button', { name: 'Sign in as operator' }).click();
    await page.getByRole('heading', { name: 'Accounts' }).waitFor();
    await page.getByRole('heading', { name: 'Executor runs' }).waitFor();
    await page.locator('h1:focus').waitFor();
    await page.getByText('All is well,').waitFor();
    await page.getByText(/Signed in until .*\d:\d\d/).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'operator');

    await page.getByRole('button', { name: 'Pause new swaps' }).click();
    await page.keyboard.type('<b>a rehearsal</b>');
    await page.keyboard.press('Enter');
    await page.getByText('<b>a rehearsal</b>', { exact: true }).waitFor();
    await page.getByText('1 thing needs you,').waitFor();
    await page.getByRole('link', { name: 'Sending is paused' }).click();
    await page.locator('#sending:focus').waitFor();
    await takePictures(page, 'operator-paused');
    // Readiness is kept for a second.
    for await (const _tick of setInterval(50)) {
      const ready = await fetch(`${site.bed.exchange.sluice().url}/readyz`);
      if ((await ready.text()).includes('a rehearsal')) break;
    }

    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause new swaps' }).waitFor();
  });

  it('counts a due order whose owner lacks the balance', async () => {
    const atOnce = { conditionToken: '*', targetPrice: '0', direction: 'gt' };
    const order = site.bed.exchange.signedOrder({ ...atOnce, amountIn: '9'.repeat(18) });
    expect(await site.bed.exchange.place(order)).toMatchObject({ status: 200 });
    const page = await site.open('#/operator');
    await site.connect(page, 'operator');
    await page.getByRole('button', { name: 'Sign in as operator' }).click();
    await page.getByRole('heading', { name: 'Due orders waiting 1' }).waitFor();
    await page.getByText('its owner has too little of the input token to trade').first().waitFor();
    await takePictures(page, 'operator-due');
    await site.bed.exchange.cancel(order.uuid);
  });

  it('says of no part that it works while the server cannot be reached', async () => {
    const page = await site.open('#/operator');
    await site.connect(page, 'operator');
    await page.getByRole('button', { name: 'Sign in as operator' }).click();
    await page.getByRole('heading', { name: 'Executor runs' }).waitFor();
    await page.context().setOffline(true);
    await page.getByText(/^Unknown since /).waitFor();
    expect(await page.locator('.badge.good').count()).toBe(0);
    expect(await page.getByText(/^unknown since \d/).count()).toBe(6);
    await takePictures(page, 'operator-unknown');
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Executor runs' }).waitFor();
    expect(await page.getByText(/unknown since/i).count()).toBe(0);
  });

  it('says that the session has ended', async () => {
    const page = await site.open('#/operator');
    await site.connect(page, 'operator');
    await page.getByRole('button', { name: 'Sign in as operator' }).click();
    await page.getByRole('heading', { name: 'Accounts' }).waitFor();
    const body = { error: 'The session has ended', code: 'session-ended' };
    await page.route('**/operator/api/v1/status', (route) => route.fulfill({ status: 401, json: body }));
    await page.getByText(/^Your session ended at \d/).waitFor();
    expect(await page.getByRole('button', { name: 'Sign in as operator' }).count()).toBe(1);
  });

  it('is left by signing out, after which nothing of it is shown', async () => {
    const page = await site.open('#/operator');
    await site.connect(page, 'operator');
    await page.getByRole('button', { name: 'Sign in as operator' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in as operator' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Accounts' }).count()).toBe(0);
  });
});
