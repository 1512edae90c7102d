export const PAGES: readonly string[];
export function withTables(text: string, words: object, path: string): Promise<string>;
