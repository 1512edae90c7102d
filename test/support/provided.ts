/**
 * The URL of Postgres' maintenance database, or the path of a Chromium (empty where this machine can have none). The run's global
 * set-up makes each when it is first requested, for all workers.
 */
export async function provided(what: 'postgres' | 'chromium'): Promise<string> {
  const provider = process.env['TEST_PROVIDER_URL'];
  if (provider === undefined)
    throw new Error('jest.config.js provides it in its globalSetup; run the tests through it');
  const response = await fetch(`${provider}/${what}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
