import type { PropertyData } from '#domain/enrichment/property-record.ts'
import { numberAt, textAt, valueAt } from './raw-fields.ts'
import type { ResponseReader } from './response-reader.ts'

type FactGroup = Exclude<keyof PropertyData, 'saleHistory' | 'mortgages' | 'ownerNames' | 'listing'>
type Fact = string | number | boolean | null

const MAX_NUMBER = 1e10
const MIN_YEAR = 1600
export const OWNERS = ['owner1', 'owner2', 'owner3', 'owner4']

/**
 * Fields of each section of the Property tab: shown name, path in the ATTOM profile, kind unless it is text, and the
 * maximum, above which numbers are impossible.
 *
 * `positive`: a number where 0 means unknown; `number`: 0 is a value; `degrees`: may be negative; `year`: up to five years
 * ahead; `flag`: `Y`, `True` or 1; `date`: not in the future; `owner`: full name of an owner.
 */
const GROUP_TEXTS: Record<FactGroup, string> = {
  buildingSize: `
    buildingSquareFeet building.size.bldgSize positive, livingSquareFeet building.size.livingSize positive,
    grossSquareFeet building.size.grossSize positive,
    universalSquareFeet building.size.universalSize positive,
    groundFloorSquareFeet building.size.groundFloorSize positive, sizeBasis building.size.sizeInd`,
  rooms: `
    bedrooms building.rooms.beds positive 100, bathsTotal building.rooms.bathsTotal positive 99,
    bathsFull building.rooms.bathsFull number 90, bathsHalf building.rooms.bathsHalf number 90,
    roomsTotal building.rooms.roomsTotal positive 300`,
  construction: `
    constructionType building.construction.constructionType, foundation building.construction.foundationType,
    frame building.construction.frameType, roofCover building.construction.roofCover,
    roofShape building.construction.roofShape, walls building.construction.wallType,
    condition building.construction.condition`,
  parking: `
    garageType building.parking.garageType, parkingType building.parking.prkgType,
    parkingSquareFeet building.parking.prkgSize positive, spaces building.parking.prkgSpaces number 10000`,
  summary: `
    propertyType summary.propType, propertyClass summary.propClass, landUse summary.propLandUse,
    yearBuilt summary.yearBuilt year, levels building.summary.levels positive 200,
    style building.summary.archStyle, units building.summary.unitsCount positive 10000,
    occupancy summary.absenteeInd, quitclaim summary.quitClaimFlag flag,
    lastQuitclaim summary.dateOfLastQuitClaim date, bankOwned summary.REOflag flag,
    legalDescription summary.legal1, latitude location.latitude degrees, longitude location.longitude degrees,
    accuracy location.accuracy`,
  interior: `
    basementSquareFeet building.interior.bsmtSize positive, basementType building.interior.bsmtType,
    basementFinish building.interior.bsmtFinishedPercent number 100,
    fireplaces building.interior.fplcCount number 100, fireplaceType building.interior.fplcType,
    floors building.interior.floors`,
  utilities: `
    heating utilities.heatingType, heatingFuel utilities.heatingFuel, cooling utilities.coolingType,
    water utilities.waterType, sewer utilities.sewerType, energy utilities.energyType`,
  lot: `
    acres lot.lotSize1 positive, squareFeet lot.lotSize2 positive, depthFeet lot.depth positive,
    frontageFeet lot.frontage positive, lotNumber lot.lotNum, pool lot.poolType, zoning lot.siteZoningIdent`,
  assessment: `
    marketTotal assessment.market.mktTtlValue positive, marketLand assessment.market.mktLandValue positive,
    marketImprovements assessment.market.mktImprValue positive,
    assessedTotal assessment.assessed.assdTtlValue positive,
    assessedLand assessment.assessed.assdLandValue positive,
    assessedImprovements assessment.assessed.assdImprValue positive`,
  tax: `
    amount assessment.tax.taxAmt number, year assessment.tax.taxYear year,
    perSquareFoot assessment.tax.taxPerSizeUnit positive, exemption assessment.tax.exemptiontype,
    delinquentYear assessment.delinquentYear year`,
  owner: `
    owner1 owner1 owner, owner2 owner2 owner, owner3 owner3 owner, owner4 owner4 owner,
    ownerType assessment.owner.type, corporate assessment.owner.corporateIndicator flag,
    absenteeStatus assessment.owner.absenteeOwnerStatus, mailingAddress assessment.owner.mailingAddressOneLine`,
  area: `
    county area.countrySecSubd, municipality area.munName, subdivision area.subdName,
    censusTract area.censusTractIdent, taxCodeArea area.taxCodeArea, parcel identifier.apn,
    fips identifier.fips, attomId identifier.attomId`,
}

type Field = { name: string; label: string; path: string; kind: string; max: number }

/** Groups whose fact names need the group's name to be clear. */
const NAMED_WITH_GROUP = ['lot', 'tax']

/** Splits the fields of a group and adds their names in words for the agent: `tax amount`, `rooms total`. */
function fieldsOf([group, text]: [string, string]): [string, Field[]] {
  const fields = text.split(',').map((field) => {
    const [name = '', path = '', kind = 'text', max = MAX_NUMBER] = field.trim().split(' ')
    const nameInWords = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    const label = NAMED_WITH_GROUP.includes(group) ? `${group} ${nameInWords}` : nameInWords
    return { name, label, path, kind, max: Number(max) }
  })
  return [group, fields]
}
const GROUPS = Object.entries(GROUP_TEXTS).map(fieldsOf)

/** Reads the twelve groups of facts; unknown facts are omitted. */
export function factsOf(home: ResponseReader): Pick<PropertyData, FactGroup> {
  const groups = GROUPS.map(([group, fields]) => {
    const facts = fields.map((field) => [field.name, factOf(home, field)] as const)
    return [group, Object.fromEntries(facts.filter(([, value]) => value !== null))]
  })
  return Object.fromEntries(groups)
}

function factOf(home: ResponseReader, { label, path, kind, max }: Field): Fact {
  const number = (min: number, highest: number) => home.number(label, path, min, highest)
  switch (kind) {
    case 'number':
      return number(0, max)
    case 'positive':
      return number(0, max) || null
    case 'degrees':
      return number(-180, 180)
    case 'year':
      return yearAt(home, label, path)
    case 'date':
      return home.day(label, path)
    case 'flag':
      return flagAt(home.raw, path)
    case 'owner':
      return ownerNameAt(home, path)
    default:
      return home.text(path)
  }
}

/** Reads a year; 0 and 1 mean that it is unknown. */
export function yearAt(home: ResponseReader, field: string, path: string): number | null {
  const isUnknown = numberAt(home.raw, path, 0, 1) !== null
  return isUnknown ? null : home.number(field, path, MIN_YEAR, home.thisYear() + 5)
}

/** Reads the name of `owner1` to `owner4`, first name first; responses contain its parts, the full name or both. */
export function ownerNameAt(home: ResponseReader, owner: string): string | null {
  for (const path of [`assessment.owner.${owner}`, `owner.${owner}`]) {
    const first = home.text(`${path}.firstNameAndMi`)
    const last = home.text(`${path}.lastName`)
    const name = first && last ? `${first} ${last}` : (home.text(`${path}.fullName`) ?? last ?? first)
    if (name) return name
  }
  return null
}

function flagAt(raw: unknown, path: string): boolean | null {
  const value = valueAt(raw, path)
  if (typeof value === 'boolean') return value
  const text = textAt(raw, path)?.toLowerCase()
  return text === undefined ? null : ['y', 'yes', 'true', '1'].includes(text)
}
