// Written by `npm run docs:client` from the description of the HTTP interface. Do not edit.
import type { ContractId } from './common.js';

/** The fields that replace the stored ones; any other field is kept too. */
export interface MetadataFields {
  /** Name. */
  readonly name?: string | undefined;
  /** About it. */
  readonly description?: string | undefined;
  /** Address of an image. */
  readonly image?: string | undefined;
  /** 16. */
  readonly sip?: number | undefined;
  /** Traits. */
  readonly attributes?:
    | readonly {
        /** What it is about. */
        readonly trait_type: string;
        /** Any JSON. */
        readonly value: unknown;
        /** How it is shown. */
        readonly display_type?: string | undefined;
        readonly [field: string]: unknown;
      }[]
    | undefined;
  /** Further facts, with any other names. */
  readonly properties?:
    | {
        /** Symbol; not unique. */
        readonly symbol?: string | undefined;
        /** Digits after the point of a whole token. */
        readonly decimals?: number | string | undefined;
        /** The asset’s name inside the contract. */
        readonly identifier?: string | undefined;
        /** Of a vault: its first token. */
        readonly tokenAContract?: ContractId | undefined;
        /** Of a vault: its second token. */
        readonly tokenBContract?: ContractId | undefined;
        /** Of a vault: what those who fund it get. */
        readonly lpRebatePercent?: number | string | undefined;
        /** Of a vault: its fee. */
        readonly swapFeePercent?: number | string | undefined;
        /** Of a vault: holds its funds. */
        readonly externalPoolId?: string | undefined;
        /** Of a vault: the contract behind it. */
        readonly engineContractId?: string | undefined;
        readonly [field: string]: unknown;
      }
    | undefined;
  /** Its other languages. */
  readonly localization?:
    | {
        /** Where the other languages are; {locale} in it is replaced. */
        readonly uri: string;
        /** The language of the record itself. */
        readonly default?: string | undefined;
        /** The other languages. */
        readonly locales?: readonly string[] | undefined;
        readonly [field: string]: unknown;
      }
    | undefined;
  /** A page about it. */
  readonly external_url?: string | undefined;
  /** Address of an animation. */
  readonly animation_url?: string | undefined;
  /** The image itself. */
  readonly image_data?: string | undefined;
  /** Of older records. */
  readonly symbol?: string | undefined;
  /** Of older records. */
  readonly decimals?: number | string | undefined;
  /** Of older records. */
  readonly identifier?: string | undefined;
}

/** Metadata record as JSON. */
export interface MetadataRecord {
  /** Name. */
  readonly name?: string;
  /** About it. */
  readonly description?: string;
  /** Address of an image. */
  readonly image?: string;
  /** 16. */
  readonly sip?: number;
  /** Traits. */
  readonly attributes?: readonly {
    /** What it is about. */
    readonly trait_type: string;
    /** Any JSON. */
    readonly value: unknown;
    /** How it is shown. */
    readonly display_type?: string;
    readonly [field: string]: unknown;
  }[];
  /** Further facts, with any other names. */
  readonly properties?: {
    /** Symbol; not unique. */
    readonly symbol?: string;
    /** Digits after the point of a whole token. */
    readonly decimals?: number | string;
    /** The asset’s name inside the contract. */
    readonly identifier?: string;
    /** Of a vault: its first token. */
    readonly tokenAContract?: ContractId;
    /** Of a vault: its second token. */
    readonly tokenBContract?: ContractId;
    /** Of a vault: what those who fund it get. */
    readonly lpRebatePercent?: number | string;
    /** Of a vault: its fee. */
    readonly swapFeePercent?: number | string;
    /** Of a vault: holds its funds. */
    readonly externalPoolId?: string;
    /** Of a vault: the contract behind it. */
    readonly engineContractId?: string;
    readonly [field: string]: unknown;
  };
  /** Its other languages. */
  readonly localization?: {
    /** Where the other languages are; {locale} in it is replaced. */
    readonly uri: string;
    /** The language of the record itself. */
    readonly default?: string;
    /** The other languages. */
    readonly locales?: readonly string[];
    readonly [field: string]: unknown;
  };
  /** A page about it. */
  readonly external_url?: string;
  /** Address of an animation. */
  readonly animation_url?: string;
  /** The image itself. */
  readonly image_data?: string;
  /** Of older records. */
  readonly symbol?: string;
  /** Of older records. */
  readonly decimals?: number | string;
  /** Of older records. */
  readonly identifier?: string;
  /** When it was saved: ISO 8601, in older records Unix milliseconds. */
  readonly lastUpdated?: string | number;
}

/** Listed metadata as JSON. */
export interface ListedMetadata {
  /** The token. */
  readonly contractId: ContractId;
  /** Name. */
  readonly name?: string;
  /** About it. */
  readonly description?: string;
  /** Address of an image. */
  readonly image?: string;
  /** 16. */
  readonly sip?: number;
  /** Traits. */
  readonly attributes?: readonly {
    /** What it is about. */
    readonly trait_type: string;
    /** Any JSON. */
    readonly value: unknown;
    /** How it is shown. */
    readonly display_type?: string;
    readonly [field: string]: unknown;
  }[];
  /** Further facts, with any other names. */
  readonly properties?: {
    /** Symbol; not unique. */
    readonly symbol?: string;
    /** Digits after the point of a whole token. */
    readonly decimals?: number | string;
    /** The asset’s name inside the contract. */
    readonly identifier?: string;
    /** Of a vault: its first token. */
    readonly tokenAContract?: ContractId;
    /** Of a vault: its second token. */
    readonly tokenBContract?: ContractId;
    /** Of a vault: what those who fund it get. */
    readonly lpRebatePercent?: number | string;
    /** Of a vault: its fee. */
    readonly swapFeePercent?: number | string;
    /** Of a vault: holds its funds. */
    readonly externalPoolId?: string;
    /** Of a vault: the contract behind it. */
    readonly engineContractId?: string;
    readonly [field: string]: unknown;
  };
  /** Its other languages. */
  readonly localization?: {
    /** Where the other languages are; {locale} in it is replaced. */
    readonly uri: string;
    /** The language of the record itself. */
    readonly default?: string;
    /** The other languages. */
    readonly locales?: readonly string[];
    readonly [field: string]: unknown;
  };
  /** A page about it. */
  readonly external_url?: string;
  /** Address of an animation. */
  readonly animation_url?: string;
  /** The image itself. */
  readonly image_data?: string;
  /** Of older records. */
  readonly symbol?: string;
  /** Of older records. */
  readonly decimals?: number | string;
  /** Of older records. */
  readonly identifier?: string;
  /** When it was saved: ISO 8601, in older records Unix milliseconds. */
  readonly lastUpdated?: string | number;
}

/** Metadata finding as JSON. */
export interface MetadataFinding {
  /** Stable word for programs. */
  readonly code: string;
  /** Path of the field. */
  readonly field: string;
  /** How serious it is. error: readers of such metadata cannot use it; warning: some of them may not. */
  readonly severity: 'error' | 'warning';
  /** One sentence for people. */
  readonly message: string;
}

/** Metadata list as JSON. */
export interface MetadataList {
  /** The same in every such response. */
  readonly success: true;
  /** By contract id. */
  readonly metadata: readonly ListedMetadata[];
  /** Of a page that is not the last: the cursor of the next. */
  readonly nextCursor?: string;
}

/** Its operations by id: what each takes and returns. */
export interface MetadataOperations {
  /** `GET /metadata/api/v1/metadata/list`: All records, or those of one deployer. */
  readonly listMetadata: {
    readonly area: 'metadata';
    readonly method: 'GET';
    readonly path: '/api/v1/metadata/list';
    readonly access: 'anyone';
    readonly query: {
      /** Only contract ids that start with it, such as a deployer’s address. */
      readonly principal?: string | undefined;
      /** Records of a page. 1 to 1000. */
      readonly limit?: number | undefined;
      /** nextCursor of the page before; without limit a page has the maximum length. */
      readonly cursor?: string | undefined;
    };
    readonly response: MetadataList;
  };
  /** `GET /metadata/api/v1/metadata/{contractId}`: The record of one token. */
  readonly getMetadata: {
    readonly area: 'metadata';
    readonly method: 'GET';
    readonly path: '/api/v1/metadata/{contractId}';
    readonly access: 'anyone';
    readonly params: {
      /** The token’s contract: <address>.<contract-name>. */
      readonly contractId: string;
    };
    readonly response: MetadataRecord;
  };
  /** `GET /metadata/api/v1/metadata/{contractId}/lint`: What readers of the record may stumble over. */
  readonly lintMetadata: {
    readonly area: 'metadata';
    readonly method: 'GET';
    readonly path: '/api/v1/metadata/{contractId}/lint';
    readonly access: 'anyone';
    readonly params: {
      /** The token’s contract: <address>.<contract-name>. */
      readonly contractId: string;
    };
    readonly response: {
      /** The token. */
      readonly contractId: ContractId;
      /** In a fixed order. */
      readonly findings: readonly MetadataFinding[];
    };
  };
  /** `POST /metadata/api/v1/metadata/{contractId}`: Create or change the record of a token, as its deployer. */
  readonly saveMetadata: {
    readonly area: 'metadata';
    readonly method: 'POST';
    readonly path: '/api/v1/metadata/{contractId}';
    readonly access: 'deployer';
    readonly params: {
      /** The token’s contract: <address>.<contract-name>. */
      readonly contractId: string;
    };
    readonly body: MetadataFields;
    readonly response: {
      /** The same in every such response. */
      readonly success: true;
      /** The token. */
      readonly contractId: ContractId;
      /** The record as it is stored now. */
      readonly metadata: MetadataRecord;
    };
  };
}
