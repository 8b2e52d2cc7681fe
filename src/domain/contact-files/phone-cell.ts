import type { PhoneKind } from '../identity/contact-details.ts'
import { cleanText } from '../identity/name.ts'
import { normalizePhone } from '../identity/phone.ts'
import { firstByWord, wordSet } from '../word-lists.ts'

/** A number with the words beside it ("wife", "ext. 5"). */
export type PhoneInCell = { phone: string; kind: PhoneKind | null; note?: string }

/** Content of a phone cell: its numbers, or a note without any. */
export type PhoneCell = { phones: PhoneInCell[]; note: string | null }

const MAX_LENGTH = 500
const MAX_TYPED_LENGTH = 32
/** Fewer digits are an extension, a room or a year. */
const MIN_DIGITS = 7

const NOTHING =
  /^(?:n\/?a|none|null|nil|no|unknown|unk|not (?:available|provided|given)|tbd|-+|\.+|x+|\?+|0+|0+\.0)$/i

/** `0000000`, `+19999999999`: fillers for required fields. */
const ALL_ALIKE = /^(?:\+1)?(\d)\1{6,}$/

const KIND_OF_WORD = firstByWord(`
  mobile c cell cellular cellphone mobile m mob iphone handy wireless celular text sms;
  home h hm home house res residence landline casa;
  work w wk work o office off business bus b direct d job;
  main main; fax f fax telefax; pager pager beeper
`) as ReadonlyMap<string, PhoneKind>
/** Generic words that programs write before a number. */
const NEUTRAL_WORDS = wordSet('p z t tel telephone phone ph no num number ext x extension call')

/** A digit with the separators that may follow. */
const RUN = /[+(]{0,2}\d[\d\s()./\u2010-\u2015-]*/g
const EXTENSION = /(?:\b(?:x|ext|extn|extension)\b[.:]?|#)\s*$/i

/** Reads phone numbers from a cell: one or several, with kinds and remarks. Linear in its length. */
export function readPhoneCell(text: string, kind: PhoneKind | null): PhoneCell {
  const simple = normalizePhone(text)
  if (ALL_ALIKE.test(simple.e164 ?? simple.typed.replace(/[\s().-]/g, ''))) return { phones: [], note: null }
  if (simple.e164 && !/[a-z#;]/i.test(simple.typed))
    return { phones: [{ phone: simple.e164, kind }], note: null }
  const cell = cleanText(text.replace(/\s+/g, ' ')).replace(/^[='"\s]+|["'\s]+$/g, '')
  if (cell === '' || NOTHING.test(cell) || ALL_ALIKE.test(cell)) return { phones: [], note: null }
  const short = cell.slice(0, MAX_LENGTH)
  const spreadsheet = readSpreadsheetNumber(short)
  if (spreadsheet !== null) return spreadsheet === '' ? unreadable(short) : readPhoneCell(spreadsheet, kind)
  const vanity = readVanityNumber(short)
  if (vanity) return { phones: [{ phone: vanity, kind, note: short }], note: null }
  return readRuns(short, kind)
}

function unreadable(cell: string): PhoneCell {
  return { phones: [], note: `${cell} (cut off by a spreadsheet)` }
}

/** Digits of `6305550142.0` and `6.305550142E+09`; empty if the exponent hides some. */
function readSpreadsheetNumber(cell: string): string | null {
  const decimal = /^(\+?\d{7,15})\.0+$/.exec(cell)?.[1]
  if (decimal) return decimal
  const [, whole, fraction = '', exponent] = /^(\d)(?:[.,](\d{1,20}))?E\+?(\d{1,2})$/i.exec(cell) ?? []
  if (!whole) return null
  return fraction.length === Number(exponent) ? whole + fraction : ''
}

const KEYS: readonly string[] = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ']

/** `1-800-FLOWERS`, `(630) 555-HOME`. */
function readVanityNumber(cell: string): string | null {
  const [, prefix, letters] = /^(?:\+?1[-. ]?)?\(?(\d{3})\)?[-. ]?([A-Z\d-]{7,14})$/.exec(cell) ?? []
  if (!prefix || !letters || !/[A-Z]{3}/.test(letters)) return null
  const digits = letters
    .replace(/-/g, '')
    .slice(0, 7)
    .replace(/[A-Z]/g, (letter) => String(KEYS.findIndex((keys) => keys.includes(letter)) + 2))
  return normalizePhone(prefix + digits).e164
}

function readRuns(cell: string, kind: PhoneKind | null): PhoneCell {
  const phones: PhoneInCell[] = []
  let isLabelFirst: boolean | null = null
  let nextKind: PhoneKind | null = null
  let nextNote = ''
  let end = 0
  const addNote = (last: PhoneInCell | undefined, note: string): void => {
    if (last && note) last.note = last.note ? `${last.note}; ${note}` : note
  }
  const addWords = (words: string, isInFront: boolean): void => {
    const { kind: named, rest } = readLabel(words)
    const last = phones.at(-1)
    if (isInFront) {
      nextKind = named ?? nextKind
      nextNote = rest
      return
    }
    addNote(last, rest)
    if (named && last) last.kind = named
  }
  const add = (text: string): void => {
    phones.push({ phone: text, kind: nextKind ?? kind })
    addNote(phones.at(-1), nextNote)
    nextKind = null
    nextNote = ''
  }
  for (const match of cell.matchAll(RUN)) {
    const between = cell.slice(end, match.index)
    const digits = match[0].replace(/\D/g, '')
    if (digits.length < MIN_DIGITS) {
      if (phones.length > 0 && EXTENSION.test(between)) {
        addNote(phones.at(-1), `ext. ${digits}`)
        end = match.index + match[0].length
      }
      continue
    }
    isLabelFirst ??= phones.length === 0 && (readLabel(between).kind !== null || /\p{L}:\s*$/u.test(between))
    const [behind, inFront] = splitWords(between, { hasPrevious: phones.length > 0, isLabelFirst })
    addWords(behind, false)
    addWords(inFront, true)
    for (const number of numbersOf(match[0])) add(number)
    end = match.index + match[0].length
  }
  addWords(cell.slice(end), false)
  if (phones.length === 0 && cell.length <= MAX_TYPED_LENGTH && /\d/.test(cell)) {
    return { phones: [{ phone: cell, kind }], note: null }
  }
  if (phones.length === 0 && !KIND_OF_WORD.has(cell.toLowerCase())) return { phones, note: cell }
  return { phones, note: null }
}

/** Assigns words between two numbers to the previous or the next one. */
function splitWords(
  between: string,
  { hasPrevious, isLabelFirst }: { hasPrevious: boolean; isLabelFirst: boolean },
): [string, string] {
  if (!hasPrevious) return ['', between]
  const border = /[,;|&]|\b(?:or|and)\b|::+/i.exec(between)
  if (border) return [between.slice(0, border.index), between.slice(border.index + border[0].length)]
  return isLabelFirst && !between.trimStart().startsWith('(') ? ['', between] : [between, '']
}

function readLabel(text: string): { kind: PhoneKind | null; rest: string } {
  let kind: PhoneKind | null = null
  const rest: string[] = []
  for (const word of text.split(/[\s,;|&:/()[\]"=.#*-]+/)) {
    const key = word.toLowerCase()
    if (key === '' || key === 'or' || key === 'and' || NEUTRAL_WORDS.has(key)) continue
    const named = KIND_OF_WORD.get(key)
    if (named) kind ??= named
    else rest.push(word)
  }
  return { kind, rest: rest.join(' ') }
}

/** Numbers in a run of digits: usually one, sometimes two with a space or slash between them. */
function numbersOf(run: string): string[] {
  const text = run.replace(/[\s(./\u2010-\u2015-]+$/, '').replace(/[\u2010-\u2015]/g, '-')
  const whole = readNumber(text)
  if (whole) return [whole]
  const pieces = text.split('/').map((piece) => piece.trim())
  if (pieces.length > 1 && pieces.every((piece) => piece.replace(/\D/g, '').length >= MIN_DIGITS)) {
    return pieces.flatMap(numbersOf)
  }
  const words = text
    .replace(/\(/g, ' (')
    .replace(/^((?:1?[2-9]\d{9}){2,4})$/, (digits) => digits.replace(/1?[2-9]\d{9}/g, '$& '))
    .split(/[\s/]+/)
    .filter(Boolean)
  const [first = ''] = words
  return (
    numbersByLength(words) ??
    // "Room 12 630-555-0142"
    (first.length < 4 && !first.startsWith('+') ? numbersByLength(words.slice(1)) : null) ?? [
      text.slice(0, MAX_TYPED_LENGTH),
    ]
  )
}

function readNumber(text: string): string | null {
  const { e164 } = normalizePhone(text)
  if (e164) return e164
  // Mexican mobile numbers had a 1 after the country code until 2019.
  if (/^\+52\D?1(?:\D?\d){10}$/.test(text)) return normalizePhone(text.replace(/^(\+52)\D?1/, '$1')).e164
  // `00` is the international prefix in most countries.
  return /^00[\s-]?[1-9]/.test(text) ? normalizePhone(`+${text.slice(2).replace(/^[\s-]/, '')}`).e164 : null
}

/** Groups of ten digits, or eleven with a leading 1. */
function numbersByLength(words: readonly string[]): string[] | null {
  const numbers: string[] = []
  let group = ''
  for (const word of words) {
    group += word
    const digits = group.replace(/\D/g, '')
    if (digits.length < 10 || (digits.length === 10 && digits.startsWith('1'))) continue
    const number = readNumber(group)
    if (!number) return null
    numbers.push(number)
    group = ''
  }
  return group === '' && numbers.length > 0 ? numbers : null
}
