// Written by `npm run docs:client` from the description of the HTTP interface. Do not edit.
import type { Units, ContractId } from './common.js';

/** Listed token as JSON. */
export interface ListedToken {
  /** The token. */
  readonly contractId: ContractId;
  /** Name. */
  readonly name: string;
  /** Symbol; not unique. */
  readonly symbol: string;
  /** Its asset’s name inside the contract. */
  readonly identifier: string;
  /** About it; may be empty. */
  readonly description: string;
  /** Address of an image; may be empty. */
  readonly image: string;
  /** Digits after the point of a whole token. 0 to 18. */
  readonly decimals: number;
  /** Present on a subnet copy. */
  readonly type?: 'SUBNET';
  /** What the copy holds 1:1. */
  readonly base?: ContractId;
}

/** Vault side as JSON. */
export interface VaultSide {
  /** The token. */
  readonly contractId: ContractId;
  /** Name. */
  readonly name: string;
  /** Symbol; not unique. */
  readonly symbol: string;
  /** Its asset’s name inside the contract. */
  readonly identifier: string;
  /** About it; may be empty. */
  readonly description: string;
  /** Address of an image; may be empty. */
  readonly image: string;
  /** Digits after the point of a whole token. 0 to 18. */
  readonly decimals: number;
  /** What the vault holds of the token; 0 where it was not read. Unit: smallest units. At least 0. */
  readonly reserves: number;
  /** The same, exact; null where it was not read. */
  readonly reservesExact: Units | null;
}

/** Vault as JSON. */
export interface Vault {
  /** The vault, which is its LP token too. */
  readonly contractId: ContractId;
  /** Name. */
  readonly name: string;
  /** Symbol; not unique. */
  readonly symbol: string;
  /** Its asset’s name inside the contract. */
  readonly identifier: string;
  /** About it; may be empty. */
  readonly description: string;
  /** Address of an image; may be empty. */
  readonly image: string;
  /** Digits after the point of a whole token. 0 to 18. */
  readonly decimals: number;
  /** How it computes. */
  readonly kind:
    | 'pool'
    | 'sublink'
    | 'velar'
    | 'arkadiko'
    | 'bitflow-xyk'
    | 'bitflow-stableswap'
    | 'bitflow-dlmm'
    | 'alex'
    | 'fee-out-pool'
    | 'external';
  /** Whose it is. */
  readonly protocol: string;
  /** Fee on the input; 0 where it is not known. Unit: parts per million. 0 to 1000000. */
  readonly fee: number;
  /** The same; null where it is not known: then the vault is not routed. Unit: parts per million. 0 to 1000000. */
  readonly feePpm: number | null;
  /** Token A, then token B. */
  readonly liquidity: readonly VaultSide[];
  /** Supply of the LP token; 0 where it was not read. Unit: smallest units. At least 0. */
  readonly supply: number;
  /** The same, exact; null where it was not read. */
  readonly supplyExact: Units | null;
  /** When supply and reserves were read; null where they were not. ISO 8601. */
  readonly asOf: string | null;
  /** Holds the funds in place of the vault, by contract id; empty if absent. */
  readonly externalPoolId: string;
  /** The contract behind it, by contract id; empty if absent. */
  readonly engineContractId: string;
}

/** Registry token as JSON. */
export interface RegistryToken {
  /** The token. */
  readonly contractId: ContractId;
  /** Symbol; not unique. */
  readonly symbol: string;
  /** Name. */
  readonly name: string;
  /** Digits after the point of a whole token. 0 to 18. */
  readonly decimals: number;
  /** Its asset’s name inside the contract. */
  readonly identifier: string;
  /** Address of an image. */
  readonly image?: string;
  /** About it. */
  readonly description?: string;
  /** Present on a subnet copy. */
  readonly type?: 'SUBNET';
  /** What a subnet copy holds 1:1. */
  readonly base?: ContractId;
  /** Which signature domain a subnet copy verifies. */
  readonly blaze?: 'v1' | 'v2';
}

/** Registry router as JSON. */
export interface RegistryRouter {
  /** The router. */
  readonly id: ContractId;
  /** Whom it pays: only the order’s signer, or anyone. */
  readonly payout: 'signer' | 'any';
  /** The signature domains that it knows. */
  readonly blaze: readonly ('v1' | 'v2')[];
  /** The router of orders that name none. */
  readonly legacyDefault?: boolean;
}

/** Its operations by id: what each takes and returns. */
export interface VaultsOperations {
  /** `GET /app/api/v0/vaults`: All vaults with what they hold, and all tokens. */
  readonly listVaults: {
    readonly area: 'vaults';
    readonly method: 'GET';
    readonly path: '/api/v0/vaults';
    readonly access: 'anyone';
    readonly response: {
      /** The same in every such response. */
      readonly success: true;
      /** The registry as it trades now. */
      readonly data: {
        /** All vaults. */
        readonly vaults: readonly Vault[];
        /** All tokens. */
        readonly tokens: readonly ListedToken[];
      };
    };
  };
  /** `GET /app/api/v1/registry`: The network, its tokens and its routers: what a wallet signs an order with. */
  readonly readRegistry: {
    readonly area: 'vaults';
    readonly method: 'GET';
    readonly path: '/api/v1/registry';
    readonly access: 'anyone';
    readonly response: {
      /** The network that orders and messages are signed for. */
      readonly network: 'devnet' | 'testnet' | 'mainnet';
      /** All tokens. */
      readonly tokens: readonly RegistryToken[];
      /** All routers. */
      readonly routers: readonly RegistryRouter[];
    };
  };
}
