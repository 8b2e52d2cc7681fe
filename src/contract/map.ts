import { z } from 'zod'
import { isArea, PLACE_LEVEL } from '#domain/places/quadkey.ts'
import { contactFilter, contactSummary } from './contacts.ts'
import { subscriberEndpoint } from './endpoint.ts'
import { pageOf, pageQuery, requiredLine } from './text.ts'

/** Digits of a quadkey; empty for the whole map. */
const area = z.string().refine(isArea, `Use up to ${PLACE_LEVEL} digits from 0 to 3`)

const count = z.number().int()

const placeGroup = z.object({
  /** The area that a click opens; that of the group's one place if `isSpot`. */
  area: z.string(),
  contacts: count,
  doNotContact: count,
  latitude: z.number(),
  longitude: z.number(),
  /** Position in the drawing of `GET /api/map/shapes`; null beyond its edges. */
  x: z.number().nullable(),
  y: z.number().nullable(),
  /** A ZIP code of the group, with its main city. */
  zipCode: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  /** All contacts are at one place. */
  isSpot: z.boolean(),
})
export type PlaceGroup = z.infer<typeof placeGroup>

const contactMap = z.object({
  /** Most contacts first. */
  groups: z.array(placeGroup),
  /** Contacts in the groups. */
  contacts: count,
  /** With the whole map only: contacts outside of it, and those without a known ZIP code. */
  elsewhere: count.nullable(),
  withoutPlace: count.nullable(),
  /** Street tiles are available. */
  hasTiles: z.boolean(),
})
export type ContactMap = z.infer<typeof contactMap>

export const getMap = subscriberEndpoint('GET /api/map', {
  summary: 'Count the contacts of an area in groups by place. Filters are those of the contact list.',
  query: contactFilter.extend({ area: area.default('') }),
  responses: { 200: contactMap },
})

/** An area, or the contacts that the map doesn't show. */
const peoplePlace = z.union([z.enum(['elsewhere', 'none']), area])

export const listMapPeople = subscriberEndpoint('GET /api/map/people', {
  summary: 'List the contacts of an area, best score first; `elsewhere` and `none` list those off the map',
  query: contactFilter.extend({ area: peoplePlace, ...pageQuery(50) }),
  responses: { 200: pageOf(contactSummary).extend({ total: z.string() }) },
})

export const MAX_AREA_CONTACTS = 1000
export const MAX_AREA_REASON_LENGTH = 300

export const selectArea = subscriberEndpoint('POST /api/map/selections', {
  summary: `Select everyone in an area, up to ${MAX_AREA_CONTACTS} contacts, with a reason that is logged`,
  body: z.strictObject({
    area,
    matching: contactFilter.default({}),
    reason: requiredLine(MAX_AREA_REASON_LENGTH, 'Enter a reason'),
  }),
  responses: { 200: z.object({ contactIds: z.array(z.string()) }) },
})

export const readMapTiles = subscriberEndpoint('GET /api/map/tiles', {
  summary: 'Read a range of bytes of the PMTiles file with street tiles, up to 4 MiB; 404 without MAP_TILES',
  responses: { 206: z.unknown() },
})

const shape = z.object({
  /** FIPS code of a state or county. */
  id: z.string(),
  /** Postal code of the state; null for a territory. */
  state: z.string().nullable(),
  name: z.string(),
  /** SVG path. */
  path: z.string(),
})
export type MapShape = z.infer<typeof shape>

const MAX_STATES = 60

export const getMapShapes = subscriberEndpoint('GET /api/map/shapes', {
  summary:
    'Draw the states, and the counties of the named states, as SVG paths of one drawing. Alaska and Hawaii are insets.',
  query: z.object({
    /** Two-digit FIPS codes, with commas between them; without them, states only. */
    counties: z
      .string()
      .transform((text) => text.split(',').filter(Boolean))
      .pipe(z.array(z.string().regex(/^\d\d$/, 'Use two-digit FIPS codes')).max(MAX_STATES))
      .default([]),
  }),
  responses: {
    200: z.object({
      width: z.number(),
      height: z.number(),
      states: z.array(shape),
      counties: z.array(shape),
    }),
  },
})
