/** Letters that transliterations and typos confuse share a digit, as in Soundex; `h` and `w` are silent. */
const SOUNDS: Readonly<Record<string, string>> = {
  ...{ b: '1', f: '1', p: '1', v: '1' },
  ...{ c: '2', g: '2', j: '2', k: '2', q: '2', s: '2', x: '2', z: '2' },
  ...{ d: '3', t: '3', l: '4', m: '5', n: '5', r: '6' },
}
/** Sounds at the beginning of a word: `Wladimir` is `Vladimir`, `Yusuf` is `Jusuf`, `Hassan` is `Khassan`. */
const FIRST_SOUNDS: Readonly<Record<string, string>> = { w: '1', y: '2', h: '2' }
const MAX_CODE_LENGTH = 4

/** Sound code of a folded word, up to four characters; `A` marks an initial vowel. */
export function soundOf(word: string): string {
  const letters = [...word]
  const first = letters[0] ?? ''
  // `Yevgeny` is `Evgeny`.
  let code = /^(?:[aeiou]|ye)/.test(word) ? 'A' : (FIRST_SOUNDS[first] ?? '')
  let lastSound = code
  for (const letter of code === '' ? letters : letters.slice(1)) {
    const sound = SOUNDS[letter]
    if (sound && sound !== lastSound) code += sound
    // A repeated sound after a vowel counts again.
    if (letter !== 'h' && letter !== 'w') lastSound = sound ?? ''
  }
  // Words in other scripts have no sound code and represent themselves.
  return code === '' ? word : code.slice(0, MAX_CODE_LENGTH)
}
