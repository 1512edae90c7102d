/** Contract id under which a token's prices are recorded: a copy is worth its base. */
export const baseId = ({
  contractId,
  base,
}: {
  readonly contractId: string;
  readonly base?: string;
}): string => base ?? contractId;
