import { CONTACT_FIELD_LABELS } from '../identity/contact-draft.ts'

/** Places of an address; fields of the plain one have no prefix. */
export const ADDRESS_PLACES = ['plain', 'home', 'mailing', 'property', 'work', 'other'] as const
export type AddressPlace = (typeof ADDRESS_PLACES)[number]

/** Parts of an address in one cell. */
export const ADDRESS_PARTS = [
  'address',
  'address2',
  'houseNumber',
  'streetName',
  'city',
  'state',
  'zipCode',
  'zip4',
  'country',
  'cityStateZip',
  'fullAddress',
] as const
export type AddressPart = (typeof ADDRESS_PARTS)[number]

type PlacedPart = `${Exclude<AddressPlace, 'plain'>}.${AddressPart}`

const PART_LABELS: Record<AddressPart, string> = {
  address: CONTACT_FIELD_LABELS.address,
  address2: 'Address line 2, unit',
  houseNumber: 'House number',
  streetName: 'Street name',
  city: CONTACT_FIELD_LABELS.city,
  state: CONTACT_FIELD_LABELS.state,
  zipCode: CONTACT_FIELD_LABELS.zipCode,
  zip4: 'ZIP+4 extension',
  country: 'Country',
  cityStateZip: 'City, state and ZIP',
  fullAddress: 'Whole address',
}

const NAME_FIELDS = {
  firstName: CONTACT_FIELD_LABELS.firstName,
  lastName: CONTACT_FIELD_LABELS.lastName,
  fullName: 'Full Name',
  middleName: 'Middle name',
  nickname: 'Nickname',
  namePrefix: 'Name title (Dr., Mrs.)',
  nameSuffix: 'Name suffix (Jr., III)',
  partnerFirstName: "Partner's first name",
  partnerLastName: "Partner's last name",
  partnerName: "Partner's full name",
} as const

const EMAIL_FIELDS = {
  email: CONTACT_FIELD_LABELS.email,
  emailHome: 'Home email',
  emailWork: 'Work email',
  emailOther: 'Other email',
  emailType: 'Email type',
  partnerEmail: "Partner's email",
} as const

const PHONE_FIELDS = {
  phone: CONTACT_FIELD_LABELS.phone,
  phoneMobile: 'Mobile phone',
  phoneHome: 'Home phone',
  phoneWork: 'Work phone',
  phoneMain: 'Main phone',
  phoneOther: 'Other phone',
  phoneFax: 'Fax',
  phonePager: 'Pager',
  phoneType: 'Phone type',
  partnerPhone: "Partner's phone",
} as const

const DETAIL_FIELDS = {
  birthday: 'Birthday',
  company: 'Company',
  jobTitle: 'Job title',
  website: 'Website',
  labels: 'Labels, groups, tags',
  notes: 'Notes',
  detailValue: 'Labeled detail (relation, date)',
  detailLabel: 'Detail label',
} as const

const HISTORY_FIELDS = {
  source: 'Lead source',
  stage: 'Stage',
  assignedTo: 'Assigned to',
  createdOn: 'Created on',
  lastContactOn: 'Last contact on',
  lastClosingOn: 'Last closing on',
} as const

const OPT_OUT_FIELDS = {
  optOutAll: 'Do not contact',
  optOutCall: 'Do not call',
  optOutText: 'Do not text',
  optOutEmail: 'Do not email',
  optOutLetter: 'Do not mail',
} as const

type PlainField =
  | keyof typeof NAME_FIELDS
  | keyof typeof EMAIL_FIELDS
  | keyof typeof PHONE_FIELDS
  | keyof typeof DETAIL_FIELDS
  | keyof typeof HISTORY_FIELDS
  | keyof typeof OPT_OUT_FIELDS

/** Target field of a column. */
export type CsvField = PlainField | AddressPart | PlacedPart | 'addressType'

const PLACE_GROUPS: Record<AddressPlace, string> = {
  plain: 'Address',
  home: 'Home address',
  mailing: 'Mailing address',
  property: 'Property address',
  work: 'Work address',
  other: 'Other address',
}

/** Field name of an address part at a place. */
export function addressField(place: AddressPlace, part: AddressPart): CsvField {
  return place === 'plain' ? part : `${place}.${part}`
}

/** Place and part of an address field; null for other fields. */
export function addressPartOf(field: CsvField): { place: AddressPlace; part: AddressPart } | null {
  const [first = '', second] = field.split('.')
  const part = ADDRESS_PARTS.find((candidate) => candidate === (second ?? first))
  if (!part) return null
  return { place: ADDRESS_PLACES.find((candidate) => candidate === first && second) ?? 'plain', part }
}

type FieldChoice = { field: CsvField; label: string }

const choices = (labels: Readonly<Record<string, string>>): FieldChoice[] =>
  Object.entries(labels).map(([field, label]) => ({ field: field as CsvField, label }))

const addressChoices = (place: AddressPlace): FieldChoice[] =>
  ADDRESS_PARTS.map((part) => ({
    field: addressField(place, part),
    label: place === 'plain' ? PART_LABELS[part] : `${PLACE_GROUPS[place]}: ${PART_LABELS[part]}`,
  }))

/** Choices for a column, grouped for the mapping screen. */
export const CSV_FIELD_GROUPS: readonly { label: string; fields: readonly FieldChoice[] }[] = [
  { label: 'Name', fields: choices(NAME_FIELDS) },
  { label: 'Email', fields: choices(EMAIL_FIELDS) },
  { label: 'Phone', fields: choices(PHONE_FIELDS) },
  ...ADDRESS_PLACES.map((place) => ({
    label: PLACE_GROUPS[place],
    fields:
      place === 'plain'
        ? [...addressChoices(place), { field: 'addressType' as const, label: 'Address type' }]
        : addressChoices(place),
  })),
  { label: 'Other details', fields: choices(DETAIL_FIELDS) },
  { label: 'History', fields: choices(HISTORY_FIELDS) },
  { label: 'Opt-outs', fields: choices(OPT_OUT_FIELDS) },
]

export const CSV_FIELDS: readonly CsvField[] = CSV_FIELD_GROUPS.flatMap(({ fields }) =>
  fields.map(({ field }) => field),
)

const LABELS = new Map(
  CSV_FIELD_GROUPS.flatMap(({ fields }) => fields.map(({ field, label }) => [field, label])),
)

export function csvFieldLabel(field: CsvField): string {
  return LABELS.get(field) ?? field
}

/**
 * Corrections of the recognized columns, by column index from 0: another field, or `none` to skip the column. Other
 * columns stay as recognized.
 */
export type CsvMapping = Readonly<Record<string, CsvField | 'none'>>

/** Certainty of a column's recognition: clear header, header or cells, or a weak sign. */
export const CONFIDENCES = ['sure', 'likely', 'guess'] as const
export type Confidence = (typeof CONFIDENCES)[number]

/** "John & Jane Smith" in one row: one contact with a partner, or two contacts. */
export const COUPLE_CHOICES = ['one', 'two'] as const
export type CoupleChoice = (typeof COUPLE_CHOICES)[number]
