/** The text of a file of docs, the built one if there is one. */
export function readDoc(path: string): string;
