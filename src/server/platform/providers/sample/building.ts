import { yearOf } from './calendar.ts'
import { chance, numberBetween, pick } from './hash.ts'
import { boughtOn, type Persona } from './persona.ts'

/** Creates a sample home's size, rooms and fittings to match its bedrooms. */
export function buildingOf(persona: Persona) {
  const { key, bedrooms } = persona
  const flat = persona.tenure === 'renter' || bedrooms === 1
  const squareFeet = 380 + bedrooms * (flat ? 270 : 480) + numberBetween(key, 'square feet', 0, 420)
  const bathsFull = Math.max(1, bedrooms - (flat ? 1 : 2) + numberBetween(key, 'baths', 0, 1))
  const bathsHalf = numberBetween(key, 'half bath', 0, 1)
  const levels = flat ? 1 : numberBetween(key, 'levels', 1, 2)
  return {
    squareFeet,
    summary: summaryOf(persona, flat),
    sections: {
      building: {
        size: {
          bldgSize: squareFeet + 240,
          livingSize: squareFeet,
          // Some feeds contain numbers as text.
          universalSize: String(squareFeet),
          groundFloorSize: Math.round(squareFeet / levels),
          sizeInd: 'LIVING SQFT',
        },
        rooms: {
          beds: bedrooms,
          bathsTotal: bathsFull + bathsHalf * 0.5,
          bathsFull,
          bathsHalf,
          roomsTotal: bedrooms + 3 + numberBetween(key, 'rooms', 0, 2),
        },
        construction: constructionOf(key),
        parking: parkingOf(key, flat),
        interior: interiorOf(key, flat, squareFeet, levels),
        summary: {
          levels,
          unitsCount: 1,
          archStyle: pick(['COLONIAL', 'RANCH', 'SPLIT LEVEL', 'CAPE COD'], key, 'style'),
        },
      },
      utilities: {
        heatingType: pick(['FORCED AIR', 'HOT WATER', 'RADIANT'], key, 'heating'),
        heatingFuel: 'GAS',
        coolingType: pick(['CENTRAL', 'CENTRAL', 'WALL UNIT'], key, 'cooling'),
        waterType: 'PUBLIC',
        sewerType: 'PUBLIC',
      },
      lot: lotOf(key, flat),
    },
  }
}

function summaryOf(persona: Persona, flat: boolean) {
  const { key } = persona
  return {
    propType: flat ? pick(['APARTMENT', 'CONDOMINIUM'], key, 'type') : 'SFR',
    propClass: flat ? 'Apartment or Condominium' : 'Single Family Residence',
    propLandUse: 'RESIDENTIAL',
    yearBuilt: Math.min(numberBetween(key, 'built', 1952, 2019), yearOf(boughtOn(persona)) - 1),
    absenteeInd: persona.tenure === 'owner' ? 'OWNER OCCUPIED' : 'ABSENTEE OWNER',
  }
}

function constructionOf(key: string) {
  return {
    constructionType: pick(['WOOD FRAME', 'MASONRY', 'BRICK'], key, 'construction'),
    foundationType: pick(['CONCRETE', 'CRAWL SPACE', 'SLAB'], key, 'foundation'),
    frameType: 'WOOD',
    roofCover: pick(['ASPHALT SHINGLE', 'CEDAR SHAKE', 'METAL'], key, 'roof'),
    roofShape: pick(['GABLE', 'HIP'], key, 'roof shape'),
    wallType: pick(['VINYL SIDING', 'BRICK VENEER', 'ALUMINUM'], key, 'walls'),
    condition: pick(['AVERAGE', 'GOOD', 'GOOD', 'EXCELLENT'], key, 'condition'),
  }
}

function parkingOf(key: string, flat: boolean) {
  if (flat) return { prkgType: 'SURFACE', prkgSpaces: '1' }
  const spaces = numberBetween(key, 'garage', 1, 3)
  return {
    garageType: pick(['ATTACHED', 'ATTACHED', 'DETACHED'], key, 'garage type'),
    prkgType: 'GARAGE',
    prkgSize: spaces * 220,
    prkgSpaces: String(spaces),
  }
}

function interiorOf(key: string, flat: boolean, squareFeet: number, levels: number) {
  const basement = !flat && chance(key, 'basement') < 0.7
  return {
    bsmtSize: basement ? Math.round(squareFeet / levels) : 0,
    bsmtType: basement ? pick(['FINISHED', 'UNFINISHED', 'PARTLY FINISHED'], key, 'basement') : null,
    fplcCount: flat ? 0 : numberBetween(key, 'fireplaces', 0, 2),
    floors: pick(['HARDWOOD', 'CARPET', 'MIXED'], key, 'floors'),
  }
}

function lotOf(key: string, flat: boolean) {
  if (flat) return { poolType: 'NO POOL' }
  const squareFeet = numberBetween(key, 'lot', 5_200, 17_500)
  return {
    lotSize1: (squareFeet / 43_560).toFixed(3),
    lotSize2: squareFeet,
    depth: Math.round(squareFeet / 68),
    frontage: 68,
    lotNum: String(numberBetween(key, 'lot number', 1, 240)),
    poolType: chance(key, 'pool') < 0.08 ? 'IN-GROUND POOL' : 'NO POOL',
    siteZoningIdent: pick(['R1', 'R1A', 'R2'], key, 'zoning'),
  }
}
