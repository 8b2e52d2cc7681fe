import { createRegistryReader } from '#domain/compliance/do-not-call-file.ts'
import { hasShape, shapesOf } from '#domain/contact-files/cell-shapes.ts'
import { parseFileDate } from '#domain/contact-files/file-date.ts'
import { readPickedContacts } from '#server/features/imports/service/bulk-rows.ts'
import { unsubscribeTokenOf } from '#server/platform/http/one-click.ts'
import type { BudgetCase } from '../budget-case.ts'
import { hostileTexts } from '../hostile-texts.ts'

const PIECE_LENGTH = 1024
const FORM = { headers: { 'content-type': 'multipart/form-data; boundary=b' } }

/** Reads a do-not-call file as it arrives, in small pieces. */
function readRegistry(text: string) {
  const reader = createRegistryReader()
  for (let start = 0; start < text.length; start += PIECE_LENGTH)
    reader.read(text.slice(start, start + PIECE_LENGTH), () => {})
  reader.end(() => {})
  return reader.skipped()
}

const SHAPES = [
  ...(['email', 'date', 'phone', 'zip', 'state', 'street', 'address', 'name', 'words', 'url'] as const),
  ...(['flag', 'title', 'clientType', 'digits', 'serial', 'oneWord', 'placeLine'] as const),
]

function judgeCell(cell: string) {
  return [
    shapesOf([cell]).share('words'),
    parseFileDate(cell, true),
    SHAPES.map((shape) => hasShape(cell, shape)),
  ]
}

function readOneClick(body: string) {
  try {
    return unsubscribeTokenOf(FORM, Buffer.from(body), 'a')
  } catch {
    return null
  }
}

const registryFiles = new Map([
  ...hostileTexts(64 * 1024),
  ['a blank file', '\n'.repeat(1024 * 1024)],
  ['a tag without an end', `<ac val="${'1'.repeat(64 * 1024)}`],
])

export const cases: BudgetCase[] = [
  { name: 'do-not-call file', read: readRegistry, ordinaryText: '202,5550142\n', texts: registryFiles },
  {
    name: 'contact picked on a device',
    read: (text) => [...readPickedContacts([{ name: text, email: text, phone: text, address: text }])],
    ordinaryText: 'Anna Smith',
    texts: hostileTexts(500),
  },
  { name: 'format of a cell', read: judgeCell, ordinaryText: '5/6/1970', texts: hostileTexts(200) },
  {
    name: 'one-click form',
    read: readOneClick,
    ordinaryText: 'a',
    texts: new Map([
      ...hostileTexts(4096),
      ['names', 'name=List-Unsubscribe\n'.repeat(195)],
      ['lines', `name=List-Unsubscribe\n${'a\n'.repeat(2000)}`],
    ]),
  },
]
