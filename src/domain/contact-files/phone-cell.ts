import type { PhoneKind } from '../identity/contact-details.ts'
import { cleanText } from '../identity/name.ts'
import { normalizePhone } from '../identity/phone.ts'
import { firstByWord, wordSet } from '../word-lists.ts'

/** A number with its note ("wife", "ext. 5"). */
export type PhoneInCell = { phone: string; kind: PhoneKind | null; note?: string }

/** Content of a phone cell: its numbers, or a note if it has none. */
export type PhoneCell = { phones: PhoneInCell[]; note: string | null }

const MAX_CELL_LENGTH = 500
const MAX_RAW_PHONE_LENGTH = 32
/** Minimum digits of a number; fewer are an extension, a room or a year. */
const MIN_DIGITS = 7

const EMPTY_VALUE_PATTERN =
  /^(?:n\/?a|none|null|nil|no|unknown|unk|not (?:available|provided|given)|tbd|-+|\.+|x+|\?+|0+|0+\.0)$/i

/** Placeholders in required fields: `0000000`, `+19999999999`. */
const REPEATED_DIGIT_PATTERN = /^(?:\+1)?(\d)\1{6,}$/

const KIND_OF_WORD = firstByWord(`
  mobile c cell cellular cellphone mobile m mob iphone handy wireless celular text sms;
  home h hm home house res residence landline casa;
  work w wk work o office off business bus b direct d job;
  main main; fax f fax telefax; pager pager beeper
`) as ReadonlyMap<string, PhoneKind>
/** Generic words that programs write before a number. */
const NEUTRAL_WORDS = wordSet('p z t tel telephone phone ph no num number ext x extension call')

/** A digit with the separators that may follow. */
const DIGIT_RUN_PATTERN = /[+(]{0,2}\d[\d\s()./\u2010-\u2015-]*/g
const EXTENSION_PATTERN = /(?:\b(?:x|ext|extn|extension)\b[.:]?|#)\s*$/i

/** Reads phone numbers from a cell: one or several, with kinds and notes. Linear in its length. */
export function readPhoneCell(text: string, kind: PhoneKind | null): PhoneCell {
  const normalized = normalizePhone(text)
  if (REPEATED_DIGIT_PATTERN.test(normalized.e164 ?? normalized.input.replace(/[\s().-]/g, '')))
    return { phones: [], note: null }
  if (normalized.e164 && !/[a-z#;]/i.test(normalized.input))
    return { phones: [{ phone: normalized.e164, kind }], note: null }
  const cell = cleanText(text.replace(/\s+/g, ' ')).replace(/^[='"\s]+|["'\s]+$/g, '')
  if (cell === '' || EMPTY_VALUE_PATTERN.test(cell) || REPEATED_DIGIT_PATTERN.test(cell))
    return { phones: [], note: null }
  const cellStart = cell.slice(0, MAX_CELL_LENGTH)
  const spreadsheetNumber = readSpreadsheetNumber(cellStart)
  if (spreadsheetNumber !== null)
    return spreadsheetNumber === '' ? unreadableCell(cellStart) : readPhoneCell(spreadsheetNumber, kind)
  const vanityNumber = readVanityNumber(cellStart)
  if (vanityNumber) return { phones: [{ phone: vanityNumber, kind, note: cellStart }], note: null }
  return readRuns(cellStart, kind)
}

function unreadableCell(cell: string): PhoneCell {
  return { phones: [], note: `${cell} (cut off by a spreadsheet)` }
}

/** Reads the digits of `6305550142.0` and `6.305550142E+09`; empty if the exponent hides some. */
function readSpreadsheetNumber(cell: string): string | null {
  const decimal = /^(\+?\d{7,15})\.0+$/.exec(cell)?.[1]
  if (decimal) return decimal
  const [, integerDigit, fraction = '', exponent] = /^(\d)(?:[.,](\d{1,20}))?E\+?(\d{1,2})$/i.exec(cell) ?? []
  if (!integerDigit) return null
  return fraction.length === Number(exponent) ? integerDigit + fraction : ''
}

const KEYPAD_LETTERS: readonly string[] = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ']

/** Reads numbers such as `1-800-FLOWERS` and `(630) 555-HOME`. */
function readVanityNumber(cell: string): string | null {
  const [, prefix, letters] = /^(?:\+?1[-. ]?)?\(?(\d{3})\)?[-. ]?([A-Z\d-]{7,14})$/.exec(cell) ?? []
  if (!prefix || !letters || !/[A-Z]{3}/.test(letters)) return null
  const digits = letters
    .replace(/-/g, '')
    .slice(0, 7)
    .replace(/[A-Z]/g, (letter) => String(KEYPAD_LETTERS.findIndex((keys) => keys.includes(letter)) + 2))
  return normalizePhone(prefix + digits).e164
}

function readRuns(cell: string, kind: PhoneKind | null): PhoneCell {
  const phones: PhoneInCell[] = []
  let isLabelFirst: boolean | null = null
  let nextKind: PhoneKind | null = null
  let nextNote = ''
  let end = 0
  const addNote = (phone: PhoneInCell | undefined, note: string): void => {
    if (phone && note) phone.note = phone.note ? `${phone.note}; ${note}` : note
  }
  const addWords = (words: string, precedesNumber: boolean): void => {
    const { kind: labelKind, note: remark } = readLabel(words)
    const lastPhone = phones.at(-1)
    if (precedesNumber) {
      nextKind = labelKind ?? nextKind
      nextNote = remark
      return
    }
    addNote(lastPhone, remark)
    if (labelKind && lastPhone) lastPhone.kind = labelKind
  }
  const addNumber = (text: string): void => {
    phones.push({ phone: text, kind: nextKind ?? kind })
    addNote(phones.at(-1), nextNote)
    nextKind = null
    nextNote = ''
  }
  for (const match of cell.matchAll(DIGIT_RUN_PATTERN)) {
    const textBetween = cell.slice(end, match.index)
    const digits = match[0].replace(/\D/g, '')
    if (digits.length < MIN_DIGITS) {
      if (phones.length > 0 && EXTENSION_PATTERN.test(textBetween)) {
        addNote(phones.at(-1), `ext. ${digits}`)
        end = match.index + match[0].length
      }
      continue
    }
    isLabelFirst ??=
      phones.length === 0 && (readLabel(textBetween).kind !== null || /\p{L}:\s*$/u.test(textBetween))
    const [previousWords, nextWords] = splitWords(textBetween, {
      hasPrevious: phones.length > 0,
      isLabelFirst,
    })
    addWords(previousWords, false)
    addWords(nextWords, true)
    for (const number of numbersOf(match[0])) addNumber(number)
    end = match.index + match[0].length
  }
  addWords(cell.slice(end), false)
  if (phones.length === 0 && cell.length <= MAX_RAW_PHONE_LENGTH && /\d/.test(cell)) {
    return { phones: [{ phone: cell, kind }], note: null }
  }
  if (phones.length === 0 && !KIND_OF_WORD.has(cell.toLowerCase())) return { phones, note: cell }
  return { phones, note: null }
}

/** Assigns words between two numbers to the previous or the next one. */
function splitWords(
  textBetween: string,
  { hasPrevious, isLabelFirst }: { hasPrevious: boolean; isLabelFirst: boolean },
): [string, string] {
  if (!hasPrevious) return ['', textBetween]
  const separator = /[,;|&]|\b(?:or|and)\b|::+/i.exec(textBetween)
  if (separator)
    return [textBetween.slice(0, separator.index), textBetween.slice(separator.index + separator[0].length)]
  return isLabelFirst && !textBetween.trimStart().startsWith('(') ? ['', textBetween] : [textBetween, '']
}

function readLabel(text: string): { kind: PhoneKind | null; note: string } {
  let kind: PhoneKind | null = null
  const noteWords: string[] = []
  for (const word of text.split(/[\s,;|&:/()[\]"=.#*-]+/)) {
    const key = word.toLowerCase()
    if (key === '' || key === 'or' || key === 'and' || NEUTRAL_WORDS.has(key)) continue
    const wordKind = KIND_OF_WORD.get(key)
    if (wordKind) kind ??= wordKind
    else noteWords.push(word)
  }
  return { kind, note: noteWords.join(' ') }
}

/** Reads the numbers in a run of digits: usually one, sometimes two separated by a space or slash. */
function numbersOf(run: string): string[] {
  const text = run.replace(/[\s(./\u2010-\u2015-]+$/, '').replace(/[\u2010-\u2015]/g, '-')
  const number = readNumber(text)
  if (number) return [number]
  const parts = text.split('/').map((part) => part.trim())
  if (parts.length > 1 && parts.every((part) => part.replace(/\D/g, '').length >= MIN_DIGITS)) {
    return parts.flatMap(numbersOf)
  }
  const words = text
    .replace(/\(/g, ' (')
    .replace(/^((?:1?[2-9]\d{9}){2,4})$/, (digits) => digits.replace(/1?[2-9]\d{9}/g, '$& '))
    .split(/[\s/]+/)
    .filter(Boolean)
  const [firstWord = ''] = words
  return (
    numbersByLength(words) ??
    // A short first word isn't part of the number: "Room 12 630-555-0142".
    (firstWord.length < 4 && !firstWord.startsWith('+') ? numbersByLength(words.slice(1)) : null) ?? [
      text.slice(0, MAX_RAW_PHONE_LENGTH),
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

/** Joins words into numbers of ten digits, or eleven with a leading 1. */
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
