import { validateSync } from 'class-validator';

/** The first sentence of every property that breaks its rule, in the order in which the class declares them. */
export function violations(request: object): readonly string[] {
  return validateSync(request, { forbidUnknownValues: false })
    .map(({ constraints = {} }) => Object.values(constraints)[0])
    .filter((sentence) => sentence !== undefined);
}
