interface Based {
  readonly contractId: string;
  readonly base?: string | undefined;
}

/** Contract id under which a token's prices are recorded: a copy is worth its base. */
export const baseId = ({ contractId, base }: Based): string => base ?? contractId;

/** The tokens as people know them: without the copies of those that are among them. */
export function oneEach<T extends Based>(tokens: readonly T[]): readonly T[] {
  const ids = new Set(tokens.map(({ contractId }) => contractId));
  return tokens.filter(({ base }) => base === undefined || !ids.has(base));
}
