import type { Clarity, StructuredData } from '../../../../sdk/signing/index.js';

/** One field of what is signed. */
export interface SignedField {
  readonly name: string;
  readonly value: string;
  readonly meaning: string;
}

const MEANINGS: Readonly<Record<string, string>> = {
  name: 'the protocol of these signatures',
  version: 'the domain of the token’s contract',
  'chain-id': 'the chain on which it is valid',
  contract: 'the token that is sold',
  intent: 'what is allowed: moving tokens',
  opcode: 'nothing further',
  amount: 'how much, in smallest units',
  target: 'the router that may move them, and no one else',
  uuid: 'the order: the chain takes it once',
};

/** Domain and message to sign, field by field. */
export const signedFields = ({ domain, message }: StructuredData): readonly SignedField[] =>
  [domain, message].flatMap(({ value }) =>
    Object.entries(value).map(([name, field]) => ({
      name,
      value: clarityText(field),
      meaning: MEANINGS[name] ?? '',
    })),
  );

function clarityText(value: Clarity): string {
  switch (value.type) {
    case 'none':
      return 'none';
    case 'some':
      return clarityText(value.value);
    case 'uint':
      return value.value.toString();
    case 'ascii':
    case 'contract':
      return value.value;
    case 'tuple':
      return rawText(value);
  }
}

/** JSON text of the value, with whole numbers as text. */
export const rawText = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? inner.toString() : inner), 2);
