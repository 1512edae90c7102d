/** Sets the SDK's API key, which the SDK reads only from the variables of this process. */
export function handKeyToSdk(apiKey: string): void {
  process.env['HIRO_API_KEY'] = apiKey;
}
