import { ContainerModule } from 'inversify';
import { PORT } from '../../adapters/inversify/index.js';
import { webhookBody } from '../../adapters/express/swap/owned/webhook-body.js';
import { createWebhookSender, type WebhookSenderOptions } from '../../adapters/webhooks/index.js';

export interface WebhookModuleOptions extends Pick<WebhookSenderOptions, 'headers'> {
  readonly hosts: readonly string[];
}

/** Module that sends to webhooks. Their addresses must be public, except those on the given hosts. */
export const webhookModule = ({ hosts, headers }: WebhookModuleOptions): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(PORT.webhookSender).toConstantValue(
      createWebhookSender({ rules: { allowedHosts: hosts }, write: webhookBody, headers }),
    );
  });
