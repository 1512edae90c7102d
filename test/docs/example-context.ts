// What the @examples of public functions take as given. Examples are compiled, not run, so only types matter.
import type { RequestListener } from 'node:http';
import type { AppOptions, ProcessState, Readiness } from '../../src/adapters/express/index.js';
import type { ServedArea } from '../../src/adapters/prometheus/http-metrics.js';
import type { Client, ClientWallet, Order, OrderEvent } from '../../src/sdk/client/index.js';
import type { Core } from '../../src/application/core.js';
import type { Registry, Token } from '../../src/domain/market/registry.js';
import type { Reserves } from '../../src/domain/vault/vault.js';
import type { OrderUuid } from '../../src/domain/order/ids.js';
import type { OrderEvidence } from '../../src/domain/order/proof/evidence.js';
import type { TermsRules } from '../../src/domain/order/proof/record-rules.js';
import type { ContractId } from '../../src/domain/shared/contract-id.js';
import type { Units } from '../../src/domain/shared/units.js';
import type { WebhookId } from '../../src/domain/webhook/webhook.js';
import type { Clock, Ports, SignatureVerifier } from '../../src/ports/index.js';
import type {
  MessageTarget,
  OrderToSign,
  Signer,
  TradedToken,
  UnsignedOrder,
  WalletRequest,
} from '../../src/sdk/signing/index.js';

export { randomBytes, randomUUID } from 'node:crypto';
export { createServer } from 'node:http';
export { ContainerModule } from 'inversify';
export { DataSource } from 'typeorm';

/** What a program knows of its orders, and up to where. */
export interface Journal {
  position(): Promise<string | undefined>;
  storePosition(position: string): Promise<void>;
  apply(event: OrderEvent, order: Order): Promise<void>;
  replaceAll(orders: AsyncIterable<Order>): Promise<void>;
}

export interface Mailer {
  send(text: string): Promise<void>;
}

export declare const amount: Units;
export declare const amountIn: Units;
export declare const app: RequestListener;
export declare const areas: readonly ServedArea[];
export declare const bitcoin: TradedToken;
export declare const client: Client;
export declare const clock: Clock;
export declare const contractId: string;
export declare const journal: Journal;
export declare const core: Core;
export declare const createKey: { action: 'create_api_key'; keyName: string; permissions: string[] };
export declare const databaseUrl: string;
export declare const dollars: TradedToken;
export declare const evidence: readonly OrderEvidence[];
export declare const id: string;
export declare const inputToken: string;
export declare const modules: never[];
export declare const opal: TradedToken;
export declare const options: AppOptions;
export declare const orderToSign: OrderToSign;
export declare const others: Partial<Ports>;
export declare const outputToken: string;
export declare const plan: readonly UnsignedOrder[];
export declare const ports: Ports;
export declare const privateKey: string;
export declare const raw: string;
export declare const readiness: () => Promise<Readiness>;
export declare const registry: Registry;
export declare const request: WalletRequest;
export declare const reserves: ReadonlyMap<ContractId, Reserves>;
export declare const router: string;
export declare const serve: (core: Core) => Promise<void>;
export declare const server: string;
export declare const signatures: SignatureVerifier;
export declare const state: () => Promise<ProcessState>;
export declare const signedOrder: Readonly<Record<string, unknown>>;
export declare const signer: Signer;
export declare const target: MessageTarget;
export declare const termsRules: TermsRules;
export declare const token: Token;
export declare const tokenIn: ContractId;
export declare const tokenOut: ContractId;
export declare const url: string;
export declare const uuid: OrderUuid;
export declare const wallet: ClientWallet;
export declare const yours: never[];
export declare const webhookId: WebhookId;
