/** One property of a card: `EMAIL;TYPE=HOME:a@b` → name EMAIL, params {TYPE: ['HOME']}, value decoded but escaped. */
type CardProperty = { name: string; params: Map<string, string[]>; value: string }

/** The values of a card that contacts have; several e-mails and phones in the card's order. */
export type ParsedCard = {
  firstName: string
  lastName: string
  fullName: string
  emails: string[]
  phones: string[]
  address: string
  city: string
  state: string
  zipCode: string
  organization: string
  title: string
}

/** Pictures and keys are long and not wanted; a value that is wanted is cut here. */
const VALUE_MAX_LENGTH = 4000

const WANTED = new Set(['BEGIN', 'END', 'N', 'FN', 'ADR', 'EMAIL', 'TEL', 'ORG', 'TITLE'])

/**
 * Reads every complete card of a text, in versions 2.1 (with quoted-printable), 3.0 and 4.0. Unknown properties and
 * lines that are none are passed over; a card without its end is not a card.
 */
export function parseVCards(text: string): ParsedCard[] {
  return [...eachVCard(text)]
}

/** The same card by card, in time that grows with the length of the text alone. */
export function* eachVCard(text: string): Generator<ParsedCard> {
  let open: CardProperty[] | null = null
  for (const line of unfold(text)) {
    const property = parseProperty(line)
    if (!property) continue
    const isCard = property.value.trim().toUpperCase() === 'VCARD'
    if (property.name === 'BEGIN' && isCard) open = []
    else if (property.name === 'END' && isCard) {
      if (open) yield toCard(open)
      open = null
    } else open?.push(property)
  }
}

function toCard(properties: CardProperty[]): ParsedCard {
  const all = (name: string): string[] =>
    properties.filter((each) => each.name === name).map((each) => each.value)
  const first = (name: string): string => all(name)[0] ?? ''
  const [lastName = '', firstName = ''] = splitStructured(first('N'))
  const [, , address = '', city = '', state = '', zipCode = ''] = splitStructured(first('ADR'))
  const withoutScheme = (value: string): string => unescapeValue(value).replace(/^(?:tel|mailto):/i, '')
  return {
    firstName,
    lastName,
    fullName: unescapeValue(first('FN')),
    emails: all('EMAIL').map(withoutScheme),
    phones: all('TEL').map(withoutScheme),
    address,
    city,
    state,
    zipCode,
    organization: splitStructured(first('ORG'))[0] ?? '',
    title: unescapeValue(first('TITLE')),
  }
}

/** Physical lines joined to logical ones: by a leading blank, or in quoted-printable by a trailing `=`. */
function* unfold(text: string): Generator<string> {
  let parts: string[] = []
  let isSoft = false
  for (const line of physicalLines(text)) {
    if (parts.length > 0 && /^[ \t]/.test(line)) {
      parts.push(line.slice(1))
      // The parameters may be folded themselves, yet never over many lines.
      if (!isSoft && parts.length <= 4) isSoft = isQuotedPrintable(parts.join(''))
    } else if (isSoft && parts.at(-1)?.endsWith('=')) {
      parts.push((parts.pop() ?? '').slice(0, -1), line)
    } else {
      if (parts.length > 0) yield parts.join('')
      parts = [line]
      isSoft = isQuotedPrintable(line)
    }
  }
  if (parts.length > 0) yield parts.join('')
}

function* physicalLines(text: string): Generator<string> {
  const end = /\r\n|\r|\n/g
  let start = 0
  for (let found = end.exec(text); found; found = end.exec(text)) {
    yield text.slice(start, found.index)
    start = end.lastIndex
  }
  yield text.slice(start)
}

function isQuotedPrintable(line: string): boolean {
  return /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE\b/i.test(line)
}

function parseProperty(line: string): CardProperty | null {
  const colon = valueStart(line)
  if (colon === -1) return null
  const [path = '', ...rawParams] = line.slice(0, colon).split(';')
  const name = (path.split('.').at(-1) ?? '').trim().toUpperCase()
  if (!WANTED.has(name)) return null
  const params = new Map<string, string[]>()
  for (const param of rawParams) {
    const [key = '', value] = param.split('=', 2)
    // Version 2.1 writes types and encodings without a key.
    if (value === undefined) params.set(key.toUpperCase(), [])
    else params.set(key.toUpperCase(), value.replace(/"/g, '').split(','))
  }
  const value = line.slice(colon + 1, colon + 1 + VALUE_MAX_LENGTH)
  return { name, params, value: isQuotedPrintable(line) ? decodeQuotedPrintable(value, params) : value }
}

/** The first colon outside the quotation marks that parameters may use. */
function valueStart(line: string): number {
  let quoted = false
  for (let index = 0; index < line.length; index++) {
    if (line[index] === '"') quoted = !quoted
    if (line[index] === ':' && !quoted) return index
  }
  return -1
}

function decodeQuotedPrintable(text: string, params: Map<string, string[]>): string {
  const bytes: number[] = []
  for (const part of text.match(/=[0-9a-f]{2}|[\s\S]/giu) ?? []) {
    if (part.length === 3 && part.startsWith('=')) bytes.push(Number.parseInt(part.slice(1), 16))
    else bytes.push(...new TextEncoder().encode(part))
  }
  const charset = params.get('CHARSET')?.[0]?.toLowerCase() ?? 'utf-8'
  const label = /^(?:iso-8859-1|windows-1252|us-ascii)$/.test(charset) ? 'windows-1252' : 'utf-8'
  return new TextDecoder(label).decode(Uint8Array.from(bytes))
}

function splitStructured(value: string): string[] {
  const components = ['']
  for (const part of value.match(/\\[\s\S]|[\s\S]/gu) ?? []) {
    if (part === ';') components.push('')
    else components[components.length - 1] += part
  }
  return components.map(unescapeValue)
}

function unescapeValue(value: string): string {
  return value.replace(/\\([\s\S])/g, (_, character: string) => (/[nN]/.test(character) ? '\n' : character))
}
