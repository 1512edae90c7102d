/** Hands the chain's SDK the key for its requests, which it takes from the variables of this process alone. */
export function handKeyToSdk(apiKey: string): void {
  process.env['HIRO_API_KEY'] = apiKey;
}
