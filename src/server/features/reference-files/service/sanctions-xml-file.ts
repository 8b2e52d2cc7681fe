import { createReadStream } from 'node:fs'
import sax from 'sax'
import { birthYearsIn, type ListedName } from '#domain/enrichment/listed-name.ts'
import { aliasKind, isName } from '#domain/enrichment/sanctions-csv.ts'
import { cleanText } from '#domain/identity/name.ts'
import { ReferenceFileError, type RowResult } from './file-rows.ts'

const MAX_TEXT_LENGTH = 1000
const MAX_PROGRAM_LENGTH = 200
const MAX_ALIASES = 1000

type Name = { last: string; first: string; type: string; category: string }
type Entry = { uid: string; type: string; name: Name; programs: string[]; births: string[]; aliases: Name[] }

const emptyName = (): Name => ({ last: '', first: '', type: '', category: '' })

/**
 * Names of individuals in `sdn.xml`, entry by entry. Calls `onListDate` with the publication date.
 * @throws {ReferenceFileError} for a file that is truncated, malformed or not this list
 */
export async function* readSanctionsXmlNames(
  path: string,
  signal: AbortSignal,
  onListDate: (day: string) => void,
): AsyncGenerator<RowResult<ListedName>> {
  const reader = createEntryReader(onListDate)
  const decoder = new TextDecoder()
  for await (const chunk of createReadStream(path, { signal })) {
    reader.write(decoder.decode(chunk, { stream: true }))
    yield* reader.takeNames()
  }
  reader.close(decoder.decode())
  yield* reader.takeNames()
}

/** Builds entries from parser events, and names from entries. */
function createEntryReader(onListDate: (day: string) => void) {
  const parser = sax.parser(true, { position: true })
  const path: string[] = []
  const names: RowResult<ListedName>[] = []
  let text = ''
  let entry: Entry | null = null
  let isList = false

  parser.onerror = () => {
    throw new ReferenceFileError(`The XML is incomplete or malformed near line ${parser.line + 1}`)
  }
  parser.onopentag = ({ name }) => {
    const tag = localName(name)
    if (path.length === 0 && tag !== 'sdnlist')
      throw new ReferenceFileError("The XML isn't the SDN list (sdn.xml)")
    isList = true
    path.push(tag)
    text = ''
    if (tag === 'sdnentry')
      entry = { uid: '', type: '', name: emptyName(), programs: [], births: [], aliases: [] }
    if (tag === 'aka' && entry && entry.aliases.length < MAX_ALIASES) entry.aliases.push(emptyName())
  }
  const addText = (chunk: string) => {
    if (text.length < MAX_TEXT_LENGTH) text += chunk.slice(0, MAX_TEXT_LENGTH)
  }
  parser.ontext = addText
  parser.oncdata = addText
  parser.onclosetag = () => {
    const tag = path.pop() ?? ''
    const parent = path.at(-1) ?? ''
    const value = cleanText(text.replace(/\p{Cc}/gu, ' ').toWellFormed())
    text = ''
    if (tag === 'publish_date') reportListDate(value, onListDate)
    if (!entry) return
    if (tag === 'sdnentry') {
      names.push(...namesOf(entry, parser.line + 1))
      entry = null
    } else setField(entry, parent, tag, value)
  }
  return {
    write: (chunk: string) => void parser.write(chunk),
    close(chunk: string) {
      parser.write(chunk).close()
      if (!isList) throw new ReferenceFileError('The file is empty')
    },
    takeNames: () => names.splice(0),
  }
}

/** Tag name without a namespace prefix. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}

function setField(entry: Entry, parent: string, tag: string, value: string): void {
  if (parent === 'programlist' && tag === 'program') entry.programs.push(value)
  if (parent === 'dateofbirthitem' && tag === 'dateofbirth') entry.births.push(value)
  if (parent === 'sdnentry' && tag === 'uid') entry.uid = value
  if (parent === 'sdnentry' && tag === 'sdntype') entry.type = value.toLowerCase()
  const name = parent === 'sdnentry' ? entry.name : parent === 'aka' ? entry.aliases.at(-1) : undefined
  if (!name) return
  if (tag === 'lastname') name.last = value
  if (tag === 'firstname') name.first = value
  if (tag === 'type') name.type = value
  if (tag === 'category') name.category = value.toLowerCase()
}

function namesOf(entry: Entry, line: number): RowResult<ListedName>[] {
  if (entry.type !== 'individual') return []
  const skippedRow = (reason: string): RowResult<ListedName> => ({ skipped: { line, reason } })
  if (!/^\d{1,9}$/.test(entry.uid)) return [skippedRow('its entry number is not a number')]
  const common = {
    entityNumber: entry.uid,
    program: [...new Set(entry.programs)].join('; ').slice(0, MAX_PROGRAM_LENGTH) || null,
    birthYears: birthYearsIn(entry.births.join(' ; ')),
  }
  const parse = (name: Name, kind: ListedName['kind']): RowResult<ListedName> => {
    const fullName = [name.last, name.first].filter((part) => part !== '').join(', ')
    if (!isName(fullName)) return skippedRow('its name is missing or too long')
    const strength = name.category === 'weak' || name.category === 'strong' ? name.category : null
    return { line, row: { ...common, name: fullName, kind, strength } }
  }
  return [parse(entry.name, 'primary'), ...entry.aliases.map((alias) => parse(alias, aliasKind(alias.type)))]
}

function reportListDate(value: string, onListDate: (day: string) => void): void {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value) ?? []
  if (year && month && day) onListDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}
