import { IsDefined, IsString, MinLength } from 'class-validator';
import { address } from './common-schemas.js';
import { namedSchema } from './shape.js';
import { Param, schemaOf } from './request-class.js';

/** Message that a wallet signed, as the body of a request that changes something. */
export class SignedBody {
  @IsDefined() @MinLength(1) @Param('the JSON text that the wallet signed, byte for byte') message!: string;
  @IsDefined() @IsString() @Param(address('the wallet')) walletAddress!: string;
}

export const SIGNED_BODY = namedSchema('SignedBody', schemaOf(SignedBody));
