import { cleanText } from '../identity/name.ts'
import { birthYearsInRemarks, type ListedName } from './listed-name.ts'

/** An entry of the primary file: its number, and its name if it is an individual. */
export type PrimaryRow = { entityNumber: string; individual: ListedName | null }

const PRIMARY_COLUMNS = 12
const ALIAS_COLUMNS_MIN = 4
const NAME_MAX = 350
const PROGRAM_MAX = 200

/** Marks an empty field in these files. */
const EMPTY = '-0-'

/** Reads a row of `sdn.csv`: 12 columns without a header (number, name, type, program, …, remarks). */
export function primaryRow(cells: readonly string[]): PrimaryRow | { problem: string } {
  if (cells.length !== PRIMARY_COLUMNS)
    return { problem: `it has ${cells.length} values instead of ${PRIMARY_COLUMNS}` }
  const [number, name, type, program] = cells.slice(0, 4).map(fieldOf)
  if (!number || !/^\d{1,9}$/.test(number)) return { problem: 'its entry number is not a number' }
  if (type?.toLowerCase() !== 'individual') return { entityNumber: number, individual: null }
  if (!isName(name)) return { problem: 'its name is missing or too long' }
  const individual: ListedName = {
    ...{ entityNumber: number, name, kind: 'primary', strength: null },
    program: program?.slice(0, PROGRAM_MAX) ?? null,
    birthYears: birthYearsInRemarks(fieldOf(cells.at(-1)) ?? ''),
  }
  return { entityNumber: number, individual }
}

/** Reads a row of `alt.csv`: entry number, name number, `aka`, `fka` or `nka`, name, remarks. */
export function aliasRow(
  cells: readonly string[],
): { entityNumber: string; name: string; kind: ListedName['kind'] } | { problem: string } {
  if (cells.length < ALIAS_COLUMNS_MIN)
    return { problem: `it has ${cells.length} values instead of ${ALIAS_COLUMNS_MIN + 1}` }
  const [number, , type, name] = cells.slice(0, ALIAS_COLUMNS_MIN).map(fieldOf)
  if (!number || !/^\d{1,9}$/.test(number)) return { problem: 'its entry number is not a number' }
  if (!isName(name)) return { problem: 'its name is missing or too long' }
  return { entityNumber: number, name, kind: aliasKind(type) }
}

/** Reads `fka`, `n.k.a.` and so on; anything else is `aka`. */
export function aliasKind(type: string | null | undefined): ListedName['kind'] {
  const letters = (type ?? '').toLowerCase().replace(/[^a-z]/g, '')
  return letters === 'fka' || letters === 'nka' ? letters : 'aka'
}

/** Tells if a text can be a name on the list. */
export function isName(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text.length <= NAME_MAX && /\p{L}/u.test(text)
}

function fieldOf(cell: string | undefined): string | null {
  const text = cleanText((cell ?? '').replace(/\p{Cc}/gu, ' ').toWellFormed())
  return text === '' || text === EMPTY ? null : text
}
