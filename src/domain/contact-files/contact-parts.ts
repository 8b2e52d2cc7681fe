import type { ContactDetails, OptOut, PhoneKind, PointKind } from '../identity/contact-details.ts'

/** One address of a file: its parts, or `whole` where all of it stands in one cell. */
export type AddressParts = {
  kind: PointKind | null
  /** The file says that it is the first of several. */
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

/** What one record or card says of a person, as written there, before anything is normalized. */
export type ContactParts = {
  firstName: string
  middleName?: string
  lastName: string
  title?: string
  suffix?: string
  /** The whole name in one piece; used where first or last name is missing, and split by `parseFullName`. */
  fullName?: string
  partner?: { firstName: string; lastName: string } | null
  /** In order of the file; a cell may hold several, which `assembleContact` splits. */
  emails: { text: string; kind: PointKind | null; isPreferred?: boolean }[]
  phones: { text: string; kind: PhoneKind | null; isPreferred?: boolean }[]
  addresses: AddressParts[]
  birthday?: string
  company?: string
  jobTitle?: string
  website?: string
  labels: string[]
  notes: string[]
  /** From columns or properties; those in notes and beside phone numbers are found by `assembleContact`. */
  optOuts: OptOut[]
  history?: NonNullable<ContactDetails['history']>
}
