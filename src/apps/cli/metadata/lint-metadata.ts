import { print, printTable } from '../../../adapters/terminal/index.js';
import type { MetadataFinding } from '../../../sdk/client/index.js';
import { lintMetadata } from '../../../domain/metadata-record/lint.js';
import { printJson, type JsonOption } from '../result.js';
import { openClient, type ServerOption } from '../service/service.js';
import { readRecord } from './read-record.js';

export type LintOptions = ServerOption & JsonOption;

/** A contract id, which names a stored record. */
const TOKEN = /^(S[0-9A-Z]{27,40}\.[A-Za-z][\w-]*|\.stx)$/;

/** Lists what may mislead readers of a record. Returns the exit code: 1 if a finding makes the record unusable for them. */
export async function lint(what: string, { url, json = false }: LintOptions): Promise<number> {
  const findings: readonly MetadataFinding[] = TOKEN.test(what)
    ? await openClient({ url }).metadata.lint(what)
    : lintMetadata(await readRecord(what));
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (json) printJson({ record: what, findings });
  else printFindings(findings, errors);
  return errors === 0 ? 0 : 1;
}

function printFindings(findings: readonly MetadataFinding[], errors: number): void {
  if (findings.length > 0)
    printTable(
      ['', 'field', 'code', 'problem'],
      findings.map(({ severity, field, code, message }) => [severity, field, code, message]),
    );
  print(`${errors} errors, ${findings.length - errors} warnings`);
}
