import type { Channel } from '../compliance/outreach.ts'
import type { ContactDraft } from './contact-draft.ts'

export const PHONE_KINDS = ['mobile', 'home', 'work', 'main', 'other', 'fax', 'pager'] as const
export type PhoneKind = (typeof PHONE_KINDS)[number]

export const POINT_KINDS = ['home', 'work', 'mailing', 'property', 'other'] as const
/** Purpose of an email or postal address. */
export type PointKind = (typeof POINT_KINDS)[number]

/** Maximum lengths in UTF-16 code units, and maximum numbers of values. */
export const DETAILS_MAX = {
  emails: 20,
  phones: 20,
  addresses: 10,
  labels: 50,
  labelLength: 100,
  companyLength: 200,
  jobTitleLength: 200,
  websiteLength: 500,
  notesLength: 20_000,
  historyLength: 200,
} as const

export type AlternateAddress = {
  kind: PointKind
  /** Street with unit, as in `ContactDraft.address`. */
  address: string | null
  city: string | null
  state: string | null
  zipCode: string | null
}

/** Contact data beyond the eight typed fields. Stored as one JSON value; null if a contact has none. */
export type ContactDetails = {
  /** Kind of `ContactDraft.phone`; null if unknown. */
  phoneKind: PhoneKind | null
  /** Alternate email addresses, stored like `ContactDraft.email`, best first. */
  emails: { email: string; kind: PointKind }[]
  /** Alternate phone numbers, stored like `ContactDraft.phone`, best first; fax and pager last. */
  phones: { phone: string; kind: PhoneKind }[]
  addresses: AlternateAddress[]
  /** `YYYY-MM-DD`, or `--MM-DD` if the year is unknown. */
  birthday: string | null
  company: string | null
  jobTitle: string | null
  /** As in the file, with or without a scheme; a link only for http and https. */
  website: string | null
  /** Title and suffix of the name ("Dr.", "Jr."). */
  title: string | null
  suffix: string | null
  /** The other person of a couple that was imported as one contact. */
  partner: { firstName: string; lastName: string } | null
  /** Groups, labels and tags in file order, without duplicates. */
  labels: string[]
  /** Multiple lines. */
  notes: string | null
  /** Data from another CRM. Dates are `YYYY-MM-DD`. */
  history: {
    source: string | null
    stage: string | null
    assignedTo: string | null
    createdOn: string | null
    lastContactOn: string | null
    lastClosingOn: string | null
  } | null
}

/** Opt-out from a file, with its wording (`Column "Do Not Call": Yes`). */
export type OptOut = { channel: 'all' | Channel; reason: string }

export type FileContact = ContactDraft & { details: ContactDetails | null; optOuts: OptOut[] }

export const NO_DETAILS: ContactDetails = {
  phoneKind: null,
  emails: [],
  phones: [],
  addresses: [],
  birthday: null,
  company: null,
  jobTitle: null,
  website: null,
  title: null,
  suffix: null,
  partner: null,
  labels: [],
  notes: null,
  history: null,
}
