import type { Channel } from '../compliance/outreach.ts'
import type { ContactDraft } from './contact-draft.ts'

export const PHONE_KINDS = ['mobile', 'home', 'work', 'main', 'other', 'fax', 'pager'] as const
export type PhoneKind = (typeof PHONE_KINDS)[number]

export const POINT_KINDS = ['home', 'work', 'mailing', 'property', 'other'] as const
/** What an e-mail address or a postal address is for. */
export type PointKind = (typeof POINT_KINDS)[number]

/** Longest accepted values in UTF-16 code units, and how many of each a contact holds. */
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
  /** Street with its unit, as in `ContactDraft.address`. */
  address: string | null
  city: string | null
  state: string | null
  zipCode: string | null
}

/** What a contact holds beside its eight typed fields. Stored as one JSON value; null where a contact has none of it. */
export type ContactDetails = {
  /** Kind of `ContactDraft.phone`; null: not known. */
  phoneKind: PhoneKind | null
  /** Further e-mail addresses, stored as `ContactDraft.email` is, best first. */
  emails: { email: string; kind: PointKind }[]
  /** Further phone numbers, stored as `ContactDraft.phone` is, best first; fax and pager last. */
  phones: { phone: string; kind: PhoneKind }[]
  addresses: AlternateAddress[]
  /** `YYYY-MM-DD`, or `--MM-DD` where the year is not known. */
  birthday: string | null
  company: string | null
  jobTitle: string | null
  /** As in the file, with or without a scheme; shown as a link only where it is http or https. */
  website: string | null
  /** Title and suffix of the name ("Dr.", "Jr."). */
  title: string | null
  suffix: string | null
  /** The other person of a couple that came as one contact. */
  partner: { firstName: string; lastName: string } | null
  /** Groups, labels and tags, in the order of the file, without duplicates. */
  labels: string[]
  /** Several lines. */
  notes: string | null
  /** What another CRM knew. Dates are `YYYY-MM-DD`. */
  history: {
    source: string | null
    stage: string | null
    assignedTo: string | null
    createdOn: string | null
    lastContactOn: string | null
    lastClosingOn: string | null
  } | null
}

/** A channel that a file says is not wanted, with the words that say so (`Column "Do Not Call": Yes`). */
export type OptOut = { channel: 'all' | Channel; reason: string }

/** A contact as files hold it. */
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
