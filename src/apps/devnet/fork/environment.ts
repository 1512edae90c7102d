/** Sets the SDK's API key, which the SDK reads only from this process's environment. */
export function handKeyToSdk(apiKey: string): void {
  process.env['HIRO_API_KEY'] = apiKey;
}
