export function ownPackages(folder: string): void;
