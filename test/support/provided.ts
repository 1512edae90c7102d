/**
 * The URL of Postgres' maintenance database, the path of a Chromium (empty if this machine cannot have one), or the folder of the unpacked
 * package. The global set-up of the run makes each on the first request, for all workers.
 */
export async function provided(what: 'postgres' | 'chromium' | 'package'): Promise<string> {
  const provider = process.env['TEST_PROVIDER_URL'];
  if (provider === undefined)
    throw new Error('jest.config.js provides it in its globalSetup; run the tests through it');
  const response = await fetch(`${provider}/${what}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
