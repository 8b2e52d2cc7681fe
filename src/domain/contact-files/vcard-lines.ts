/** One property of a card: `item1.EMAIL;TYPE=HOME:a@b`, its value decoded but still escaped. */
export type CardProperty = { name: string; group: string; params: Map<string, string[]>; value: string }

/** Parts of a vCard text, in order. `cut` marks a card with more content than is read. */
export type CardEvent =
  | { kind: 'begin' }
  | { kind: 'end' }
  | { kind: 'cut' }
  | ({ kind: 'property' } & CardProperty)

/** Maximum length of a property; only pictures are longer, and they aren't needed. */
const LINE_MAX_LENGTH = 32 * 1024
/** Real cards have a few dozen properties. The rest of a card beyond these limits is skipped. */
const LINES_MAX = 2000
const PROPERTIES_MAX = 300
const CARD_MAX_LENGTH = 128 * 1024

/** Length of the parameters checked before a property is read. */
const PARAMS_LENGTH = 500

const SUPPORTED_PROPERTIES = new Set(
  (
    'BEGIN END N FN NICKNAME ADR LABEL EMAIL TEL ORG TITLE ROLE BDAY URL NOTE CATEGORIES ANNIVERSARY RELATED AGENT KIND ' +
    'X-ABLABEL X-ABRELATEDNAMES X-ABDATE X-ABSHOWAS X-ANNIVERSARY X-EVOLUTION-ANNIVERSARY X-KADDRESSBOOK-X-ANNIVERSARY ' +
    'X-MS-TEL X-MS-ANNIVERSARY X-SPOUSE X-MS-SPOUSE X-EVOLUTION-SPOUSE X-KADDRESSBOOK-X-SPOUSESNAME X-ANDROID-CUSTOM X-GROUP-NAME ' +
    // Properties of our own exports.
    'X-PARTNER-N X-LEAD-SOURCE X-STAGE X-ASSIGNED-TO X-CREATED-ON X-LAST-CONTACT-ON X-LAST-CLOSING-ON'
  ).split(' '),
)

const QUOTED_PRINTABLE = /;(?:ENCODING=)?QUOTED-PRINTABLE\b/i
const BASE64 = /;(?:ENCODING=)?(?:BASE64|B)\b/i

/**
 * Splits vCard text (versions 2.1, 3.0 and 4.0) into properties, piece by piece. Memory stays within one property and
 * one piece; time is linear in the text, however long its lines and cards.
 */
export class CardLines {
  #rest = ''
  #isMac: boolean | null = null
  /** The current property; null while one is skipped. */
  #line: string | null = null
  /** True for quoted-printable, where `=` continues a line. */
  #isSoft = false
  #isOpen = false
  #isInCard = false
  #isInAgent = false
  #isBehindAgent = false
  #isFull = false
  #lines = 0
  #properties = 0
  #length = 0

  #hasEnough(): boolean {
    return this.#lines > LINES_MAX || this.#properties >= PROPERTIES_MAX || this.#length > CARD_MAX_LENGTH
  }

  #headOf(text: string, start: number): string {
    return this.#isFull ? text.slice(-20) : text.slice(start, start + LINE_MAX_LENGTH)
  }

  *push(piece: string): Generator<CardEvent> {
    this.#isMac ??= piece === '' ? null : piece.includes('\r') && !piece.includes('\n')
    const text = this.#rest + (this.#isMac ? piece.replaceAll('\r', '\n') : piece)
    let start = 0
    for (;;) {
      if (this.#isFull) start = endOfCard(text, start)
      const end = text.indexOf('\n', start)
      if (end === -1) break
      const line = text.slice(start, text.charCodeAt(end - 1) === 13 && end > start ? end - 1 : end)
      start = end + 1
      yield* this.#addLine(line)
    }
    // The tail of a line longer than any property; its head is stored.
    this.#rest = text.length - start > LINE_MAX_LENGTH ? this.#headOf(text, start) : text.slice(start)
  }

  *end(): Generator<CardEvent> {
    yield* this.#addLine(this.#rest.replace(/\r$/, ''))
    yield* this.#finishLine()
  }

  *#addLine(line: string): Generator<CardEvent> {
    const first = line.charCodeAt(0)
    const isContinued = this.#isSoft && this.#isOpen
    this.#isOpen = line.endsWith('=')
    if (first === 32 || first === 9 || isContinued) {
      if (this.#line === null || this.#line.length >= LINE_MAX_LENGTH) return
      this.#line = isContinued ? this.#line.slice(0, -1) + line : this.#line + line.slice(1)
      // Parameters may be folded, too.
      if (!this.#isSoft && this.#line.length < PARAMS_LENGTH) this.#isSoft = isQuotedPrintable(this.#line)
      return
    }
    yield* this.#finishLine()
    this.#line = isSupportedProperty(line) ? line : null
    this.#isSoft = this.#line !== null && isQuotedPrintable(line)
    this.#lines += 1
    if (this.#isFull) this.#isFull = !isEnd(line)
    else if (this.#isInCard && this.#hasEnough() && !isEnd(line)) {
      this.#isFull = true
      yield { kind: 'cut' }
    }
  }

  *#finishLine(): Generator<CardEvent> {
    const line = this.#line
    this.#line = null
    if (line === null) return
    const property = parseProperty(line.slice(0, LINE_MAX_LENGTH))
    if (!property) return
    const isCard = property.value.trim().toUpperCase() === 'VCARD'
    if (property.name === 'BEGIN') yield* this.#begin(isCard)
    else if (property.name === 'END') yield* this.#end(isCard)
    else if (this.#isInCard && !this.#isInAgent && !this.#isFull) {
      this.#length += line.length
      this.#properties += 1
      this.#isBehindAgent = property.name === 'AGENT'
      yield { kind: 'property', ...property }
    }
  }

  *#begin(isCard: boolean): Generator<CardEvent> {
    if (!isCard) return
    // A card inside a card is another person; without AGENT before it, the outer card has lost its end.
    if (this.#isInCard && this.#isBehindAgent) this.#isInAgent = true
    else {
      this.#isInCard = true
      this.#lines = 0
      this.#properties = 0
      this.#length = 0
      yield { kind: 'begin' }
    }
    this.#isBehindAgent = false
  }

  *#end(isCard: boolean): Generator<CardEvent> {
    if (!isCard) return
    if (this.#isInAgent) this.#isInAgent = false
    else {
      this.#isFull = false
      if (this.#isInCard) yield { kind: 'end' }
      this.#isInCard = false
    }
  }
}

/** Start of the line that ends the card; the last line if it hasn't arrived yet. */
function endOfCard(text: string, start: number): number {
  for (const end of ['\nEND:VCARD', '\nend:vcard', '\nEnd:VCard']) {
    const found = text.indexOf(end, Math.max(0, start - 1))
    if (found !== -1) return found + 1
  }
  return isEnd(text.slice(start, start + 20)) ? start : Math.max(start, text.lastIndexOf('\n') + 1)
}

function isEnd(line: string): boolean {
  return /^END\s*:/i.test(line)
}

function isSupportedProperty(line: string): boolean {
  const [path = ''] = /^[^:;]{1,80}/.exec(line) ?? []
  return SUPPORTED_PROPERTIES.has(nameOf(path)) && !BASE64.test(paramsOf(line))
}

/** Text before the value, without parsing quotation marks. */
function paramsOf(line: string): string {
  const colon = line.slice(0, PARAMS_LENGTH).indexOf(':')
  return line.slice(0, colon === -1 ? PARAMS_LENGTH : colon)
}

function nameOf(path: string): string {
  return path
    .slice(path.lastIndexOf('.') + 1)
    .trim()
    .toUpperCase()
}

function isQuotedPrintable(line: string): boolean {
  return QUOTED_PRINTABLE.test(paramsOf(line))
}

function parseProperty(line: string): CardProperty | null {
  const colon = valueStart(line)
  if (colon === -1) return null
  const [path = '', ...rawParams] = line.slice(0, colon).split(';')
  const params = new Map<string, string[]>()
  for (const param of rawParams.slice(0, 40)) {
    const equals = param.indexOf('=')
    // Version 2.1 writes types and encodings without a key.
    const key = equals === -1 ? 'TYPE' : param.slice(0, equals).trim().toUpperCase()
    const values = param
      .slice(equals + 1)
      .replace(/"/g, '')
      .split(',')
    params.set(key, [...(params.get(key) ?? []), ...values])
  }
  const value = line.slice(colon + 1)
  const dot = path.lastIndexOf('.')
  return {
    name: nameOf(path),
    group: dot === -1 ? '' : path.slice(0, dot).toLowerCase(),
    params,
    value: isQuotedPrintable(line) ? decodeQuotedPrintable(value, params.get('CHARSET')?.[0]) : value,
  }
}

/** First colon outside quoted parameters. */
function valueStart(line: string): number {
  let isQuoted = false
  for (let index = 0; index < line.length; index++) {
    const code = line.charCodeAt(index)
    if (code === 34) isQuoted = !isQuoted
    if (code === 58 && !isQuoted) return index
  }
  return -1
}

const EQUALS = 61

function decodeQuotedPrintable(text: string, charset: string | undefined): string {
  const source = new TextEncoder().encode(text)
  const bytes = new Uint8Array(source.length)
  let length = 0
  for (let index = 0; index < source.length; index++) {
    const digits =
      source[index] === EQUALS ? String.fromCharCode(source[index + 1] ?? 0, source[index + 2] ?? 0) : ''
    const isEscape = /^[\da-f]{2}$/i.test(digits)
    bytes[length++] = isEscape ? Number.parseInt(digits, 16) : (source[index] ?? 0)
    if (isEscape) index += 2
  }
  return decoderOf(charset).decode(bytes.subarray(0, length))
}

function decoderOf(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset.trim())
  } catch {
    return new TextDecoder('utf-8')
  }
}
