import { z } from 'zod'
import type { Channel } from '../compliance/outreach.ts'
import type { ContactDraft } from './contact-draft.ts'

export const PHONE_KINDS = ['mobile', 'home', 'work', 'main', 'other', 'fax', 'pager'] as const
export type PhoneKind = (typeof PHONE_KINDS)[number]

export const POINT_KINDS = ['home', 'work', 'mailing', 'property', 'other'] as const
/** Purpose of an email or postal address. */
export type PointKind = (typeof POINT_KINDS)[number]

/** Maximum lengths in UTF-16 code units, and maximum numbers of values. */
export const DETAILS_LIMITS = {
  emails: 20,
  phones: 20,
  addresses: 10,
  titleLength: 100,
  companyLength: 200,
  jobTitleLength: 200,
  websiteLength: 500,
  historyLength: 200,
} as const

/** Limits of other data in files, which becomes tags and a note. */
export const FILE_LIMITS = { labels: 50, labelLength: 100, notesLength: 20_000 } as const

const text = z.string().nullable()

const alternateAddress = z.object({
  kind: z.enum(POINT_KINDS),
  /** Street with unit, as in `ContactDraft.address`. */
  address: text,
  city: text,
  state: text,
  zipCode: text,
})
export type AlternateAddress = z.infer<typeof alternateAddress>

/** Data from another CRM. */
const contactHistory = z.object({
  source: text,
  stage: text,
  assignedTo: text,
  createdOn: text,
  lastContactOn: text,
  lastClosingOn: text,
})
export type ContactHistory = z.infer<typeof contactHistory>
export const HISTORY_KEYS = contactHistory.keyof().options
export type HistoryKey = keyof ContactHistory
/** The keys whose values are days, `YYYY-MM-DD`. */
export const HISTORY_DATES = ['createdOn', 'lastContactOn', 'lastClosingOn'] as const satisfies HistoryKey[]

/** Contact data beyond the eight typed fields. Stored as one JSON value; null if a contact has none. */
export const contactDetails = z.object({
  /** Kind of `ContactDraft.phone`; null if unknown. */
  phoneKind: z.enum(PHONE_KINDS).nullable(),
  /** Alternate email addresses, stored like `ContactDraft.email`, best first. */
  emails: z.array(z.object({ email: z.string(), kind: z.enum(POINT_KINDS) })),
  /** Alternate phone numbers, stored like `ContactDraft.phone`, best first; fax and pager last. */
  phones: z.array(z.object({ phone: z.string(), kind: z.enum(PHONE_KINDS) })),
  addresses: z.array(alternateAddress),
  /** `YYYY-MM-DD`, or `--MM-DD` if the year is unknown. */
  birthday: text,
  company: text,
  jobTitle: text,
  /** As in the file, with or without a scheme; a link only for http and https. */
  website: text,
  /** Title and suffix of the name ("Dr.", "Jr."). */
  title: text,
  suffix: text,
  /** The other person of a couple that was imported as one contact. */
  partner: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
  history: contactHistory.nullable(),
})
export type ContactDetails = z.infer<typeof contactDetails>

/** A history of the given values; null if all are empty. */
export function historyOf(read: (key: HistoryKey) => string | null | undefined): ContactHistory | null {
  const history = {} as ContactHistory
  for (const key of HISTORY_KEYS) history[key] = read(key) || null
  return HISTORY_KEYS.some((key) => history[key] !== null) ? history : null
}

/** Opt-out from a file, with its wording (`Column "Do Not Call": Yes`). */
export type OptOut = { channel: 'all' | Channel; reason: string }

/** Data of files and exports in addition to basic fields and details. */
export type LabelsAndNotes = {
  /** Groups, labels and tags in file order, without duplicates; contacts have them as tags. */
  labels: string[]
  /** Multiple lines. */
  notes: string | null
}

export type FileContact = ContactDraft &
  LabelsAndNotes & { details: ContactDetails | null; optOuts: OptOut[] }

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
  history: null,
}
