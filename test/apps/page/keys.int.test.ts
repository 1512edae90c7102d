import { afterEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { respond, startReceiver, type Receiver } from '../../adapters/webhooks/receiver.js';
import { ask } from '../../support/test-chain.js';
import { describePage, expectAccessible, takePictures, type Site } from './site.js';

const receivers: Receiver[] = [];
afterEach(async () => {
  for (const each of receivers.splice(0)) await each.close();
});

async function openAs(site: Site, route: string, name: string): Promise<Page> {
  const page = await site.open(route);
  await site.connect(page, name);
  return page;
}

/** Uses a key at an order that it may not touch. */
async function use(site: Site, key: string): Promise<number> {
  const order = site.bed.exchange.signedOrder({}, site.bed.chain.devnet.accounts[1]);
  await site.bed.exchange.place(order);
  const { swap } = site.bed.exchange.sluice();
  const url = `${swap}/orders/${order.uuid}/execute`;
  return (await ask(url, { method: 'POST', headers: { 'x-api-key': key } })).status;
}

describePage('the API keys of the page', (site) => {
  it('ask for a wallet', async () => {
    const page = await site.open('#/keys');
    await page.getByText('Connect a wallet to see its keys.').waitFor();
    expect(await page.getByRole('button', { name: 'Create a key' }).count()).toBe(0);
    await expectAccessible(page);
    await takePictures(page, 'keys-none');
  });

  it('are created, shown this once, used and revoked', async () => {
    const page = await openAs(site, '#/keys', 'alice');
    await page.getByText('There are no keys yet.').waitFor();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.locator('input:focus').waitFor();
    await page.getByLabel('Name').fill('bot/1');
    await page.getByText('1 to 100 letters, digits').waitFor();
    await page.getByLabel('Name').fill('bot-1');
    await page.getByText('Choose at least one permission.').waitFor();
    await page.getByLabel(/^Execute orders/).check();
    await page.getByText('Choose at least one permission.').waitFor({ state: 'detached' });
    await page.getByLabel(/^Cancel orders/).check();
    await page.getByLabel('Expires').fill('2020-01-01T00:00');
    await page.getByText('It must be in the future').waitFor();
    await page.getByLabel('Expires').fill('2099-01-01T00:00');
    await expectAccessible(page);
    await takePictures(page, 'keys-create');
    await page.getByRole('button', { name: 'Sign and create' }).click();
    const key = await page.getByLabel('API key', { exact: true }).innerText();
    expect(key).toMatch(/^ck_test_/);
    await expectAccessible(page);
    await page.getByText(`-H "x-api-key: ${key}"`).waitFor();
    await takePictures(page, 'keys-secret');
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Close', exact: true }).click(),
    ]) {
      await close();
      await page.getByText('Close without storing the API key?').waitFor();
      expect(await page.getByLabel('API key', { exact: true }).innerText()).toBe(key);
    }
    await expectAccessible(page);
    await takePictures(page, 'keys-leaving');
    await page.getByRole('button', { name: 'Back to the API key' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('heading', { name: 'bot-1' }).waitFor();
    await page.locator('h2:focus').waitFor();
    expect(await page.getByRole('button', { name: /^Copy/ }).all()).toHaveLength(1);
    await page.getByRole('button', { name: 'Copy id of the key' }).waitFor();
    expect(await page.content()).not.toContain(key);

    expect(await use(site, key)).toBe(403);
    await page.getByRole('button', { name: 'Recent activity' }).click();
    await page.getByRole('link', { name: /^POST \/orders\/.*execute$/ }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'keys-activity');
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke it' }).click();
    await page.getByText('Revoked', { exact: true }).first().waitFor();
    expect(await use(site, key)).toBe(401);
    expect(await page.content()).not.toContain(key);
  });

  it('are forgotten when the wallet disconnects', async () => {
    const page = await openAs(site, '#/keys', 'alice');
    await page.getByRole('heading', { name: 'bot-1' }).waitFor();
    await page.getByRole('button', { name: /^alice · / }).click();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.keyboard.press('Escape');
    await page.getByText('Connect a wallet to see its keys.').waitFor();
    expect(await page.getByRole('heading', { name: 'bot-1' }).count()).toBe(0);
  });
});

describePage('the webhooks of the page', (site) => {
  it('ask for a wallet before they are listed', async () => {
    const page = await site.open('#/webhooks');
    await page.getByText('Connect a wallet to see its webhooks.').waitFor();
    await expectAccessible(page);
  });

  it('are created, tested, and sent again what they failed to accept', async () => {
    let status = 410;
    let onRefused: () => void = () => undefined;
    const refused = new Promise<void>((resolve) => (onRefused = resolve));
    const receiver = await startReceiver((one, res) => {
      respond(status)(one, res);
      onRefused();
    });
    receivers.push(receiver);
    const page = await openAs(site, '#/webhooks', 'alice');
    await page.getByText('There are no webhooks yet.').waitFor();
    await page.getByRole('button', { name: 'Create a webhook' }).click();
    await page.getByLabel('Address of the receiver').fill('no address');
    await page.getByText('This is no address').waitFor();
    await page.getByLabel('Address of the receiver').fill(receiver.url);
    await page.getByRole('button', { name: 'Only these' }).click();
    await expectAccessible(page);
    await takePictures(page, 'webhooks-create');
    await page.getByRole('button', { name: 'Sign and create' }).click();
    const secret = await page.getByLabel('secret', { exact: true }).innerText();
    expect(secret).toMatch(/^whsec_/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Back to the secret' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('heading', { name: receiver.url }).waitFor();
    expect(await page.content()).not.toContain(secret);

    const order = site.bed.exchange.signedOrder();
    await site.bed.exchange.place(order);
    await site.bed.exchange.cancel(order.uuid);
    await refused;
    await page.getByRole('button', { name: 'Deliveries' }).click();
    await page.getByText('dead', { exact: true }).waitFor();
    await page.getByText(/^Status 410, \d+ ms$/).waitFor();
    await page.getByText('Disabled', { exact: true }).first().waitFor();
    await page.getByText(/new events are not kept/).waitFor();
    // The server refuses to send to a disabled webhook: the page says so in place of a button.
    expect(await page.getByRole('button', { name: 'Send again' }).count()).toBe(0);
    await page.getByText('once a test has enabled the webhook').waitFor();
    await expectAccessible(page);
    await takePictures(page, 'webhooks-dead');
    status = 204;
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Enabled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page
      .getByText(/^Status 204, \d+ ms$/)
      .nth(1)
      .waitFor();
    expect(await page.getByText('dead', { exact: true }).count()).toBe(0);
    expect(receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      'order.cancelled',
      'ping',
      'order.cancelled',
    ]);
    await takePictures(page, 'webhooks-delivered');

    status = 500;
    const failed = new Promise<void>((resolve) => (onRefused = resolve));
    const next = site.bed.exchange.signedOrder();
    await site.bed.exchange.place(next);
    await site.bed.exchange.cancel(next.uuid);
    await failed;
    await page.getByRole('button', { name: 'Look again' }).click();
    await page.getByText(/^Status 500, \d+ ms/).waitFor();
    await page.getByText(/^Failing since \d/).waitFor();
    await page.getByText(/New events are kept/).waitFor();
    await takePictures(page, 'webhooks-failing');

    // The notices of one wallet are nothing to the next one.
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.locator('.notices').getByText('The server cannot be reached').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: /^alice · / }).click();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    expect(await page.locator('.notice.bad').count()).toBe(0);
    await page.keyboard.press('Escape');
    await site.connect(page, 'alice');

    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByRole('button', { name: 'Rotate it' }).click();
    const rotated = await page.getByLabel('secret', { exact: true }).innerText();
    expect(rotated).not.toBe(secret);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText('Old secret signs until').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.getByText('There are no webhooks yet.').waitFor();
  });
});
