type Files = Readonly<Record<string, string>>;

export function scorecard(files: Files): Readonly<Record<string, readonly string[]>>;

export function repositoryFiles(): Files;
