import type { ContactField } from '../identity/contact-draft.ts'

/** The fields that a column of a file can feed: the eight of a contact, and a name in one cell. */
export const CSV_FIELDS = [
  'firstName',
  'lastName',
  'fullName',
  'email',
  'phone',
  'address',
  'city',
  'state',
  'zipCode',
] as const satisfies readonly (ContactField | 'fullName')[]

export type CsvField = (typeof CSV_FIELDS)[number]

export const CSV_FIELD_LABELS: Record<CsvField, string> = {
  firstName: 'First Name',
  lastName: 'Last Name',
  fullName: 'Full Name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  city: 'City',
  state: 'State',
  zipCode: 'Zip',
}

/** Which field each column feeds, by the column's index from 0; a column that is not named is not imported. */
export type CsvMapping = Readonly<Record<string, CsvField>>
