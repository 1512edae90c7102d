import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate of a day for the host, signed by itself; made with openssl. */
export function aCertificate(host: string): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-certificate-'));
  try {
    const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
    const files = ['-keyout', 'key.pem', '-out', 'cert.pem'];
    execFileSync('openssl', ['req', '-x509', ...kind, '-nodes', '-days', '1', ...names, ...files], {
      cwd: folder,
      stdio: 'pipe',
    });
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(join(folder, name), 'utf8')) as [
      string,
      string,
    ];
    return { key, cert };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
