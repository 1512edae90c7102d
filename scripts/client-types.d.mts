import type { Remedy } from '../src/adapters/express/errors/codes/remedy.js';
import type { AreaDescription, JsonSchema } from '../src/adapters/express/schema/model.js';

/** The files of src/sdk/client/wire by name. */
export function clientTypes(described: {
  readonly areas: readonly AreaDescription[];
  readonly common: Readonly<Record<string, JsonSchema>>;
  readonly remedies: Readonly<Record<string, Remedy>>;
}): Readonly<Record<string, string>>;

/** Operations for people and for programs that read descriptions. */
export function isLeftOut(id: string): boolean;

/** Areas without a part in the client. */
export const LEFT_OUT: readonly string[];
