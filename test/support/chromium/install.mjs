import { ownPackages } from '../../../scripts/own-packages.mjs';

/** Installs Chromium beside this file, if it is missing, and unpacks it. */
export async function chromiumPath() {
  ownPackages(import.meta.dirname);
  const { default: chromium } = await import('@sparticuz/chromium');
  return chromium.executablePath();
}
