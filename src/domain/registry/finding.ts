import type { ContractId } from '../shared/contract-id.js';

/** List of the registry that contains an entry. */
export type RegistryList = 'routers' | 'tokens' | 'vaults' | 'contracts';

/** A field on which registry and chain disagree, or that the chain does not state. */
export interface Finding {
  readonly kind: 'disagrees' | 'unread';
  readonly list: RegistryList;
  readonly entry: ContractId;
  readonly field: string;
  /** Value in the registry. */
  readonly registry: string;
  /** Value on the chain, or the reason why there is none. */
  readonly chain: string;
}

/** Collects the findings about one entry. */
export class Findings {
  readonly all: Finding[] = [];

  constructor(
    private readonly list: RegistryList,
    private readonly entry: ContractId,
  ) {}

  /** Notes a disagreement. */
  readonly disagrees = (field: string, registry: unknown, chain: unknown): void =>
    this.note('disagrees', field, registry, chain);

  /** Notes that the chain does not state the field. */
  readonly unread = (field: string, registry: unknown, why: string): void =>
    this.note('unread', field, registry, why);

  private note(kind: Finding['kind'], field: string, registry: unknown, chain: unknown): void {
    const { list, entry } = this;
    this.all.push({ kind, list, entry, field, registry: String(registry), chain: String(chain) });
  }
}

/**
 * Returns the first finding for each field of an entry. Once an entry disagrees in any field, its findings about swaps that could
 * not be tried are left out.
 */
export function inOneEach(findings: readonly Finding[]): readonly Finding[] {
  const keyOf = ({ list, entry }: Finding) => `${list} ${entry}`;
  const wrong = new Set(findings.flatMap((each) => (each.kind === 'disagrees' ? [keyOf(each)] : [])));
  const first = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${keyOf(finding)} ${finding.field}`;
    const isMoot = finding.kind === 'unread' && finding.field === 'swap' && wrong.has(keyOf(finding));
    if (!isMoot && !first.has(key)) first.set(key, finding);
  }
  return [...first.values()];
}
