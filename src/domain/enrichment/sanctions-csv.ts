import { storableLine } from '../identity/name.ts'
import { birthYearsInRemarks, type ListedName } from './listed-name.ts'

/** An entry of the primary file: its number, and its name if it is an individual. */
export type PrimaryRow = { entityNumber: string; individual: ListedName | null }

const PRIMARY_COLUMNS = 12
const MIN_ALIAS_COLUMNS = 4
const MAX_NAME_LENGTH = 350
const MAX_PROGRAM_LENGTH = 200

/** Marks an empty field in these files. */
const EMPTY_FIELD = '-0-'

/** Reads a row of `sdn.csv`: 12 columns without a header (number, name, type, program, …, remarks). */
export function parsePrimaryRow(cells: readonly string[]): PrimaryRow | { problem: string } {
  if (cells.length !== PRIMARY_COLUMNS)
    return { problem: `it has ${cells.length} values instead of ${PRIMARY_COLUMNS}` }
  const [number, name, type, program] = cells.slice(0, 4).map(fieldOf)
  if (!number || !/^\d{1,9}$/.test(number)) return { problem: 'its entry number is not a number' }
  if (type?.toLowerCase() !== 'individual') return { entityNumber: number, individual: null }
  if (!isName(name)) return { problem: 'its name is missing or too long' }
  const individual: ListedName = {
    ...{ entityNumber: number, name, kind: 'primary', strength: null },
    program: program?.slice(0, MAX_PROGRAM_LENGTH) ?? null,
    birthYears: birthYearsInRemarks(fieldOf(cells.at(-1)) ?? ''),
  }
  return { entityNumber: number, individual }
}

/** Reads a row of `alt.csv`: entry number, name number, `aka`, `fka` or `nka`, name, remarks. */
export function parseAliasRow(
  cells: readonly string[],
): { entityNumber: string; name: string; kind: ListedName['kind'] } | { problem: string } {
  if (cells.length < MIN_ALIAS_COLUMNS)
    return { problem: `it has ${cells.length} values instead of ${MIN_ALIAS_COLUMNS + 1}` }
  const [number, , type, name] = cells.slice(0, MIN_ALIAS_COLUMNS).map(fieldOf)
  if (!number || !/^\d{1,9}$/.test(number)) return { problem: 'its entry number is not a number' }
  if (!isName(name)) return { problem: 'its name is missing or too long' }
  return { entityNumber: number, name, kind: aliasKind(type) }
}

/** Reads `fka`, `n.k.a.` and so on; anything else is `aka`. */
export function aliasKind(type: string | null | undefined): ListedName['kind'] {
  const letters = (type ?? '').toLowerCase().replace(/[^a-z]/g, '')
  return letters === 'fka' || letters === 'nka' ? letters : 'aka'
}

/** True if a text can be a name on the list. */
export function isName(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text.length <= MAX_NAME_LENGTH && /\p{L}/u.test(text)
}

function fieldOf(cell: string | undefined): string | null {
  const text = storableLine(cell ?? '')
  return text === '' || text === EMPTY_FIELD ? null : text
}
