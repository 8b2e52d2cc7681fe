/** Bytes 0x80 to 0xFF of DOS encodings, which `TextDecoder` lacks. */
const DOS_TABLES = {
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
} as const

const tableByEncoding = new Map<LegacyEncoding, readonly string[]>()

function tableOf(encoding: LegacyEncoding): readonly string[] {
  const cached = tableByEncoding.get(encoding)
  if (cached) return cached
  const highBytes = Uint8Array.from({ length: 128 }, (_, index) => index + 128)
  const table =
    encoding === 'cp850' || encoding === 'cp437'
      ? [...DOS_TABLES[encoding]]
      : [...new TextDecoder(encoding).decode(highBytes)]
  tableByEncoding.set(encoding, table)
  return table
}

/** Decodes DOS text. */
export function decodeDos(bytes: Uint8Array, encoding: 'cp850' | 'cp437'): string {
  const table = tableOf(encoding)
  let text = ''
  for (let start = 0; start < bytes.length; start += DECODE_BATCH) {
    const letters = Array.from(bytes.subarray(start, start + DECODE_BATCH), (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : (table[byte - 0x80] ?? ''),
    )
    text += letters.join('')
  }
  return text
}

const DECODE_BATCH = 8192

const CENTRAL_EUROPEAN = [
  'ąćęłńóśźż',
  'áčďéěíňóřšťúůýž',
  'áäčďéíĺľňóôŕšťúýž',
  'áéíóöőúüű',
  'čćđšž',
  'ăâîşţșț',
  'äöüß',
]
const WESTERN_EUROPEAN = [
  'éèêëàâæçîïôùûüœÿ',
  'áéíóúñü',
  'äöüß',
  'ãõáéíóúâêôàç',
  'åäöøæé',
  'àèéìòù',
  'ëïéèöü',
  'íþðáéóúýæö',
]
const CYRILLIC = ['абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўјљњћџ']

/**
 * Single-byte encodings, the most common first; ties go to the earlier one. Each has the letters beyond A to Z of its
 * languages; a word belongs to one language.
 */
const LANGUAGES = {
  'windows-1252': WESTERN_EUROPEAN,
  macintosh: WESTERN_EUROPEAN,
  cp850: WESTERN_EUROPEAN,
  cp437: WESTERN_EUROPEAN,
  'windows-1250': CENTRAL_EUROPEAN,
  'windows-1251': CYRILLIC,
  'windows-1254': ['çğıöşüâîi̇'],
  'iso-8859-2': CENTRAL_EUROPEAN,
  'koi8-r': CYRILLIC,
  ibm866: CYRILLIC,
}

export type LegacyEncoding = keyof typeof LANGUAGES
const LEGACY_ENCODINGS = Object.keys(LANGUAGES) as LegacyEncoding[]

const MAX_WORDS = 2000
const MAX_WORD_LENGTH = 40

/** Guesses the encoding in which words with non-ASCII bytes are most plausible. */
export function guessLegacyEncoding(sample: Uint8Array): LegacyEncoding {
  const words = wordsWithHighBytes(sample)
  let bestEncoding: LegacyEncoding = 'windows-1252'
  // The default is the encoding of older Excel and Outlook.
  let bestScore = 0
  for (const encoding of LEGACY_ENCODINGS) {
    const table = tableOf(encoding)
    let score = 0
    for (const word of words) {
      score += wordScore(
        word.map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : (table[byte - 0x80] ?? ''))),
        encoding,
      )
    }
    if (score > bestScore) {
      bestEncoding = encoding
      bestScore = score
    }
  }
  return bestEncoding
}

function wordsWithHighBytes(sample: Uint8Array): number[][] {
  const words: number[][] = []
  let start = 0
  let hasHighByte = false
  for (let index = 0; index <= sample.length && words.length < MAX_WORDS; index++) {
    const byte = sample[index] ?? 0
    if (byte >= 0x80) hasHighByte = true
    if (byte >= 0x80 || isAsciiLetter(byte)) continue
    if (hasHighByte) words.push([...sample.subarray(start, Math.min(index, start + MAX_WORD_LENGTH))])
    start = index + 1
    hasHighByte = false
  }
  return words
}

function isAsciiLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
}

/** Scores a word: positive for a word of one language, negative with signs or capitals inside. */
function wordScore(letters: readonly string[], encoding: LegacyEncoding): number {
  let score = 0
  letters.forEach((letter, index) => {
    if (letter > '\u007f') score += signPenalty(letters, index) + casePenalty(letters, index)
  })
  const nonAsciiLetters = letters
    .filter((letter) => letter > '\u007f' && isLetter(letter))
    .map((letter) => letter.toLowerCase())
  if (nonAsciiLetters.length === 0) return score
  const isOneLanguage = LANGUAGES[encoding].some((alphabet) =>
    nonAsciiLetters.every((letter) => alphabet.includes(letter)),
  )
  if (!isOneLanguage) return score - 2
  const isLatin = LANGUAGES[encoding] !== CYRILLIC
  // Latin words have few accented letters; Cyrillic words have only non-ASCII letters.
  const share = nonAsciiLetters.length / letters.length
  const hasPlausibleShare = isLatin ? share <= 0.5 : share === 1
  return (
    score +
    (hasPlausibleShare ? 2 : -1) +
    (!isLatin && hasPlausibleShare && nonAsciiLetters.length > 2 ? 1 : 0)
  )
}

function signPenalty(letters: readonly string[], index: number): number {
  const letter = letters[index] ?? ''
  if (isLetter(letter)) return 0
  if (/[\p{Cc}\ufffd]/u.test(letter) || letter === '') return -6
  const before = letters[index - 1]
  const after = letters[index + 1]
  if (letter === '’')
    return apostropheScore(letters.slice(0, index).join(''), letters.slice(index + 1).join(''))
  if ('“‘„«'.includes(letter) && before === undefined) return 1
  if ('”»…'.includes(letter) && after === undefined) return 1
  if ('–—'.includes(letter) && (before === undefined) === (after === undefined)) return 1
  if ('\u00a0ªº°®™©€·•'.includes(letter))
    return before !== undefined && after !== undefined && letter !== '\u00a0' ? -3 : 0
  return before !== undefined || after !== undefined ? -4 : -1
}

/** Scores an apostrophe: "O’Brien" and "Jane’s" are words, "Mart’nez" isn't. */
function apostropheScore(before: string, after: string): number {
  if (after === '' || /^(?:s|t|ll|re|ve|m|d)$/i.test(after)) return 3
  return /^(?:[A-Z]|Mc|Mac|al|d|l)$/.test(before) && /^\p{Lu}/u.test(after) ? 3 : -2
}

function casePenalty(letters: readonly string[], index: number): number {
  const letter = letters[index] ?? ''
  if (!isLetter(letter)) return 0
  const [before = '', after = ''] = [letters[index - 1], letters[index + 1]]
  if (isUpper(letter) && isLower(before)) return -4
  if (isUpper(letter) && isUpper(before) && isLower(after)) return -2
  return isLower(letter) && letter !== 'ß' && isUpper(after) ? -3 : 0
}

function isLetter(letter: string): boolean {
  return /^[\p{L}\p{M}]$/u.test(letter) && letter !== 'ª' && letter !== 'º'
}

function isUpper(letter: string): boolean {
  return letter !== '' && letter !== letter.toLowerCase()
}

function isLower(letter: string): boolean {
  return letter !== '' && letter !== letter.toUpperCase()
}
