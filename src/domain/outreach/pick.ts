/** Picks a choice by a hash (FNV-1a) of the words. @throws {Error} for an empty list */
export function pick<T>(choices: readonly T[], ...words: readonly string[]): T {
  let hash = 0x811c9dc5
  for (const unit of words.join('\u0000')) {
    hash ^= unit.codePointAt(0) ?? 0
    hash = Math.imul(hash, 0x01000193)
  }
  const choice = choices[(hash >>> 0) % choices.length]
  if (choice === undefined) throw new Error('The list of choices is empty')
  return choice
}
