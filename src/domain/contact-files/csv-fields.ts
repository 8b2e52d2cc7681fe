import { CONTACT_FIELD_LABELS } from '../identity/contact-draft.ts'

/** Places of an address; fields of `plain` have no prefix. */
export const ADDRESS_PLACES = ['plain', 'home', 'mailing', 'property', 'work', 'other'] as const
export type AddressPlace = (typeof ADDRESS_PLACES)[number]

/** Parts of an address in one cell. */
const ADDRESS_PART_LABELS = {
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
  fullAddress: 'Full address',
}

export type AddressPart = keyof typeof ADDRESS_PART_LABELS
const ADDRESS_PARTS = Object.keys(ADDRESS_PART_LABELS) as AddressPart[]

type PrefixedAddressPart = `${Exclude<AddressPlace, 'plain'>}.${AddressPart}`

const CONTACT_FIELD_GROUPS = {
  Name: {
    firstName: CONTACT_FIELD_LABELS.firstName,
    lastName: CONTACT_FIELD_LABELS.lastName,
    fullName: 'Full Name',
    middleName: 'Middle name',
    nickname: 'Nickname',
    namePrefix: 'Prefix (Dr., Mrs.)',
    nameSuffix: 'Suffix (Jr., III)',
    partnerFirstName: "Partner's first name",
    partnerLastName: "Partner's last name",
    partnerName: "Partner's full name",
  },
  Email: {
    email: CONTACT_FIELD_LABELS.email,
    emailHome: 'Home email',
    emailWork: 'Work email',
    emailOther: 'Other email',
    emailType: 'Email type',
    partnerEmail: "Partner's email",
  },
  Phone: {
    phone: CONTACT_FIELD_LABELS.phone,
    phoneMobile: 'Mobile phone',
    phoneHome: 'Home phone',
    phoneWork: 'Work phone',
    phoneMain: 'Main phone',
    phoneOther: 'Other phone',
    phoneFax: 'Fax',
    phonePager: 'Pager',
    phoneType: 'Phone type',
    phoneExtension: 'Phone extension',
    partnerPhone: "Partner's phone",
  },
}

const DETAIL_FIELD_GROUPS = {
  'Other details': {
    birthday: 'Birthday',
    company: 'Company',
    jobTitle: 'Job title',
    website: 'Website',
    labels: 'Labels, groups, tags',
    notes: 'Notes',
    detailValue: 'Custom field value',
    detailLabel: 'Custom field name',
  },
  History: {
    source: 'Lead source',
    stage: 'Stage',
    assignedTo: 'Assigned to',
    createdOn: 'Date created',
    lastContactOn: 'Last contacted',
    lastClosingOn: 'Last closing date',
  },
  'Opt-outs': {
    optOutAll: 'Do not contact',
    optOutCall: 'Do not call',
    optOutText: 'Do not text',
    optOutEmail: 'Do not email',
    optOutLetter: 'Do not mail',
  },
}

type FieldIn<Groups> = { [Name in keyof Groups]: keyof Groups[Name] }[keyof Groups]

/** Target field of a column. */
export type CsvField =
  | FieldIn<typeof CONTACT_FIELD_GROUPS>
  | FieldIn<typeof DETAIL_FIELD_GROUPS>
  | AddressPart
  | PrefixedAddressPart
  | 'addressType'

const ADDRESS_GROUP_LABELS: Record<AddressPlace, string> = {
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

const toFieldGroups = (groups: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  Object.entries(groups).map(([label, fields]) => ({
    label,
    fields: Object.entries(fields).map(([field, name]) => ({ field: field as CsvField, label: name })),
  }))

const addressFieldChoices = (place: AddressPlace): FieldChoice[] =>
  ADDRESS_PARTS.map((part) => ({
    field: addressField(place, part),
    label:
      place === 'plain'
        ? ADDRESS_PART_LABELS[part]
        : `${ADDRESS_GROUP_LABELS[place]}: ${ADDRESS_PART_LABELS[part]}`,
  }))

/** Choices for a column, grouped for the mapping screen. */
export const CSV_FIELD_GROUPS: readonly { label: string; fields: readonly FieldChoice[] }[] = [
  ...toFieldGroups(CONTACT_FIELD_GROUPS),
  ...ADDRESS_PLACES.map((place) => ({
    label: ADDRESS_GROUP_LABELS[place],
    fields:
      place === 'plain'
        ? [...addressFieldChoices(place), { field: 'addressType' as const, label: 'Address type' }]
        : addressFieldChoices(place),
  })),
  ...toFieldGroups(DETAIL_FIELD_GROUPS),
]

export const CSV_FIELDS: readonly CsvField[] = CSV_FIELD_GROUPS.flatMap(({ fields }) =>
  fields.map(({ field }) => field),
)

const LABEL_BY_FIELD = new Map(
  CSV_FIELD_GROUPS.flatMap(({ fields }) => fields.map(({ field, label }) => [field, label])),
)

export function csvFieldLabel(field: CsvField): string {
  return LABEL_BY_FIELD.get(field) ?? field
}

/**
 * Corrections of the recognized columns, by column index from 0: another field, or `none` to skip the column. Other
 * columns stay as recognized.
 */
export type CsvMapping = Readonly<Record<string, CsvField | 'none'>>

/** Certainty of a recognized column: clear header, header or cells, or a weak indication. */
export const CONFIDENCES = ['sure', 'likely', 'guess'] as const
export type Confidence = (typeof CONFIDENCES)[number]

/** Ways to import "John & Jane Smith" in one row: one contact with a partner, or two contacts. */
export const COUPLE_CHOICES = ['one', 'two'] as const
export type CoupleChoice = (typeof COUPLE_CHOICES)[number]
