export function versionToRelease(
  requested: string | undefined,
  current: string,
  tags: readonly string[],
): string;

export function releasedChangelog(text: string, version: string, date: string): string;

export function withVersion(text: string, version: string): string;

export function notesOf(text: string, version: string): string;
