import type { ReactNode } from 'react'
import type { ContactSort, ContactSummary } from '#contract/contacts.ts'
import { COLUMN_WIDTH, TABLE_COLUMNS, type TableColumn } from '#contract/views.ts'
import { isContactBlocked } from '#domain/compliance/outreach.ts'
import { OwnerName } from '#web/features/assignments/owner-name.tsx'
import {
  formatDay,
  formatMomentDay,
  formatPercent,
  formatPhone,
  joinPresent,
  yearsSince,
} from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CategoryBadge } from '#web/ui/category.tsx'
import { ScoreNumber } from '#web/ui/score-number.tsx'
import { choiceText } from './filter-texts.ts'
import { ListedBadge } from './listed-for-sale.tsx'
import { movedText } from './moved-text.ts'
import { VerificationMark } from './verification-mark.tsx'

export type ColumnId = TableColumn['id']

interface ColumnSpec {
  label: string
  /** Default width in pixels. */
  width: number
  /** The sort order that a click on the header applies. */
  sort?: ContactSort
  isNumber?: boolean
  cell: (contact: ContactSummary) => ReactNode
}

/** The table's columns. Records behind a signal aren't shown here: they are on the contact. */
export const COLUMNS: Record<ColumnId, ColumnSpec> = {
  score: {
    label: 'Score',
    width: 84,
    sort: 'score',
    isNumber: true,
    cell: ({ nineDScore }) => <ScoreNumber size="sm" score={nineDScore} />,
  },
  chance: {
    label: 'Chance',
    width: 96,
    sort: 'chance',
    isNumber: true,
    cell: ({ moveChance }) => moveChance !== null && formatPercent(moveChance),
  },
  topSignal: {
    label: 'Top signal',
    width: 128,
    cell: ({ topSignal }) => topSignal && <CategoryBadge category={topSignal} />,
  },
  status: {
    label: 'Status',
    width: 136,
    cell: (contact) => {
      const moveText = movedText(contact.moved)
      return (
        <span className="flex gap-1.5">
          {isContactBlocked(contact) && <Badge tone="orange">Do not contact</Badge>}
          {contact.listed && <ListedBadge />}
          {moveText && <Badge>{moveText}</Badge>}
        </span>
      )
    },
  },
  phone: {
    label: 'Phone',
    width: 160,
    cell: ({ phone, phoneVerified }) =>
      phone && <ContactPoint label="Phone" text={formatPhone(phone)} status={phoneVerified} />,
  },
  email: {
    label: 'Email',
    width: 208,
    cell: ({ email, emailVerified }) =>
      email && <ContactPoint label="Email" text={email} status={emailVerified} />,
  },
  city: { label: 'City', width: 150, cell: ({ city, state }) => joinPresent([city, state]) },
  zip: { label: 'ZIP code', width: 92, cell: ({ zipCode }) => zipCode },
  tenure: {
    label: 'Years owned',
    width: 112,
    isNumber: true,
    cell: ({ ownedSince }) => ownedSince && yearsSince(ownedSince, new Date()),
  },
  relationship: {
    label: 'Relationship',
    width: 120,
    cell: ({ relationship }) => relationship && choiceText('relationship', relationship),
  },
  tags: {
    label: 'Tags',
    width: 160,
    cell: ({ tags }) => (
      <span className="flex gap-1.5">
        {tags.map(({ id, name }) => (
          <Badge key={id}>{name}</Badge>
        ))}
      </span>
    ),
  },
  owner: { label: 'Contact owner', width: 150, cell: ({ ownerId }) => <OwnerName ownerId={ownerId} /> },
  source: { label: 'Source', width: 130, cell: ({ leadSource }) => leadSource },
  lastContact: {
    label: 'Last contact',
    width: 124,
    cell: ({ lastContactOn }) => lastContactOn && formatDay(lastContactOn),
  },
  tasks: {
    label: 'Tasks',
    width: 150,
    sort: 'task',
    cell: ({ openTasks, nextTaskDue }) =>
      openTasks > 0 &&
      joinPresent([`${openTasks} open`, nextTaskDue && `due ${formatMomentDay(nextTaskDue)}`], ', '),
  },
  enriched: {
    label: 'Enriched',
    width: 120,
    sort: 'enriched',
    cell: ({ enrichedAt }) => enrichedAt && formatMomentDay(enrichedAt),
  },
  added: { label: 'Added', width: 120, cell: ({ createdAt }) => formatMomentDay(createdAt) },
}

const DEFAULT_COLUMNS: readonly TableColumn[] = [
  ...(['score', 'chance', 'topSignal', 'status', 'phone', 'email', 'city', 'tags'] as const),
  ...(['lastContact', 'tasks'] as const),
].map((id) => ({ id }))

/** The stored columns that this version knows; the default ones if there are none. */
export function visibleColumns(storedColumns: readonly TableColumn[] | null): readonly TableColumn[] {
  const knownColumns = storedColumns?.filter(({ id }) => id in COLUMNS)
  return knownColumns?.length ? knownColumns : DEFAULT_COLUMNS
}

export function widthOf({ id, width }: TableColumn): number {
  return width ?? COLUMNS[id].width
}

/** Shows or hides a column; a shown one takes its usual place. */
export function toggleColumn(columns: readonly TableColumn[], id: ColumnId): TableColumn[] {
  if (columns.some((column) => column.id === id)) return columns.filter((column) => column.id !== id)
  return [...columns, { id }].toSorted(
    (left, right) => TABLE_COLUMNS.indexOf(left.id) - TABLE_COLUMNS.indexOf(right.id),
  )
}

/** Changes a column's width, within the limits. */
export function resizeColumn(columns: readonly TableColumn[], id: ColumnId, width: number): TableColumn[] {
  const clampedWidth = Math.round(Math.min(COLUMN_WIDTH.max, Math.max(COLUMN_WIDTH.min, width)))
  return columns.map((column) => (column.id === id ? { id, width: clampedWidth } : column))
}

interface ContactPointProps {
  label: 'Phone' | 'Email'
  text: string
  status: ContactSummary['phoneVerified']
}

function ContactPoint({ label, text, status }: ContactPointProps) {
  return (
    <span className="flex items-center gap-2">
      <span className="truncate">{text}</span>
      <VerificationMark label={label} status={status} />
    </span>
  )
}
