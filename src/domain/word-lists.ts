/** Words of a list, separated by spaces and line breaks. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/** Groups of words, separated by semicolons: `aaron ron; albert al bert`. */
export function wordGroups(text: string): string[][] {
  return text.split(';').map((group) => group.trim().split(/\s+/))
}

/** Maps the other words of each group to its first word: `st street str; ave avenue av`. */
export function firstByWord(text: string): ReadonlyMap<string, string> {
  return new Map(
    wordGroups(text).flatMap(([first = '', ...others]) =>
      others.map((word): [string, string] => [word, first]),
    ),
  )
}
