import type { PropertyData } from '#domain/enrichment/property-record.ts'
import { textAt, valueAt } from './raw-fields.ts'
import { createRejectedFields, plausibleDate, plausibleNumber, type Reading } from './rejected-fields.ts'

type FactGroup = Exclude<keyof PropertyData, 'saleHistory' | 'mortgages' | 'ownerNames' | 'listing'>
type Fact = string | number | boolean | null

/**
 * `positive`: a number where 0 means unknown; `number`: 0 is a value; `degrees`: may be negative; `year`: up to five years
 * ahead; `flag`: `Y`, `True` or 1; `date`: not in the future; `owner`: full name of an owner.
 */
type Kind = 'text' | 'number' | 'positive' | 'degrees' | 'year' | 'flag' | 'date' | 'owner'
/** `max`: larger numbers are impossible. */
type Field = readonly [path: string, kind: Kind, max?: number]
type Group = Record<string, Field>

const MAX_NUMBER = 1e10
const MIN_YEAR = 1600

/** Fields of each section of the Property tab: shown name → path in the ATTOM profile and kind. */
const GROUPS: Record<FactGroup, Group> = {
  buildingSize: {
    buildingSquareFeet: ['building.size.bldgSize', 'positive'],
    livingSquareFeet: ['building.size.livingSize', 'positive'],
    grossSquareFeet: ['building.size.grossSize', 'positive'],
    universalSquareFeet: ['building.size.universalSize', 'positive'],
    groundFloorSquareFeet: ['building.size.groundFloorSize', 'positive'],
    sizeBasis: ['building.size.sizeInd', 'text'],
  },
  rooms: {
    bedrooms: ['building.rooms.beds', 'positive', 100],
    bathsTotal: ['building.rooms.bathsTotal', 'positive', 99],
    bathsFull: ['building.rooms.bathsFull', 'number', 90],
    bathsHalf: ['building.rooms.bathsHalf', 'number', 90],
    roomsTotal: ['building.rooms.roomsTotal', 'positive', 300],
  },
  construction: {
    constructionType: ['building.construction.constructionType', 'text'],
    foundation: ['building.construction.foundationType', 'text'],
    frame: ['building.construction.frameType', 'text'],
    roofCover: ['building.construction.roofCover', 'text'],
    roofShape: ['building.construction.roofShape', 'text'],
    walls: ['building.construction.wallType', 'text'],
    condition: ['building.construction.condition', 'text'],
  },
  parking: {
    garageType: ['building.parking.garageType', 'text'],
    parkingType: ['building.parking.prkgType', 'text'],
    parkingSquareFeet: ['building.parking.prkgSize', 'positive'],
    spaces: ['building.parking.prkgSpaces', 'number', 10_000],
  },
  summary: {
    propertyType: ['summary.propType', 'text'],
    propertyClass: ['summary.propClass', 'text'],
    landUse: ['summary.propLandUse', 'text'],
    yearBuilt: ['summary.yearBuilt', 'year'],
    levels: ['building.summary.levels', 'positive', 200],
    style: ['building.summary.archStyle', 'text'],
    units: ['building.summary.unitsCount', 'positive', 10_000],
    occupancy: ['summary.absenteeInd', 'text'],
    quitclaim: ['summary.quitClaimFlag', 'flag'],
    lastQuitclaim: ['summary.dateOfLastQuitClaim', 'date'],
    bankOwned: ['summary.REOflag', 'flag'],
    legalDescription: ['summary.legal1', 'text'],
    latitude: ['location.latitude', 'degrees'],
    longitude: ['location.longitude', 'degrees'],
    accuracy: ['location.accuracy', 'text'],
  },
  interior: {
    basementSquareFeet: ['building.interior.bsmtSize', 'positive'],
    basementType: ['building.interior.bsmtType', 'text'],
    basementFinish: ['building.interior.bsmtFinishedPercent', 'number', 100],
    fireplaces: ['building.interior.fplcCount', 'number', 100],
    fireplaceType: ['building.interior.fplcType', 'text'],
    floors: ['building.interior.floors', 'text'],
  },
  utilities: {
    heating: ['utilities.heatingType', 'text'],
    heatingFuel: ['utilities.heatingFuel', 'text'],
    cooling: ['utilities.coolingType', 'text'],
    water: ['utilities.waterType', 'text'],
    sewer: ['utilities.sewerType', 'text'],
    energy: ['utilities.energyType', 'text'],
  },
  lot: {
    acres: ['lot.lotSize1', 'positive'],
    squareFeet: ['lot.lotSize2', 'positive'],
    depthFeet: ['lot.depth', 'positive'],
    frontageFeet: ['lot.frontage', 'positive'],
    lotNumber: ['lot.lotNum', 'text'],
    pool: ['lot.poolType', 'text'],
    zoning: ['lot.siteZoningIdent', 'text'],
  },
  assessment: {
    marketTotal: ['assessment.market.mktTtlValue', 'positive'],
    marketLand: ['assessment.market.mktLandValue', 'positive'],
    marketImprovements: ['assessment.market.mktImprValue', 'positive'],
    assessedTotal: ['assessment.assessed.assdTtlValue', 'positive'],
    assessedLand: ['assessment.assessed.assdLandValue', 'positive'],
    assessedImprovements: ['assessment.assessed.assdImprValue', 'positive'],
  },
  tax: {
    amount: ['assessment.tax.taxAmt', 'number'],
    year: ['assessment.tax.taxYear', 'year'],
    perSquareFoot: ['assessment.tax.taxPerSizeUnit', 'positive'],
    exemption: ['assessment.tax.exemptiontype', 'text'],
    delinquentYear: ['assessment.delinquentYear', 'year'],
  },
  owner: {
    owner1: ['owner1', 'owner'],
    owner2: ['owner2', 'owner'],
    owner3: ['owner3', 'owner'],
    owner4: ['owner4', 'owner'],
    ownerType: ['assessment.owner.type', 'text'],
    corporate: ['assessment.owner.corporateIndicator', 'flag'],
    absenteeStatus: ['assessment.owner.absenteeOwnerStatus', 'text'],
    mailingAddress: ['assessment.owner.mailingAddressOneLine', 'text'],
  },
  area: {
    county: ['area.countrySecSubd', 'text'],
    municipality: ['area.munName', 'text'],
    subdivision: ['area.subdName', 'text'],
    censusTract: ['area.censusTractIdent', 'text'],
    taxCodeArea: ['area.taxCodeArea', 'text'],
    parcel: ['identifier.apn', 'text'],
    fips: ['identifier.fips', 'text'],
    attomId: ['identifier.attomId', 'text'],
  },
}

/** Reads the twelve groups of facts; unknown facts are omitted. */
export function factsOf(raw: unknown, reading: Reading): Pick<PropertyData, FactGroup> {
  const group = (name: FactGroup) => read(raw, name, reading)
  return {
    buildingSize: group('buildingSize'),
    rooms: group('rooms'),
    construction: group('construction'),
    parking: group('parking'),
    summary: group('summary'),
    interior: group('interior'),
    utilities: group('utilities'),
    lot: group('lot'),
    assessment: group('assessment'),
    tax: group('tax'),
    owner: group('owner'),
    area: group('area'),
  }
}

function read(raw: unknown, group: FactGroup, reading: Reading): Record<string, Fact> {
  const facts: Record<string, Fact> = {}
  for (const { name, field, words } of FIELDS[group]) {
    const value = factOf(raw, field, words, reading)
    if (value !== null) facts[name] = value
  }
  return facts
}

/** Groups whose fact names need the group's name to be clear. */
const NAMED_WITH_GROUP: readonly FactGroup[] = ['lot', 'tax']

/** Field name in words for the agent: `tax amount`, `rooms total`. */
function fieldName(group: FactGroup, name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return NAMED_WITH_GROUP.includes(group) ? `${group} ${words}` : words
}

type NamedField = { name: string; field: Field; words: string }

const namedFields = ([group, fields]: [string, Group]): [string, NamedField[]] => [
  group,
  Object.entries(fields).map(([name, field]) => ({
    name,
    field,
    words: fieldName(group as FactGroup, name),
  })),
]
const FIELDS = Object.fromEntries(Object.entries(GROUPS).map(namedFields)) as Record<FactGroup, NamedField[]>

function factOf(
  raw: unknown,
  [path, kind, max = MAX_NUMBER]: Field,
  name: string,
  { refusals, today }: Reading,
): Fact {
  const number = (min: number, highest: number) => plausibleNumber(refusals, name, raw, path, [min, highest])
  switch (kind) {
    case 'text':
      return textAt(raw, path)
    case 'number':
      return number(0, max)
    case 'positive':
      return number(0, max) || null
    case 'degrees':
      return number(-180, 180)
    case 'year': {
      // 0 and 1 mean an unknown year.
      const unknown = plausibleNumber(createRejectedFields(), name, raw, path, [0, 1]) !== null
      return unknown ? null : number(MIN_YEAR, Number(today.slice(0, 4)) + 5)
    }
    case 'date':
      return plausibleDate(refusals, name, raw, path, today)?.day ?? null
    case 'flag':
      return flagAt(raw, path)
    case 'owner':
      return ownerNameAt(raw, path)
  }
}

/** Reads the name of `owner1` to `owner4`, first name first; responses contain its parts, the full name or both. */
export function ownerNameAt(raw: unknown, owner: string): string | null {
  for (const path of [`assessment.owner.${owner}`, `owner.${owner}`]) {
    const first = textAt(raw, `${path}.firstNameAndMi`)
    const last = textAt(raw, `${path}.lastName`)
    const name = first && last ? `${first} ${last}` : (textAt(raw, `${path}.fullName`) ?? last ?? first)
    if (name) return name
  }
  return null
}

function flagAt(raw: unknown, path: string): boolean | null {
  const value = valueAt(raw, path)
  if (typeof value === 'boolean') return value
  const text = textAt(raw, path)?.toLowerCase()
  if (text === undefined) return null
  return text === 'y' || text === 'yes' || text === 'true' || text === '1'
}
