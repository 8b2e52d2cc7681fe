import type { ContactHistory, OptOut, PhoneKind, PointKind } from '../identity/contact-details.ts'

/** One address of a file: its parts, or `whole` if one cell has the full address. */
export type AddressParts = {
  kind: PointKind | null
  /** Marked in the file as the first of several. */
  isPreferred?: boolean
  street?: string
  /** Second address line, unit, apartment, PO box. */
  street2?: string
  city?: string
  state?: string
  zipCode?: string
  country?: string
  whole?: string
}

/** Content of one record or card about a person, before normalization. */
export type ContactParts = {
  firstName: string
  middleName?: string
  lastName: string
  title?: string
  suffix?: string
  /** Full name in one piece; used if first or last name is missing, and split by `parseFullName`. */
  fullName?: string
  partner?: { firstName: string; lastName: string } | null
  /** In file order; `assembleContact` splits cells with several. */
  emails: { text: string; kind: PointKind | null; isPreferred?: boolean }[]
  phones: { text: string; kind: PhoneKind | null; isPreferred?: boolean }[]
  addresses: AddressParts[]
  birthday?: string
  company?: string
  jobTitle?: string
  website?: string
  labels: string[]
  notes: string[]
  /** From columns or properties; `assembleContact` adds those in notes and phone cells. */
  optOuts: OptOut[]
  history?: ContactHistory | null
}
