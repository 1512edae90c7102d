import { parseTime } from '../shared/time.js';
import { isPermission, type ApiKeyTerms, type Permission } from './api-key.js';

export const KEY_NAME = /^[A-Za-z0-9 _-]{1,100}$/;

/** Reads keyName, permissions and expiresAt of a signed message; undefined when one of them is invalid. */
export function readKeyTerms(message: Readonly<Record<string, unknown>>, now: Date): ApiKeyTerms | undefined {
  const name = message['keyName'];
  const permissions = readPermissions(message['permissions']);
  if (typeof name !== 'string' || !KEY_NAME.test(name) || permissions === undefined) return undefined;
  const raw = message['expiresAt'] ?? undefined;
  if (raw === undefined) return { name, permissions };
  const expiresAt = parseTime(raw);
  if (!expiresAt.ok || expiresAt.value.getTime() <= now.getTime()) return undefined;
  return { name, permissions, expiresAt: expiresAt.value };
}

/** One to three different permissions, in the requested order. */
function readPermissions(raw: unknown): readonly Permission[] | undefined {
  if (!Array.isArray(raw) || raw.length === 0 || new Set(raw).size !== raw.length) return undefined;
  return raw.every(isPermission) ? raw : undefined;
}
