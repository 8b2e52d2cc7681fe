import type { ContactFilter } from '#contract/contacts.ts'
import { type ContactMap, MAX_AREA_CONTACTS, type PlaceGroup } from '#contract/map.ts'
import { areaOf, coordinatesOf, PLACE_LEVEL, placeAt, placesIn } from '#domain/places/quadkey.ts'
import type { ContactPage, ContactsService, PlacedFilter } from '#server/features/contacts/service.ts'
import type { OrganizationsService } from '#server/features/organizations/service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, requireUserId } from '#server/platform/context.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { TileRange } from '#server/platform/places/map-tiles.ts'
import { createUsShapes, DRAWING, positionOf } from '#server/platform/places/us-shapes.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'
import * as store from './store.ts'

/** Job that loads the list of ZIP codes and gives contacts from before their place. */
export const PLACES_JOB = 'load-places'

/** Before every id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

type Features = { contacts: ContactsService; organizations: Pick<OrganizationsService, 'listAllIds'> }

/** The map: contacts counted by place, the people of an area, and the outlines of states and counties. */
export function mapService(
  { db, queue, zipCodes, mapTiles = null }: Pick<Platform, 'db' | 'queue' | 'zipCodes' | 'mapTiles'>,
  { contacts, organizations }: Features,
) {
  const shapes = createUsShapes()
  let isLoaded = false

  /** Groups of an area, finer ones if few and coarser ones if many. Rows off the map come with the whole map only. */
  async function countGroups(context: Context, filter: ContactFilter, area: string) {
    const placedFilter: PlacedFilter = area === '' ? filter : { ...filter, place: placesIn(area) }
    const countAt = (level: number) =>
      db.read(context.organizationId, (tx) =>
        tx.commitWith(() => store.countPlaces(tx, placedFilter, 2 * (PLACE_LEVEL - level))),
      )
    let level = area === '' ? limits.TOP_LEVEL : Math.min(PLACE_LEVEL, area.length + limits.GROUP_LEVELS)
    let rows = await countAt(level)
    while (level < PLACE_LEVEL && isTooCoarse(rows)) {
      level = Math.min(PLACE_LEVEL, level + limits.FINER_LEVELS)
      rows = await countAt(level)
    }
    let groups = rows.filter(isOnMap)
    for (; groups.length > limits.MAX_GROUPS; level--) groups = mergeGroups(groups)
    const countOf = (place: number | null) => rows.find((row) => row.area === place)?.found ?? 0
    return { groups, level, elsewhere: countOf(-1), withoutPlace: countOf(null) }
  }

  async function describeGroup(row: GroupRow, level: number): Promise<PlaceGroup> {
    const { firstPlace, lastPlace, found, blocked, zip } = row
    const coordinates = coordinatesOf(firstPlace)
    const position = positionOf(coordinates)
    const zipPlace = zip === null ? null : await zipCodes.find(zip)
    const isSpot = firstPlace === lastPlace
    return {
      area: areaOf(firstPlace, isSpot ? PLACE_LEVEL : level),
      contacts: found,
      doNotContact: blocked,
      latitude: round(coordinates.latitude),
      longitude: round(coordinates.longitude),
      x: position?.x ?? null,
      y: position?.y ?? null,
      zipCode: zip,
      city: zipPlace?.cities[0] ?? null,
      state: zipPlace?.state ?? null,
      isSpot,
    }
  }

  return {
    /** Contacts of an area in groups by place. */
    async get(context: Context, { area, ...filter }: ContactFilter & { area: string }): Promise<ContactMap> {
      const { groups, level, elsewhere, withoutPlace } = await countGroups(context, filter, area)
      const ordered = groups.toSorted((a, b) => b.found - a.found || a.firstPlace - b.firstPlace)
      return {
        groups: await Promise.all(ordered.map((row) => describeGroup(row, level))),
        contacts: groups.reduce((sum, { found }) => sum + found, 0),
        elsewhere: area === '' ? elsewhere : null,
        withoutPlace: area === '' ? withoutPlace : null,
        hasTiles: mapTiles !== null,
      }
    },

    /** The contacts of an area, or those off the map, best score first. */
    listPeople(
      context: Context,
      { area, ...query }: ContactFilter & { area: string; limit: number; cursor?: string | undefined },
    ): Promise<ContactPage> {
      return contacts.list(context, { ...query, sort: 'score', place: placeFilterOf(area) })
    },

    /**
     * Selects everyone in an area, for actions on many contacts, and logs the reason.
     *
     * @throws {AppError} invalid for more than `MAX_AREA_CONTACTS` contacts
     */
    selectArea(
      context: Context,
      { area, matching, reason }: { area: string; matching: ContactFilter; reason: string },
    ): Promise<{ contactIds: string[] }> {
      const userId = requireUserId(context)
      return db.tenant(context.organizationId, async (tx) => {
        const selection = { matching: { ...matching, place: placesIn(area) }, after: null }
        const page = await contacts.select(tx, { ...selection, limit: MAX_AREA_CONTACTS + 1 })
        if (page.contacts.length > MAX_AREA_CONTACTS)
          throw new AppError('invalid', `Zoom in: select at most ${MAX_AREA_CONTACTS} contacts at once`)
        const contactIds = page.contacts.map(({ id }) => id)
        const selected = { userId, area, contacts: contactIds.length, reason }
        const subject = await store.recordSelection(tx, selected)
        // The reason stays in its table, because a member's text may name people.
        const details = { area, contacts: contactIds.length }
        await audit(tx, { ...context, action: 'area.selected', subject, details })
        return { contactIds }
      })
    },

    /** A part of the file with street tiles. @throws {AppError} not_found without tiles, invalid for other ranges */
    readTiles(range: string | undefined): Promise<TileRange> {
      if (!mapTiles) throw notFound('Map tiles')
      return mapTiles.read(range)
    },

    /** Outlines of all states, and of the counties of the named ones. */
    async readShapes(stateIds: readonly string[]) {
      const [states, counties] = await Promise.all([shapes.listStates(), shapes.listCounties(stateIds)])
      return { ...DRAWING, states, counties }
    },

    /** Loads the list of ZIP codes if it is new, and gives contacts from before their place. Can be repeated. */
    async loadPlaces(): Promise<void> {
      const version = await zipCodes.version()
      const load = await store.findLoad(db, version)
      if (!load) {
        const centers = await zipCodes.listCenters()
        await db.transaction(async (tx) => {
          await store.startLoad(tx, version)
          for (let from = 0; from < centers.length; from += limits.ZIP_BATCH) {
            const batch = centers.slice(from, from + limits.ZIP_BATCH)
            await store.insertZipPlaces(
              tx,
              batch.map(({ zipCode }) => zipCode),
              batch.map(placeAt),
            )
          }
        })
      }
      if (!load?.finishedAt) {
        for (const organizationId of await organizations.listAllIds())
          await placeContactsOf(parseOrganizationId(organizationId))
        await store.finishLoad(db, version)
      }
      isLoaded = true
    },

    /** Starts loading after an update of the list, and resumes what a stopped process left. */
    async sweep(): Promise<void> {
      if (isLoaded) return
      const load = await store.findLoad(db, await zipCodes.version())
      if (load?.finishedAt) isLoaded = true
      else await queue.send(PLACES_JOB, {}, { key: PLACES_JOB })
    },
  }

  async function placeContactsOf(organizationId: ReturnType<typeof parseOrganizationId>): Promise<void> {
    let after: string | undefined = FIRST_ID
    while (after !== undefined) {
      const from: string = after
      after = await db.tenant(organizationId, (tx) => store.placeContacts(tx, from, limits.BACKFILL_BATCH))
    }
  }
}
export type MapService = ReturnType<typeof mapService>

type GroupRow = store.AreaCount & { area: number; firstPlace: number; lastPlace: number }

function isOnMap(row: store.AreaCount): row is GroupRow {
  return row.area !== null && row.area >= 0
}

/** Few groups of several places each. */
function isTooCoarse(rows: readonly store.AreaCount[]): boolean {
  const groups = rows.filter(isOnMap)
  return (
    groups.length < limits.MIN_GROUPS && groups.some(({ firstPlace, lastPlace }) => firstPlace !== lastPlace)
  )
}

/** Groups of the level above. */
function mergeGroups(groups: readonly GroupRow[]): GroupRow[] {
  const merged = new Map<number, GroupRow>()
  for (const group of groups) {
    const area = Math.floor(group.area / 4)
    const other = merged.get(area)
    const first = other && other.firstPlace < group.firstPlace ? other : group
    merged.set(area, {
      area,
      found: group.found + (other?.found ?? 0),
      blocked: group.blocked + (other?.blocked ?? 0),
      firstPlace: first.firstPlace,
      lastPlace: Math.max(group.lastPlace, other?.lastPlace ?? 0),
      zip: first.zip,
    })
  }
  return [...merged.values()]
}

function placeFilterOf(area: string) {
  return area === 'elsewhere' || area === 'none' ? area : placesIn(area)
}

/** Degrees to about a meter. */
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5
