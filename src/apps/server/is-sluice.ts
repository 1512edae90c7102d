import { boundedText } from '../../sdk/client/transport/bounded-text.js';

const LIMIT_MS = 2_000;
const MAX_BYTES = 10_000;

/** Whether a Sluice server responds at the address, even one that is still starting. */
export async function isSluice({
  host,
  port,
}: {
  readonly host: string;
  readonly port: number;
}): Promise<boolean> {
  const name = host.includes(':') ? `[${host}]` : host;
  try {
    const response = await fetch(`http://${name}:${port}/healthz`, { signal: AbortSignal.timeout(LIMIT_MS) });
    const body = await boundedText(response, MAX_BYTES);
    return response.ok && (JSON.parse(body) as { status?: unknown }).status === 'ok';
  } catch {
    // A program that does not respond in HTTP and JSON is not Sluice.
    return false;
  }
}
