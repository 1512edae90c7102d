export interface LockedPackage {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export function closureOf(lock: Lock, names: readonly string[]): string[];

export function installedWithout(
  lock: Lock,
  omit: { readonly dev?: boolean; readonly optional?: boolean },
): string[];
