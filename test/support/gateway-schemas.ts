import { Ajv2020 } from 'ajv/dist/2020.js';

const string = { type: 'string' } as const;
const number = { type: 'number' } as const;
const of = (
  required: Readonly<Record<string, object>>,
  optional: Readonly<Record<string, object>> = {},
): object => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});

const TRADED = { tokenIn: string, tokenOut: string, amountIn: number, amountOut: number };

/**
 * Responses of the swap routes of Hummingbot's Gateway, as it publishes them.
 *
 * @see https://github.com/hummingbot/gateway/blob/main/src/schemas/chain-schema.ts
 */
const SCHEMAS = {
  quote: of(
    { ...TRADED, price: number, priceImpactPct: number, minAmountOut: number, maxAmountIn: number },
    { poolAddress: string, routePath: string, slippagePct: number },
  ),
  executed: of(
    { signature: string, status: { enum: [0, 1, -1] } },
    {
      data: of({
        ...TRADED,
        fee: number,
        baseTokenBalanceChange: number,
        quoteTokenBalanceChange: number,
      }),
    },
  ),
  error: of({ statusCode: { type: 'integer' }, error: string, message: string }, { code: string }),
};

const ajv = new Ajv2020();

/** Faults of a body against one of Gateway's schemas. */
export function gatewayFaults(name: keyof typeof SCHEMAS, body: unknown): readonly unknown[] {
  ajv.validate(SCHEMAS[name], body);
  return ajv.errors ?? [];
}
