import { IsDefined, IsIn, IsNumber, IsString, Max, Min, MinLength } from 'class-validator';
import { check, Param, type RequestClass, type Values } from '../schema/request-class.js';
import { wordsOf } from '../requests/parameters.js';
import { GatewayError } from './gateway-error.js';

/** Largest amount that a JSON number has exactly in whole tokens. */
const MOST = 2 ** 53;

/** Swap to quote, as Hummingbot's Gateway names its fields. */
export class SwapToQuote {
  @IsDefined()
  @IsString()
  @MinLength(1)
  @Param('chain and network, such as stacks-mainnet')
  chainNetwork!: string;
  @IsString() @Param('sluice/router') connector?: string;
  @IsDefined() @IsString() @MinLength(1) @Param('symbol or contract id') baseToken!: string;
  @IsDefined() @IsString() @MinLength(1) @Param('symbol or contract id') quoteToken!: string;
  @IsDefined()
  @IsNumber()
  @Min(Number.MIN_VALUE)
  @Max(MOST)
  @Param('amount of baseToken, whole tokens')
  amount!: number;
  @IsDefined() @IsIn(['BUY', 'SELL']) @Param('whether baseToken is bought or sold') side!: 'BUY' | 'SELL';
  @IsNumber() @Min(0) @Max(50) @Param('largest loss against the quote, percent') slippagePct?: number;
}

/** Swap to execute for a wallet. */
export class SwapToExecute extends SwapToQuote {
  @IsDefined() @IsString() @MinLength(1) @Param('address of the wallet') walletAddress!: string;
}

/** The request as its class declares it. Other fields are ignored, as Gateway ignores them. @throws GatewayError 400 for the first bad field. */
export function readSwap<R extends SwapToQuote>(
  sent: Values,
  Class: RequestClass<R>,
  kind: 'texts' | 'json',
): R {
  const { request, broken } = check(sent, Class, kind);
  const [first] = broken;
  if (first === undefined) return request;
  const { name, schema } = first.rules;
  throw new GatewayError(400, `${name} must be ${wordsOf(schema)}`);
}
