import type { Channel, ContactRestrictions } from '../compliance/outreach.ts'
import { type ContactDetails, type LabelsAndNotes, NO_DETAILS } from '../identity/contact-details.ts'
import { CONTACT_FIELD_LABELS, CONTACT_FIELDS, type ContactDraft } from '../identity/contact-draft.ts'
import { PHONE_KIND_LABELS, POINT_KIND_LABELS } from '../identity/kind-labels.ts'
import { formatPhone } from '../identity/phone.ts'
import type { Category } from '../signals/categories.ts'
import { csvRow } from './csv-export.ts'

export type ExportedContact = ContactDraft &
  ContactRestrictions &
  LabelsAndNotes & {
    details: ContactDetails | null
    nineDScore: number | null
    moveChance: number | null
    topSignal: Category | null
    lastContactOn: string | null
  }

/** Number of columns for alternate emails, phones and addresses. */
export type AlternateCounts = { emails: number; phones: number; addresses: number }

const OPT_OUT_COLUMNS: readonly [label: string, channel: Channel][] = [
  ['Do Not Call', 'call'],
  ['Do Not Text', 'text'],
  ['Do Not Email', 'email'],
  ['Do Not Mail', 'letter'],
]

type Column = [
  label: string,
  cellOf: (contact: ExportedContact, details: ContactDetails) => string | number | null | undefined,
]

const PHONE_TYPE_COLUMN: Column = [
  'Phone - Type',
  (_, { phoneKind }) => phoneKind && PHONE_KIND_LABELS[phoneKind],
]

/** Columns after the alternate emails, phones and addresses. */
const TRAILING_COLUMNS: readonly Column[] = [
  ['Name Prefix', (_, { title }) => title],
  ['Name Suffix', (_, { suffix }) => suffix],
  ['Birthday', (_, { birthday }) => birthday],
  ['Company', (_, { company }) => company],
  ['Job Title', (_, { jobTitle }) => jobTitle],
  ['Website', (_, { website }) => website],
  ['Partner First Name', (_, { partner }) => partner?.firstName],
  ['Partner Last Name', (_, { partner }) => partner?.lastName],
  ['Labels', ({ labels }) => joinLabels(labels)],
  ['Notes', ({ notes }) => notes],
  ['Lead Source', (_, { history }) => history?.source],
  ['Stage', (_, { history }) => history?.stage],
  ['Assigned To', (_, { history }) => history?.assignedTo],
  ['Created', (_, { history }) => history?.createdOn],
  ['Last Contact', ({ lastContactOn }) => lastContactOn],
  ['Last Closing', (_, { history }) => history?.lastClosingOn],
  // An empty cell means no opt-out; imports read other words in these columns as an opt-out.
  ['Do Not Contact', ({ doNotContact }) => (doNotContact ? 'Yes' : '')],
  ...OPT_OUT_COLUMNS.map(
    ([label, channel]): Column => [
      label,
      ({ optedOutChannels }) => (optedOutChannels.includes(channel) ? 'Yes' : ''),
    ],
  ),
  // Derived by scoring, so imports ignore them.
  ['Score', ({ nineDScore }) => nineDScore],
  ['Chance of a Move', ({ moveChance }) => (moveChance === null ? null : `${Math.round(100 * moveChance)}%`)],
  ['Top Signal', ({ topSignal }) => topSignal && topSignal.charAt(0).toUpperCase() + topSignal.slice(1)],
]

/**
 * Exports contacts as CSV with all user data: the eight template columns first, then alternates in the format the
 * import reads. No cell can start a formula.
 */
export function contactsCsv(alternates: AlternateCounts): {
  header: string
  line: (contact: ExportedContact) => string
} {
  const columns: Column[] = [
    ...CONTACT_FIELDS.map(
      (field): Column => [
        CONTACT_FIELD_LABELS[field],
        (contact) => (field === 'phone' ? formatPhone(contact.phone ?? '') : contact[field]),
      ],
    ),
    PHONE_TYPE_COLUMN,
    ...numberedColumns(alternates.emails, emailColumns),
    ...numberedColumns(alternates.phones, phoneColumns),
    ...numberedColumns(alternates.addresses, addressColumns),
    ...TRAILING_COLUMNS,
  ]
  return {
    header: csvRow(columns.map(([label]) => label)),
    line: (contact) =>
      csvRow(columns.map(([, cellOf]) => cellOf(contact, contact.details ?? NO_DETAILS) ?? '')),
  }
}

/** Columns numbered from 2. */
function numberedColumns(count: number, columnsOf: (index: number, number: number) => Column[]): Column[] {
  return Array.from({ length: count }, (_, index) => columnsOf(index, index + 2)).flat()
}

function emailColumns(index: number, number: number): Column[] {
  return [
    [`Email ${number}`, (_, { emails }) => emails[index]?.email],
    [`Email ${number} - Type`, (_, { emails }) => labelOf(POINT_KIND_LABELS, emails[index])],
  ]
}

function phoneColumns(index: number, number: number): Column[] {
  return [
    [`Phone ${number}`, (_, { phones }) => formatPhone(phones[index]?.phone ?? '')],
    [`Phone ${number} - Type`, (_, { phones }) => labelOf(PHONE_KIND_LABELS, phones[index])],
  ]
}

function addressColumns(index: number, number: number): Column[] {
  return [
    [`Address ${number} - Type`, (_, { addresses }) => labelOf(POINT_KIND_LABELS, addresses[index])],
    [`Address ${number} - Street`, (_, { addresses }) => addresses[index]?.address],
    [`Address ${number} - City`, (_, { addresses }) => addresses[index]?.city],
    [`Address ${number} - State`, (_, { addresses }) => addresses[index]?.state],
    [`Address ${number} - Zip`, (_, { addresses }) => addresses[index]?.zipCode],
  ]
}

function labelOf<Kind extends string>(
  labels: Record<Kind, string>,
  item: { kind: Kind } | undefined,
): string {
  return item ? labels[item.kind] : ''
}

/** Joins labels with semicolons, or with Google's separator if a label contains one. */
function joinLabels(labels: readonly string[]): string {
  const hasNoSeparator = labels.every((label) => !/[;,|]|^["'[{]/.test(label))
  if (hasNoSeparator) return labels.join('; ')
  return labels.length === 1 ? `${labels[0]} :::` : labels.join(' ::: ')
}
