/**
 * Characters that trip parsers: separators, quotation marks, combining marks, directions, digits of other scripts.
 */
const FRAGMENTS = [
  ...[
    '& n ',
    '& ',
    'n & n and ',
    '@ ',
    ' at ',
    ', ',
    ',,',
    ';',
    '; ;',
    ':',
    '/',
    '//',
    '|',
    ' - ',
    '--',
    '. ',
    '..',
    '...',
  ],
  ...[
    '"',
    '""',
    `"a`,
    `'`,
    `"'`,
    '“',
    '(',
    ')',
    '((',
    '(a',
    '[',
    '](',
    '[a](',
    '{',
    '<',
    '<a',
    '>',
    '<>',
    '\\',
    '\\;',
  ],
  ...[
    '*',
    '**',
    '_',
    '__',
    '`',
    '~~',
    '# ',
    '#',
    '#1 ',
    '- ',
    '> ',
    '1. ',
    '| a ',
    '|-',
    '![',
    '<!--',
    '&#',
    '&amp;',
    '&lt',
  ],
  ...[
    ' ',
    '  ',
    '\t',
    '\n',
    '\r\n',
    '\u00a0',
    '\u2028',
    '\u0085',
    '\u0301',
    'e\u0301',
    'a\u0300\u0316',
    '\u0e33',
    '\u1100',
    'ﷺ',
  ],
  ...[
    '\u200b',
    '\u200d',
    '\u200f',
    '\u202e',
    '\ufeff',
    'א',
    'ع',
    '漢',
    '🏡',
    '👨‍👩‍👧',
    '\ud800',
    '\u0000',
    '\u001b',
  ],
  ...[
    '1',
    '11',
    '1 ',
    '12-',
    '1/2 ',
    '١',
    '５',
    '0.',
    '1e9',
    '+',
    '+1',
    '+1 ',
    '555-',
    '(555) ',
    'x1',
    ' ext ',
    'tel:',
    ';ext=',
  ],
  ...[
    'a',
    'a ',
    'aa',
    'A.',
    'n ',
    'st ',
    'St. ',
    'po box ',
    'p o b ',
    'apt ',
    'unit # ',
    'N ',
    'ave ',
    'hwy ',
    'new ',
  ],
  ...[
    'Dr. ',
    'Jr. ',
    'van ',
    'de la ',
    'and ',
    'Mr. & Mrs. ',
    'II, ',
    'O’',
    'a@',
    'a@b.',
    'a.',
    '@a.b',
    'mailto:',
    'http://',
    'www.',
  ],
  ...[
    '!',
    '!a',
    '_a',
    '*a_',
    '**a* ',
    '<b>',
    '<p',
    '<!',
    '=',
    '=A',
    '=\r\n',
    '=3D',
    ';TYPE=',
    'do not ',
    'not call ',
    'stop ',
    'call me ',
    'who ',
    'what is ',
    'zip 60532 ',
    'top 9 ',
  ],
]

/** Endings that cause a matching pattern to backtrack. */
const ENDINGS = ['', '!', '\u0001', ' 60532', 'x']

const RANDOM_TEXT_COUNT = 40

/** Texts beyond this length are slow enough to measure with one ending only. */
const LONG_TEXT_LENGTH = 4096

/** Deterministic texts of exactly this many UTF-16 units, by description. */
export function hostileTexts(length: number): Map<string, string> {
  const texts = new Map<string, string>()
  for (const fragment of FRAGMENTS) {
    const body = fragment.repeat(Math.ceil(length / fragment.length))
    for (const ending of length > LONG_TEXT_LENGTH ? ENDINGS.slice(1, 2) : ENDINGS) {
      if (ending.length < length)
        texts.set(
          `${JSON.stringify(fragment)} × n + ${JSON.stringify(ending)}`,
          body.slice(0, length - ending.length) + ending,
        )
    }
  }
  const randomMixes = length > LONG_TEXT_LENGTH ? RANDOM_TEXT_COUNT / 4 : RANDOM_TEXT_COUNT
  for (let seed = 1; seed <= randomMixes; seed++) texts.set(`mix ${seed}`, createMix(length, seed))
  return texts
}

/** A seeded random mix of fragments. */
function createMix(length: number, seed: number): string {
  const random = createRandom(seed)
  const pick = () => FRAGMENTS[Math.floor(random() * FRAGMENTS.length)] ?? ''
  const fragments = Array.from({ length: 1 + Math.floor(random() * 6) }, pick)
  let text = ''
  while (text.length < length)
    text += seed % 2 === 0 ? pick() : (fragments[Math.floor(random() * fragments.length)] ?? 'a')
  return text.slice(0, length)
}

/** Random numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
