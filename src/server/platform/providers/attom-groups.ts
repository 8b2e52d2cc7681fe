import type { PropertyData } from '#domain/enrichment/property-record.ts'
import { dayAt, numberAt, textAt, valueAt } from './raw-fields.ts'

type FactGroup = Exclude<keyof PropertyData, 'saleHistory' | 'mortgages' | 'ownerNames' | 'listing'>
type Fact = string | number | boolean | null

/**
 * `positive`: a number for which 0 means unknown; `number`: 0 is a value; `degrees`: may be negative; `flag`: `Y`,
 * `True` or 1.
 */
type Kind = 'text' | 'number' | 'positive' | 'degrees' | 'flag' | 'date'
type Group = Record<string, readonly [path: string, kind: Kind]>

/** What each section of the Property tab reads from an ATTOM profile: shown name → path and kind. */
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
    bedrooms: ['building.rooms.beds', 'positive'],
    bathsTotal: ['building.rooms.bathsTotal', 'positive'],
    bathsFull: ['building.rooms.bathsFull', 'number'],
    bathsHalf: ['building.rooms.bathsHalf', 'number'],
    roomsTotal: ['building.rooms.roomsTotal', 'positive'],
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
    spaces: ['building.parking.prkgSpaces', 'number'],
  },
  summary: {
    propertyType: ['summary.propType', 'text'],
    propertyClass: ['summary.propClass', 'text'],
    landUse: ['summary.propLandUse', 'text'],
    yearBuilt: ['summary.yearBuilt', 'positive'],
    levels: ['building.summary.levels', 'positive'],
    style: ['building.summary.archStyle', 'text'],
    units: ['building.summary.unitsCount', 'positive'],
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
    basementFinish: ['building.interior.bsmtFinishedPercent', 'number'],
    fireplaces: ['building.interior.fplcCount', 'number'],
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
    year: ['assessment.tax.taxYear', 'positive'],
    perSquareFoot: ['assessment.tax.taxPerSizeUnit', 'positive'],
    exemption: ['assessment.tax.exemptiontype', 'text'],
    delinquentYear: ['assessment.delinquentYear', 'positive'],
  },
  owner: {
    owner1: ['assessment.owner.owner1.fullName', 'text'],
    owner2: ['assessment.owner.owner2.fullName', 'text'],
    owner3: ['assessment.owner.owner3.fullName', 'text'],
    owner4: ['assessment.owner.owner4.fullName', 'text'],
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

/** The twelve groups of plain facts; an unknown fact is left out, so that an unknown group is empty. */
export function factsOf(raw: unknown): Pick<PropertyData, FactGroup> {
  return {
    buildingSize: read(raw, GROUPS.buildingSize),
    rooms: read(raw, GROUPS.rooms),
    construction: read(raw, GROUPS.construction),
    parking: read(raw, GROUPS.parking),
    summary: read(raw, GROUPS.summary),
    interior: read(raw, GROUPS.interior),
    utilities: read(raw, GROUPS.utilities),
    lot: read(raw, GROUPS.lot),
    assessment: read(raw, GROUPS.assessment),
    tax: read(raw, GROUPS.tax),
    owner: read(raw, GROUPS.owner),
    area: read(raw, GROUPS.area),
  }
}

function read(raw: unknown, group: Group): Record<string, Fact> {
  const facts: Record<string, Fact> = {}
  for (const [name, [path, kind]] of Object.entries(group)) {
    const value = READERS[kind](raw, path)
    if (value !== null) facts[name] = value
  }
  return facts
}

const READERS: Record<Kind, (raw: unknown, path: string) => Fact> = {
  text: (raw, path) => textAt(raw, path),
  number: (raw, path) => numberAt(raw, path),
  positive: (raw, path) => numberAt(raw, path, Number.MIN_VALUE),
  degrees: (raw, path) => numberAt(raw, path, -180, 180),
  date: (raw, path) => dayAt(raw, path),
  flag: (raw, path) => {
    const value = valueAt(raw, path)
    if (typeof value === 'boolean') return value
    const text = textAt(raw, path)?.toLowerCase()
    if (text === undefined) return null
    return text === 'y' || text === 'yes' || text === 'true' || text === '1'
  },
}
