import { expect, it } from '@jest/globals';
import { describePage, expectAccessible, takePictures } from './site.js';

describePage('the operator’s view', (site) => {
  it('asks for a wallet, and refuses one that is no operator', async () => {
    const page = await site.open('#/operator');
    await page.getByText('Connect your wallet first.').waitFor();
    await expectAccessible(page);
    await takePictures(page, 'operator-out');
    await site.connect(page, 'alice');
    await page.getByRole('button', { name: 'Sign in as alice' }).click();
    await page.getByRole('alert').getByText('SLUICE_OPERATOR_WALLETS').first().waitFor();
  });

  it('shows health, accounts and prices, pauses with a reason and resumes', async () => {
    const page = await site.open('#/operator');
    await site.connect(page, 'operator');
    await page.getByRole('button', { name: 'Sign in as operator' }).click();
    await page.getByRole('heading', { name: 'Accounts' }).waitFor();
    await page.getByRole('heading', { name: 'Executor runs' }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'operator');

    await page.getByRole('button', { name: 'Pause new swaps' }).click();
    await page.getByLabel('Reason').fill('<b>a rehearsal</b>');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByText('<b>a rehearsal</b>').first().waitFor();
    const ready = await fetch(`${site.bed.exchange.sluice().url}/readyz`);
    expect(await ready.text()).toContain('a rehearsal');

    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause new swaps' }).waitFor();
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
