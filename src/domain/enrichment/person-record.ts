/** A calendar day, `YYYY-MM-DD`. Records and signals carry days, never moments. */
export type IsoDate = string

export type Position = {
  title: string | null
  company: string | null
  /** Metropolitan area of the workplace, e.g. `chicago, illinois`. */
  metro: string | null
  city: string | null
  state: string | null
  startDate: IsoDate | null
  endDate: IsoDate | null
  /** True where the source calls the role remote or its title says so. */
  remoteCapable: boolean
  /** Coordinates of the workplace, where the source has them. */
  latitude?: number | null
  longitude?: number | null
}

export type Education = {
  school: string | null
  degrees: string[]
  majors: string[]
  startDate: IsoDate | null
  /** Day of graduation; `yearOnly` says that the source knew only the year. */
  endDate: IsoDate | null
  yearOnly: boolean
}

export type KnownAddress = {
  street: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  metro: string | null
  moveInDate: IsoDate | null
  /** Where no move is dated: the look-up at which it turned up beside addresses known before. */
  firstSeen?: IsoDate
  /** What the coordinates are exact to, in the provider's word: `Rooftop`, `Street`, `ZIP`. */
  accuracy: string | null
  latitude: number | null
  longitude: number | null
}

export type AdditionalOwner = {
  name: string
  /** e.g. `45-54` */
  ageRange: string | null
  /** `M`, `F` or the provider's raw value. */
  gender: string | null
  phoneOwnershipStartDate: IsoDate | null
  addresses: KnownAddress[]
}

export type HouseholdMember = {
  name: string | null
  birthYear: number | null
  relation: 'spouse' | 'child' | 'other'
}

/** Where a group of fields came from. `sample` marks the built-in sample provider. */
export type Provenance = {
  provider: string
  fetchedAt: string
  sample: boolean
  /** How sure the provider was that it is this person, 1 to 10. */
  likelihood?: number
  /** Fields whose value could not be (a birth in 1800) and so is unknown, in words: `birth year`. */
  refused?: string[]
}

/**
 * What the people-data providers know about one person, merged; stored as `contacts.enrichment_data`.
 * A null or empty field means unknown, never "none".
 */
export type PersonRecord = {
  /** The name as the provider has it now; a surname that changed between two enrichments is evidence (DM2). */
  name: { first: string; last: string } | null
  employment: {
    current: Position | null
    /** Newest first; the first entry is the current or last role. */
    history: Position[]
  }
  education: Education[]
  social: { linkedin: string | null; facebook: string | null; twitter: string | null; github: string | null }
  demographics: {
    age: number | null
    birthYear: number | null
    ageRange: string | null
    gender: string | null
    industry: string | null
    skills: string[]
    interests: string[]
    householdSize: number | null
    household: HouseholdMember[]
  }
  phone: {
    number: string
    carrier: string | null
    lineType: string | null
    ownedSince: IsoDate | null
    /** Whom the number is registered to, as written. */
    ownerName?: string | null
  } | null
  /** Newest first. */
  addresses: KnownAddress[]
  alternateNames: string[]
  alternateEmails: string[]
  alternatePhones: { phoneNumber: string; lineType: string | null }[]
  /** Providers of each alternate name, e-mail address and phone number, by the value itself. */
  alternateSources?: Record<string, string[]>
  additionalOwners: AdditionalOwner[]
  /** By group: `person`, `phone`, `property`, `records`. */
  sources: Record<string, Provenance>
}

/** A record in which nothing is known. */
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
