/**
 * Characters readers take for Latin letters, grouped by that letter. Compatibility forms (full width, bold, circled)
 * aren't listed; Unicode decomposition resolves them.
 */
const BY_LETTER: Readonly<Record<string, string>> = {
  a: 'аαɑᴀ∂ą',
  b: 'ЬʙвВßβᏏ',
  c: 'сϲᴄƈ¢©ҫ',
  d: 'ԁɗᴅđԀ',
  e: 'еҽєεᴇɛ℮ё€',
  f: 'ғϝꜰƒſ',
  g: 'ɡցɢǥ',
  h: 'һнᏂʜħНη',
  i: 'іıιɩɪӏ¡ї',
  j: 'јʝᴊј',
  k: 'кκᴋƙќ',
  l: 'ⅼʟłɭⵏ',
  m: 'мᴍΜМ',
  n: 'ոпɴñŋ',
  o: 'оοօσᴏøθ',
  p: 'рρᴘƿ',
  q: 'ԛգ',
  r: 'гʀɾя',
  s: 'ѕꜱʂ§',
  t: 'тτᴛŧ',
  u: 'υսᴜцʋ',
  v: 'νѵᴠⅴ',
  w: 'ԝωᴡшɯ',
  x: 'хχҳ',
  y: 'уγүʏ¥',
  z: 'ᴢƶʐ',
}

const PUNCTUATION: Readonly<Record<string, string>> = {
  "'": '’‘ʼ`´′',
  '"': '“”„«»',
  '-': '‐‑‒–—―−­',
  '.': '·•․',
  ' ': '\u2800\u3164\u115f\u1160\uffa0',
}

const LETTERS = new Map<string, string>()
for (const [plain, likes] of [...Object.entries(BY_LETTER), ...Object.entries(PUNCTUATION)]) {
  for (const like of likes) {
    LETTERS.set(like, plain)
    if (plain >= 'a') LETTERS.set(like.toLowerCase(), plain)
    if (plain >= 'a' && like.toUpperCase().length === like.length) LETTERS.set(like.toUpperCase(), plain)
  }
}

/** Boxed letters and regional indicators, which have no decomposition: first code point of 26 each. */
const ALPHABETS = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6]

/** Returns the plain character for a known look-alike. */
export function lookAlike(character: string): string | undefined {
  const known = LETTERS.get(character)
  if (known !== undefined) return known
  const code = character.codePointAt(0) ?? 0
  const first = ALPHABETS.find((start) => code >= start && code < start + 26)
  return first === undefined ? undefined : String.fromCharCode(97 + code - first)
}

/** Letters that a digit or sign replaces inside a word ("f0recl0sure", "d!vorce"). */
export const LETTER_BY_SIGN: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '+': 't',
}
