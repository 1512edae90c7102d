import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { print, printTable } from '../../adapters/terminal/index.js';
import { lintMetadata, type MetadataFinding } from '../../domain/metadata-record/lint.js';
import type { MetadataRecord } from '../../domain/metadata-record/metadata-record.js';
import { isObject } from '../../domain/shared/fields.js';
import { request } from '../request.js';
import { asJson, type JsonOption } from '../result.js';

export interface LintOptions extends JsonOption {
  /** Address of the server without a trailing slash. */
  readonly url: string;
}

/** A contract id: the name of a stored record. */
const TOKEN = /^(S[0-9A-Z]{27,40}\.[A-Za-z][\w-]*|\.stx)$/;

/** The largest record that is read from the web, bytes. */
const MAX_BYTES = 1_000_000;
const FETCH_LIMIT_MS = 20_000;

/** Lists what readers of a record may stumble over. Returns the exit code: 1 when they cannot use it. */
export async function lint(what: string, { url, json = false }: LintOptions): Promise<number> {
  const findings = TOKEN.test(what) ? await storedFindings(what, url) : lintMetadata(await readRecord(what));
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (json) print(asJson({ record: what, findings }));
  else printFindings(findings, errors);
  return errors === 0 ? 0 : 1;
}

async function storedFindings(token: string, url: string): Promise<readonly MetadataFinding[]> {
  type Lint = { readonly findings: readonly MetadataFinding[] };
  const { findings } = await request<Lint>(`${url}/metadata/api/v1/metadata/${token}/lint`);
  return findings;
}

function printFindings(findings: readonly MetadataFinding[], errors: number): void {
  if (findings.length > 0)
    printTable(
      ['', 'field', 'code', 'problem'],
      findings.map(({ severity, field, code, message }) => [severity, field, code, message]),
    );
  print(`${errors} errors, ${findings.length - errors} warnings`);
}

async function readRecord(source: string): Promise<MetadataRecord> {
  const raw = await readSource(source);
  let record: unknown;
  try {
    record = JSON.parse(raw);
  } catch (error) {
    throw new Error(`${nameOf(source)} is not JSON: ${(error as Error).message}`, { cause: error });
  }
  if (!isObject(record)) throw new Error(`${nameOf(source)} is not one JSON object`);
  return record as MetadataRecord;
}

const nameOf = (source: string) => (source === '-' ? 'stdin' : source);

async function readSource(source: string): Promise<string> {
  if (source === '-') return text(process.stdin);
  if (!/^https?:\/\//.test(source)) return readFile(source, 'utf8');
  const response = await fetch(source, { signal: AbortSignal.timeout(FETCH_LIMIT_MS) }).catch(
    (error: unknown) => {
      throw new Error(`${source} cannot be read: the server does not respond`, { cause: error });
    },
  );
  if (!response.ok) throw new Error(`${source} responds with status ${response.status}`);
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength > MAX_BYTES) throw new Error(`${source} is larger than ${MAX_BYTES} bytes`);
  return new TextDecoder().decode(bytes);
}
