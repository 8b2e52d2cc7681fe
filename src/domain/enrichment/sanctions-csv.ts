import { cleanText } from '../identity/name.ts'
import { birthYearsInRemarks, type ListedName } from './listed-name.ts'

/** An entry of the primary file: its number, and its primary name where it is an individual. */
export type PrimaryRow = { entityNumber: string; individual: ListedName | null }

const PRIMARY_COLUMNS = 12
const ALIAS_COLUMNS_MIN = 4
const NAME_MAX = 350
const PROGRAM_MAX = 200

/** How these files say that a field is empty. */
const EMPTY = '-0-'

/**
 * One row of `sdn.csv` (12 columns without a header: number, name, type, program, …, remarks), or what is wrong with
 * it. Entities, vessels and aircraft are no individuals.
 */
export function primaryRow(cells: readonly string[]): PrimaryRow | { problem: string } {
  if (cells.length !== PRIMARY_COLUMNS)
    return { problem: `it has ${cells.length} values in place of ${PRIMARY_COLUMNS}` }
  const [number, name, type, program] = cells.slice(0, 4).map(fieldOf)
  if (!number || !/^\d{1,9}$/.test(number)) return { problem: 'its entry number is no number' }
  if (type?.toLowerCase() !== 'individual') return { entityNumber: number, individual: null }
  if (!isName(name)) return { problem: 'it has no name, or one that is too long' }
  const individual: ListedName = {
    ...{ entityNumber: number, name, kind: 'primary', strength: null },
    program: program?.slice(0, PROGRAM_MAX) ?? null,
    birthYears: birthYearsInRemarks(fieldOf(cells.at(-1)) ?? ''),
  }
  return { entityNumber: number, individual }
}

/** One row of `alt.csv`: number of the entry, number of the name, `aka`, `fka` or `nka`, name, remarks. */
export function aliasRow(
  cells: readonly string[],
): { entityNumber: string; name: string; kind: ListedName['kind'] } | { problem: string } {
  if (cells.length < ALIAS_COLUMNS_MIN)
    return { problem: `it has ${cells.length} values in place of ${ALIAS_COLUMNS_MIN + 1}` }
  const [number, , type, name] = cells.slice(0, ALIAS_COLUMNS_MIN).map(fieldOf)
  if (!number || !/^\d{1,9}$/.test(number)) return { problem: 'its entry number is no number' }
  if (!isName(name)) return { problem: 'it has no name, or one that is too long' }
  return { entityNumber: number, name, kind: aliasKind(type) }
}

/** `aka`, `a.k.a.` and so on; what is neither formerly nor now known as is also known as. */
export function aliasKind(type: string | null | undefined): ListedName['kind'] {
  const letters = (type ?? '').toLowerCase().replace(/[^a-z]/g, '')
  return letters === 'fka' || letters === 'nka' ? letters : 'aka'
}

/** Whether a text can be a name on the list. */
export function isName(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text.length <= NAME_MAX && /\p{L}/u.test(text)
}

function fieldOf(cell: string | undefined): string | null {
  const text = cleanText((cell ?? '').replace(/\p{Cc}/gu, ' ').toWellFormed())
  return text === '' || text === EMPTY ? null : text
}
