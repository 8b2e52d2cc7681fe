/** Leaves room for the name of the record that proves a domain. */
const MAX_DOMAIN_LENGTH = 239
const LABEL_PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** A label such as `xn--0` that stands for no other letters. */
const UNDECODED_PATTERN = /(^|\.)[^.]{2}--/

/** Endings that never lead to a public site. */
const RESERVED_ENDINGS = ['localhost', 'invalid', 'onion', 'arpa', 'local']
/** Under the ending of a country, these words are open to everyone, as in `co.uk`. */
const SHARED_WORDS = 'ac asso co com edu gob gouv gov k12 ltd mil net nom org plc sch'.split(' ')

/** Scripts that are written together. */
const SCRIPT_GROUPS: readonly (readonly string[])[] = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
]
const SCRIPTS = [
  ...['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Devanagari', 'Bengali'],
  ...['Tamil', 'Telugu', 'Thai', 'Khmer', 'Lao', 'Sinhala', 'Han', 'Hiragana', 'Katakana', 'Hangul'],
  'Bopomofo',
]
/** Scripts with letters that look like Latin ones, so that a whole word can be mistaken for another. */
const LATIN_LOOKALIKES = ['Cyrillic', 'Greek', 'Armenian']
/** Letters of European languages. Others of the Latin script, such as `ɑ` and `ı`, imitate common ones. */
const LATIN_PATTERN = /^[a-z0-9-ß-öø-ÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĵķĺļľłńņňōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷźżžșțạ-ỹ]+$/

/**
 * Why a domain can't be used; null if it can. `ascii` is the form that DNS uses, `unicode` is what people read.
 */
export function domainProblem({ ascii, unicode }: { ascii: string; unicode: string }): string | null {
  const labels = ascii.split('.')
  const ending = labels.at(-1) ?? ''
  if (ascii.length > MAX_DOMAIN_LENGTH) return `Use a domain of at most ${MAX_DOMAIN_LENGTH} characters`
  if (
    !labels.every((label) => LABEL_PATTERN.test(label)) ||
    UNDECODED_PATTERN.test(unicode) ||
    /^\d+$/.test(ending)
  )
    return 'Enter a domain such as app.example.com'
  if (labels.length === 1 || isShared(labels))
    return `${unicode} is shared by many owners. Enter a domain of your own, such as example.com.`
  if (RESERVED_ENDINGS.includes(ending)) return `Domains that end in .${ending} are not on the internet`
  if (unicode.split('.').some((label) => !isUnmistakable(label, unicode)))
    return `${unicode} (${ascii}) looks too much like another domain, so it can't be used`
  return null
}

/** A domain under which many owners register theirs, such as `co.uk` or `ca.us`. */
function isShared(labels: readonly string[]): boolean {
  const [word = '', ending = ''] = labels
  if (labels.length !== 2 || ending.length !== 2) return false
  return SHARED_WORDS.includes(word) || (ending === 'us' && word.length === 2)
}

/** True if a label has letters of one script only, and no word of another script that could be read as Latin. */
function isUnmistakable(label: string, domain: string): boolean {
  const scripts = scriptsOf(label)
  if (scripts === null || !areWrittenTogether(scripts)) return false
  if (scripts.includes('Latin') || scripts.length === 0) return LATIN_PATTERN.test(label)
  const lookalike = LATIN_LOOKALIKES.find((script) => scripts.includes(script))
  return lookalike === undefined || (scriptsOf(domain.split('.').at(-1) ?? '') ?? []).includes(lookalike)
}

function areWrittenTogether(scripts: readonly string[]): boolean {
  return (
    scripts.length <= 1 || SCRIPT_GROUPS.some((group) => scripts.every((script) => group.includes(script)))
  )
}

/** Scripts of a label's letters; null for a character that is no letter, mark, ASCII digit or hyphen of them. */
function scriptsOf(label: string): string[] | null {
  const found = new Set<string>()
  for (const character of label) {
    if (/[0-9-]/.test(character)) continue
    const script = /[\p{L}\p{M}]/u.test(character)
      ? SCRIPTS.find((name) => new RegExp(`\\p{Script=${name}}`, 'u').test(character))
      : undefined
    if (script === undefined && character !== 'ー') return null
    if (script) found.add(script)
  }
  return [...found]
}
