/** A calendar day, `YYYY-MM-DD`. */
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
  /** True if the source or the job title says the role is remote. */
  remoteCapable: boolean
  /** Coordinates of the workplace, if known. */
  latitude?: number | null
  longitude?: number | null
}

export type Education = {
  school: string | null
  degrees: string[]
  majors: string[]
  startDate: IsoDate | null
  /** Graduation day; with `yearOnly`, only its year is known. */
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
  /** For a new address without a move-in date: the day of the enrichment that first returned it. */
  firstSeen?: IsoDate
  /** Precision of the coordinates in the provider's terms: `Rooftop`, `Street`, `ZIP`. */
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

/** Origin of a group of fields. `sample` marks the built-in sample provider. */
export type Provenance = {
  provider: string
  fetchedAt: string
  sample: boolean
  /** Confidence of the provider that it is this person, 1 to 10. */
  likelihood?: number
  /** Names of fields dropped for impossible values: `birth year` for a birth in 1800. */
  refused?: string[]
}

/**
 * Merged data of the people-data providers about one person, stored as `contacts.enrichment_data`. A null or empty field
 * means unknown, never "none".
 */
export type PersonRecord = {
  /** The provider's current name; a surname change between two enrichments is evidence. */
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
    /** Registered owner of the number, as written. */
    ownerName?: string | null
  } | null
  /** Newest first. */
  addresses: KnownAddress[]
  alternateNames: string[]
  alternateEmails: string[]
  alternatePhones: { phoneNumber: string; lineType: string | null }[]
  /** Providers of each alternate name, email address and phone number, by value. */
  alternateSources?: Record<string, string[]>
  additionalOwners: AdditionalOwner[]
  /** By group of fields: `person`, `phone`, `property`, `records`. */
  sources: Record<string, Provenance>
}

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
