/** Trie of known words; every path from the root spells the beginning of one. */
export type WordTree<Entry> = {
  next: Map<string, WordTree<Entry>>
  /** Letters on the path so far. */
  text: string
  isWord: boolean
  isStem: boolean
  /** Entries that begin with this word, and entries that begin with this stem. */
  ofWord: Entry[]
  ofStem: Entry[]
}

export function wordTree<Entry>(text = ''): WordTree<Entry> {
  return { next: new Map(), text, isWord: false, isStem: false, ofWord: [], ofStem: [] }
}

/** Returns the node of a word and adds it if needed. */
export function insertWord<Entry>(root: WordTree<Entry>, word: string): WordTree<Entry> {
  let node = root
  for (const letter of word.split('')) {
    let next = node.next.get(letter)
    if (next === undefined) {
      next = wordTree(node.text + letter)
      node.next.set(letter, next)
    }
    node = next
  }
  return node
}

/** Calls `visit` with each list of entries that a word leads to. */
export function eachEntry<Entry>(root: WordTree<Entry>, word: string, found: (entry: Entry) => void): void {
  let node = root
  for (let index = 0; index < word.length; index++) {
    const next = node.next.get(word.charAt(index))
    if (next === undefined) return
    node = next
    for (const entry of node.ofStem) found(entry)
  }
  for (const entry of node.ofWord) found(entry)
}
