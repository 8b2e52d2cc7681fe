import { assembleContact } from './assemble-contact.ts'
import { CsvTextDecoder } from './csv-encoding.ts'
import { CsvFileError } from './csv-file-error.ts'
import type { CsvRow } from './csv-rows.ts'
import { yieldToEventLoop } from './csv-source.ts'
import { foreignFileKind } from './file-signature.ts'
import { trimRaw } from './raw-contact.ts'
import { type ParsedCard, VCardReader } from './vcard-parse.ts'

/** Bytes parsed per step, which takes a few milliseconds. */
const DECODE_BATCH_BYTES = 16 * 1024

/**
 * Reads an address book in constant memory, counting cards from 1: each as a contact or a described problem (`Card 3:
 * Last Name is missing`). Lets other work run every few milliseconds.
 * @throws {CsvFileError} when the file isn't a vCard file or has no card
 */
export async function* readVCardRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow> {
  const decoder = new CsvTextDecoder()
  const reader = new VCardReader()
  let row = 0
  let isFirst = true
  for await (const chunk of chunks) {
    if (isFirst) rejectForeignFile(chunk)
    isFirst = false
    for (let start = 0; start < chunk.length; start += DECODE_BATCH_BYTES) {
      const text = decoder.push(chunk.subarray(start, start + DECODE_BATCH_BYTES))
      for (const card of reader.push(text)) yield rowOf(card, ++row)
      await yieldToEventLoop()
    }
  }
  for (const card of reader.push(decoder.end())) yield rowOf(card, ++row)
  for (const card of reader.end()) yield rowOf(card, ++row)
  if (row === 0) {
    throw new CsvFileError('This file has no contacts in it. Export your contacts as vCard and try again.')
  }
}

function rejectForeignFile(bytes: Uint8Array): void {
  const kind = foreignFileKind(bytes)
  if (kind)
    throw new CsvFileError(`This file is ${kind}, not vCard. Export the contacts as vCard and try again.`)
}

function rowOf(card: ParsedCard, row: number): CsvRow {
  const result = assembleContact(card)
  if (!result.ok) {
    const { ok: _, problems, raw, ...extras } = result
    return { row, problem: `Card ${row}: ${problems.join('; ')}`, raw: trimRaw(raw), ...extras }
  }
  const { contact, warnings } = result
  const allWarnings = card.isCut
    ? [...warnings, 'The card is too long, so we left out the end of it']
    : warnings
  return allWarnings.length > 0 ? { row, draft: contact, warnings: allWarnings } : { row, draft: contact }
}
