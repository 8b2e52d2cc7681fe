import { nameWord } from './name-words.ts'

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Words that no person's name has. */
const COMPANY_WORDS = wordsOf(
  'llc inc incorporated corp corporation ltd limited llp lllp pllc plc gmbh trust trusts holdings properties realty investments ' +
    'enterprises services solutions management mgmt association assn hoa foundation partnership ministries ministry hospital university ' +
    'apartments condominium condominiums associates restaurant insurance mortgage construction contractors builders consulting ' +
    'technologies systems industries development developers lending rentals roofing plumbing landscaping company dba homeowners ' +
    'cooperative authority commission committee council department dept',
)

/** Surnames as well: taken as companies beside a word that tells. */
const DOUBTFUL_WORDS = wordsOf(
  'church bank college school homes group center partners co lp capital ventures club estate estates fund temple clinic farms ranch motors',
)
const HINTS = wordsOf(
  'of the first national community baptist united methodist lutheran catholic county city state federal credit savings high elementary ' +
    'public american home real family medical dental health and & living',
)

/** Whether a name is one of a company, trust, estate, church or office. */
export function isCompanyName(text: string): boolean {
  const words = text
    .split(/[\s,]+/)
    .map(nameWord)
    .filter(Boolean)
  if (words.some((word) => COMPANY_WORDS.has(word))) return true
  const start = words.slice(0, 2).join(' ')
  if (/^(?:estate|city|county|town|village|state|bank|church) of$/.test(start)) return true
  return (
    words.length > 2 &&
    words.some((word) => DOUBTFUL_WORDS.has(word)) &&
    words.some((word) => HINTS.has(word))
  )
}
