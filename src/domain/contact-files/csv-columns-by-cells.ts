import { fold } from '../identity/name.ts'
import { type Candidate, HALF, MIN_SHAPE_SHARE, NOT_DETECTED_BY_CELLS } from './csv-column.ts'
import { type AddressPart, addressPartOf } from './csv-fields.ts'

/** Titles whose digits are neither phone numbers nor ZIP codes. */
const NUMBER_TITLE_PATTERN =
  /\b(?:ids?|nos?|nr|num|number|code|keys?|mls|parcel|folio|strap|cpf|cnpj|nif|dni|nie|cif|siret|siren|rfc|curp|tin|geo|apn|pin|accounts?|orders?|invoice|fips|ssn|ein|created|dates?|times?|timestamp|ref|index|licen[sc]e|loan|tax|amount|price|value|lot|case|polic[iy]|sku|uuid|total|balance|sq ?ft|size|year|acres|income|score|population|count|rent|salary|budget|fax|\w{3,}(?:id|nbr|num))\b/

/** Recognizes columns with unknown headers by their cells. */
export function recognizeByCells(candidates: Candidate[]): void {
  const isOpen = ({ field, rank, shapes }: Candidate) =>
    field === null && rank !== NOT_DETECTED_BY_CELLS && shapes.filled > 0
  const isHeaderless = candidates.every(({ title }) => title === '')
  for (const guessByCells of [guessContactPoint, guessStreet, guessZipOrState]) {
    for (const candidate of candidates.filter(isOpen)) {
      const guess = guessByCells(candidate, { candidates, isHeaderless })
      if (guess) Object.assign(candidate, guess)
    }
  }
  if (isHeaderless) guessHeaderlessColumns(candidates)
  else guessFullName(candidates, candidates.filter(isOpen))
}

type CellContext = { candidates: readonly Candidate[]; isHeaderless: boolean }
type CellGuess = Pick<Candidate, 'field' | 'confidence'> | null

function guessContactPoint({ title, shapes: { share, filled } }: Candidate): CellGuess {
  if (share('email') >= 0.7)
    return { field: 'email', confidence: title === '' || filled > 2 ? 'likely' : 'guess' }
  return share('phone') >= MIN_SHAPE_SHARE && !isNumberTitle(title)
    ? { field: 'phone', confidence: 'likely' }
    : null
}

function guessStreet(
  { shapes: { share, filled } }: Candidate,
  { candidates, isHeaderless }: CellContext,
): CellGuess {
  if ((filled < 2 && !isHeaderless) || hasPart(candidates, 'address', 'fullAddress')) return null
  if (share('address') >= 0.7) return { field: 'fullAddress', confidence: 'likely' }
  return share('street') >= MIN_SHAPE_SHARE && share('zip') < HALF
    ? { field: 'address', confidence: 'likely' }
    : null
}

function guessZipOrState({ title, shapes }: Candidate, { candidates, isHeaderless }: CellContext): CellGuess {
  const { share, filled, distinct } = shapes
  if (filled < 2 && !isHeaderless) return null
  const hasAddressColumn = hasPart(candidates, 'city', 'state', 'address')
  const confidence = hasAddressColumn ? 'likely' : 'guess'
  const isZip = share('zip') >= 0.9 && !isNumberTitle(title) && !hasPart(candidates, 'zipCode', 'fullAddress')
  if (isZip) return { field: 'zipCode', confidence }
  const isState = share('state') >= 0.9 && share('flag') < HALF && !hasPart(candidates, 'state')
  return isState && (hasAddressColumn || distinct > 1) ? { field: 'state', confidence } : null
}

function guessFullName(candidates: readonly Candidate[], openColumns: readonly Candidate[]): void {
  if (candidates.some(({ field }) => field === 'fullName' || field === 'firstName' || field === 'lastName'))
    return
  const nameColumn = openColumns.find(
    ({ shapes }) =>
      shapes.filled >= 2 &&
      shapes.share('name') >= MIN_SHAPE_SHARE &&
      shapes.distinct >= shapes.filled * MIN_SHAPE_SHARE,
  )
  if (nameColumn) Object.assign(nameColumn, { field: 'fullName', confidence: 'guess' })
}

function isNumberTitle(title: string): boolean {
  return NUMBER_TITLE_PATTERN.test(fold(title).replace(/[_\W]+/g, ' '))
}

function hasPart(candidates: readonly Candidate[], ...parts: AddressPart[]): boolean {
  return candidates.some(({ field }) => {
    const addressPart = field && addressPartOf(field)
    return addressPart ? parts.includes(addressPart.part) : false
  })
}

/** Guesses columns of files without a header: names first, the city before its state or after the street. */
function guessHeaderlessColumns(candidates: Candidate[]): void {
  const isText = ({ field, shapes }: Candidate) =>
    field === null &&
    shapes.filled > 0 &&
    shapes.share('words') >= MIN_SHAPE_SHARE &&
    shapes.share('flag') < HALF &&
    shapes.share('date') < HALF &&
    shapes.share('digits') < HALF
  const street = candidates.findIndex(({ field }) => field === 'address')
  const state = candidates.findIndex(({ field }) => field === 'state')
  const zip = candidates.findIndex(({ field }) => field === 'zipCode')
  const cityIndex = state > 0 ? state - 1 : street >= 0 ? street + 1 : zip > 0 ? zip - 1 : -1
  const city = candidates[cityIndex]
  if (city && isText(city)) Object.assign(city, { field: 'city', confidence: 'guess' })
  const fullName = candidates.find((candidate) => isText(candidate) && candidate.shapes.share('name') >= HALF)
  const wordColumns = candidates.filter(
    (candidate) => isText(candidate) && candidate.shapes.share('oneWord') >= HALF,
  )
  const [firstWordColumn, secondWordColumn] = wordColumns
  if (
    firstWordColumn &&
    secondWordColumn &&
    (!fullName || candidates.indexOf(firstWordColumn) < candidates.indexOf(fullName))
  ) {
    Object.assign(firstWordColumn, { field: 'firstName', confidence: 'guess' })
    Object.assign(secondWordColumn, { field: 'lastName', confidence: 'guess' })
  } else if (fullName) Object.assign(fullName, { field: 'fullName', confidence: 'guess' })
}
