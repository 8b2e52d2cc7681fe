export function ensureBuilt(node: string): void
export function findNode(): string
