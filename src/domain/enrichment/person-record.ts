import { z } from 'zod'

/** A calendar day, `YYYY-MM-DD`. */
export type IsoDate = string

const text = z.string().nullable()
const number = z.number().nullable()
const isoDate = text

const position = z.object({
  title: text,
  company: text,
  /** Metropolitan area of the workplace, e.g. `chicago, illinois`. */
  metro: text,
  city: text,
  state: text,
  startDate: isoDate,
  endDate: isoDate,
  /** True if the source or the job title says the role is remote. */
  remoteCapable: z.boolean(),
  /** Coordinates of the workplace, if known. */
  latitude: number.optional(),
  longitude: number.optional(),
})
export type Position = z.infer<typeof position>

const education = z.object({
  school: text,
  degrees: z.array(z.string()),
  majors: z.array(z.string()),
  startDate: isoDate,
  /** Graduation day; with `yearOnly`, only its year is known. */
  endDate: isoDate,
  yearOnly: z.boolean(),
})
export type Education = z.infer<typeof education>

const knownAddress = z.object({
  street: text,
  city: text,
  state: text,
  zipCode: text,
  metro: text,
  moveInDate: isoDate,
  /** For a new address without a move-in date: the day of the enrichment that first returned it. */
  firstSeen: z.string().optional(),
  /** Precision of the coordinates in the provider's terms: `Rooftop`, `Street`, `ZIP`. */
  accuracy: text,
  latitude: number,
  longitude: number,
})
export type KnownAddress = z.infer<typeof knownAddress>

const additionalOwner = z.object({
  name: z.string(),
  /** e.g. `45-54` */
  ageRange: text,
  /** `M`, `F` or the provider's raw value. */
  gender: text,
  phoneOwnershipStartDate: isoDate,
  addresses: z.array(knownAddress),
})
export type AdditionalOwner = z.infer<typeof additionalOwner>

const householdMember = z.object({
  name: text,
  birthYear: number,
  relation: z.enum(['spouse', 'child', 'other']),
})
export type HouseholdMember = z.infer<typeof householdMember>

/** Origin of a group of fields. `sample` marks the built-in sample provider. */
const provenance = z.object({
  provider: z.string(),
  fetchedAt: z.string(),
  sample: z.boolean(),
  /** Confidence of the provider that it is this person, 1 to 10. */
  likelihood: z.number().optional(),
  /** Names of fields dropped for impossible values: `birth year` for a birth in 1800. */
  refused: z.array(z.string()).optional(),
})
export type Provenance = z.infer<typeof provenance>

/**
 * Merged data of the people-data providers about one person, stored as `contacts.enrichment_data`. A null or empty field
 * means unknown, never "none".
 */
const personRecord = z.object({
  /** The provider's current name; a surname change between two enrichments is evidence. */
  name: z.object({ first: z.string(), last: z.string() }).nullable(),
  employment: z.object({
    current: position.nullable(),
    /** Newest first; the first entry is the current or last role. */
    history: z.array(position),
  }),
  education: z.array(education),
  social: z.object({ linkedin: text, facebook: text, twitter: text, github: text }),
  demographics: z.object({
    age: number,
    birthYear: number,
    ageRange: text,
    gender: text,
    industry: text,
    skills: z.array(z.string()),
    interests: z.array(z.string()),
    householdSize: number,
    household: z.array(householdMember),
  }),
  phone: z
    .object({
      number: z.string(),
      carrier: text,
      lineType: text,
      ownedSince: isoDate,
      /** Registered owner of the number, as written. */
      ownerName: text.optional(),
    })
    .nullable(),
  /** Newest first. */
  addresses: z.array(knownAddress),
  alternateNames: z.array(z.string()),
  alternateEmails: z.array(z.string()),
  alternatePhones: z.array(z.object({ phoneNumber: z.string(), lineType: text })),
  /** Providers of each alternate name, email address and phone number, by value. */
  alternateSources: z.record(z.string(), z.array(z.string())).optional(),
  additionalOwners: z.array(additionalOwner),
  /** By group of fields: `person`, `phone`, `property`, `records`. */
  sources: z.record(z.string(), provenance),
})
export type PersonRecord = z.infer<typeof personRecord>

const apiPosition = position.omit({ latitude: true, longitude: true })
const apiAddresses = z.array(knownAddress.omit({ firstSeen: true }))

/** The parts of a record that the API returns. */
export const apiPersonRecord = personRecord.extend({
  employment: z.object({ current: apiPosition.nullable(), history: z.array(apiPosition) }),
  addresses: apiAddresses,
  additionalOwners: z.array(additionalOwner.extend({ addresses: apiAddresses })),
})

/** A record without any data. */
export const NO_PERSON_DATA: PersonRecord = {
  name: null,
  employment: { current: null, history: [] },
  education: [],
  social: { linkedin: null, facebook: null, twitter: null, github: null },
  demographics: {
    age: null,
    birthYear: null,
    ageRange: null,
    gender: null,
    industry: null,
    skills: [],
    interests: [],
    householdSize: null,
    household: [],
  },
  phone: null,
  addresses: [],
  alternateNames: [],
  alternateEmails: [],
  alternatePhones: [],
  additionalOwners: [],
  sources: {},
}
