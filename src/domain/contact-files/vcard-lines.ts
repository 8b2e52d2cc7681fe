/** One property of a card: `item1.EMAIL;TYPE=HOME:a@b`, its value decoded but still escaped. */
export type CardProperty = { name: string; group: string; params: Map<string, string[]>; value: string }

/** Parts of a vCard text, in order. `cut` marks a card with more content than is read. */
export type CardEvent =
  | { kind: 'begin' }
  | { kind: 'end' }
  | { kind: 'cut' }
  | ({ kind: 'property' } & CardProperty)

/** Maximum length of a property; only pictures are longer, and they aren't needed. */
const MAX_LINE_LENGTH = 32 * 1024
/** Limits of a card, beyond which its content is skipped. Real cards have a few dozen properties. */
const MAX_LINES = 2000
const MAX_PROPERTIES = 300
const MAX_CARD_LENGTH = 128 * 1024

/** Length of the parameters that are checked before a property is read. */
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

const QUOTED_PRINTABLE_PATTERN = /;(?:ENCODING=)?QUOTED-PRINTABLE\b/i
const BASE64 = /;(?:ENCODING=)?(?:BASE64|B)\b/i

/**
 * Splits vCard text (versions 2.1, 3.0 and 4.0) into properties, chunk by chunk. Memory stays within one property and
 * one chunk; time is linear in the length of the text.
 */
export class CardLines {
  #events: CardEvent[] = []
  #rest = ''
  #hasMacLineBreaks: boolean | null = null
  /** The current property; null while one is skipped. */
  #line: string | null = null
  /** True for quoted-printable, where `=` continues a line. */
  #isQuotedPrintable = false
  #isOpen = false
  #isInCard = false
  #isInAgent = false
  #followsAgent = false
  #isSkippingRest = false
  #lines = 0
  #properties = 0
  #length = 0

  #hasEnough(): boolean {
    return this.#lines > MAX_LINES || this.#properties >= MAX_PROPERTIES || this.#length > MAX_CARD_LENGTH
  }

  push(chunk: string): CardEvent[] {
    this.#hasMacLineBreaks ??= chunk === '' ? null : chunk.includes('\r') && !chunk.includes('\n')
    const text = this.#rest + (this.#hasMacLineBreaks ? chunk.replaceAll('\r', '\n') : chunk)
    let start = 0
    for (;;) {
      const end = text.indexOf('\n', start)
      if (end === -1) break
      const line = text.slice(start, text.charCodeAt(end - 1) === 13 && end > start ? end - 1 : end)
      start = end + 1
      this.#addLine(line)
    }
    // Drops the tail of a line longer than any property.
    this.#rest = text.slice(start, start + MAX_LINE_LENGTH)
    return this.#takeEvents()
  }

  end(): CardEvent[] {
    this.#addLine(this.#rest.replace(/\r$/, ''))
    this.#finishLine()
    return this.#takeEvents()
  }

  #takeEvents(): CardEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }

  #addLine(line: string): void {
    if (this.#isSkippingRest && !isEnd(line)) return
    this.#isSkippingRest = false
    const firstCode = line.charCodeAt(0)
    const isContinued = this.#isQuotedPrintable && this.#isOpen
    this.#isOpen = line.endsWith('=')
    if (firstCode === 32 || firstCode === 9 || isContinued) {
      if (this.#line === null || this.#line.length >= MAX_LINE_LENGTH) return
      this.#line = isContinued ? this.#line.slice(0, -1) + line : this.#line + line.slice(1)
      // Parameters can also be folded.
      if (!this.#isQuotedPrintable && this.#line.length < PARAMS_LENGTH)
        this.#isQuotedPrintable = isQuotedPrintable(this.#line)
      return
    }
    this.#finishLine()
    this.#line = isSupportedProperty(line) ? line : null
    this.#isQuotedPrintable = this.#line !== null && isQuotedPrintable(line)
    this.#lines += 1
    if (this.#isInCard && this.#hasEnough() && !isEnd(line)) {
      this.#isSkippingRest = true
      this.#isQuotedPrintable = false
      this.#line = null
      this.#events.push({ kind: 'cut' })
    }
  }

  #finishLine(): void {
    const line = this.#line
    this.#line = null
    if (line === null) return
    const property = parseProperty(line.slice(0, MAX_LINE_LENGTH))
    if (!property) return
    const isCard = property.value.trim().toUpperCase() === 'VCARD'
    if (property.name === 'BEGIN') this.#begin(isCard)
    else if (property.name === 'END') this.#end(isCard)
    else if (this.#isInCard && !this.#isInAgent) {
      this.#length += line.length
      this.#properties += 1
      this.#followsAgent = property.name === 'AGENT'
      this.#events.push({ kind: 'property', ...property })
    }
  }

  #begin(isCard: boolean): void {
    if (!isCard) return
    // A card inside a card is another person after AGENT; otherwise the outer card has no end.
    if (this.#isInCard && this.#followsAgent) this.#isInAgent = true
    else {
      this.#isInCard = true
      this.#lines = 0
      this.#properties = 0
      this.#length = 0
      this.#events.push({ kind: 'begin' })
    }
    this.#followsAgent = false
  }

  #end(isCard: boolean): void {
    if (!isCard) return
    if (this.#isInAgent) this.#isInAgent = false
    else {
      if (this.#isInCard) this.#events.push({ kind: 'end' })
      this.#isInCard = false
    }
  }
}

function isEnd(line: string): boolean {
  return /^END\s*:/i.test(line)
}

function isSupportedProperty(line: string): boolean {
  const [propertyPath = ''] = /^[^:;]{1,80}/.exec(line) ?? []
  return SUPPORTED_PROPERTIES.has(nameOf(propertyPath)) && !BASE64.test(paramsOf(line))
}

/** Text before the value, without parsing quotation marks. */
function paramsOf(line: string): string {
  const start = line.slice(0, PARAMS_LENGTH)
  const colon = start.indexOf(':')
  return colon === -1 ? start : start.slice(0, colon)
}

function nameOf(path: string): string {
  return path
    .slice(path.lastIndexOf('.') + 1)
    .trim()
    .toUpperCase()
}

function isQuotedPrintable(line: string): boolean {
  return QUOTED_PRINTABLE_PATTERN.test(paramsOf(line))
}

function parseProperty(line: string): CardProperty | null {
  const valueColon = valueStart(line)
  if (valueColon === -1) return null
  const [path = '', ...rawParams] = line.slice(0, valueColon).split(';')
  const params = new Map<string, string[]>()
  for (const param of rawParams.slice(0, 40)) {
    const equalsIndex = param.indexOf('=')
    // Version 2.1 writes types and encodings without a key.
    const key = equalsIndex === -1 ? 'TYPE' : param.slice(0, equalsIndex).trim().toUpperCase()
    const values = param
      .slice(equalsIndex + 1)
      .replace(/"/g, '')
      .split(',')
    params.set(key, [...(params.get(key) ?? []), ...values])
  }
  const value = line.slice(valueColon + 1)
  const dotIndex = path.lastIndexOf('.')
  return {
    name: nameOf(path),
    group: dotIndex === -1 ? '' : path.slice(0, dotIndex).toLowerCase(),
    params,
    value:
      rawParams.length > 0 && isQuotedPrintable(line)
        ? decodeQuotedPrintable(value, params.get('CHARSET')?.[0])
        : value,
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

function decodeQuotedPrintable(text: string, charset: string | undefined): string {
  const bytes = Buffer.from(text)
    .toString('latin1')
    .replace(/=([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
  return decoderOf(charset).decode(Buffer.from(bytes, 'latin1'))
}

function decoderOf(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset.trim())
  } catch {
    return new TextDecoder('utf-8')
  }
}
