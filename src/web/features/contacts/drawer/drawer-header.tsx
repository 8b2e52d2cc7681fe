import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BadgeCheck, ContactRound, Pencil, Sparkles, Timer, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import { isContactBlocked } from '#domain/compliance/outreach.ts'
import { refreshToday, snooze } from '#web/features/today/today-queries.ts'
import { formatMomentDay, formatQuantity, fullName, joinPresent } from '#web/lib/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CategoryBadge } from '#web/ui/category.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { toastFailure } from '#web/ui/toast.tsx'
import { useDownloadVCard } from '../contact-mutations.ts'
import { ListedBadge } from '../listed-for-sale.tsx'
import { movedText } from '../moved-text.ts'
import { namedRecordText } from '../top-record-text.ts'
import { useEnrich } from '../use-enrich.ts'
import { ContactActions, type ContactActionsProps } from './contact-actions.tsx'
import { PinnedNote } from './pinned-note.tsx'
import { yearsInHome } from './years-in-home.ts'

interface DrawerHeaderProps extends ContactActionsProps {
  menu: ReactNode
}

/** Name and main actions of a contact: they stay above the tabs while the rest scrolls. */
export function DrawerHeader({ menu, ...actions }: DrawerHeaderProps) {
  const { contact } = actions
  const name = fullName(contact)
  return (
    <div className="pb-3">
      {menu}
      <div className="flex items-center gap-3 pr-19 sm:pr-27 md:pr-36 lg:pr-34">
        <Avatar name={name} src={contact.profilePhotoUrl} size="lg" />
        <div className="min-w-0">
          <h2 className="text-lg leading-6 break-words">{name}</h2>
          <p className="truncate text-[13px] text-dim">{locationAndTenure(contact)}</p>
        </div>
      </div>
      <ContactActions {...actions} />
    </div>
  )
}

interface DrawerSummaryProps {
  contact: ContactDetail
  onEdit: () => void
  onDelete: () => void
}

/** Badges, snooze, pinned note and the other actions, above the tabs. */
export function DrawerSummary({ contact, onEdit, onDelete }: DrawerSummaryProps) {
  const { enrich, isEnriching } = useEnrich(contact)
  const vCard = useDownloadVCard()
  const recordText = namedRecordText(contact)
  return (
    <div className="grid grid-cols-1 gap-2 pb-2">
      <HeaderBadges contact={contact} />
      {recordText && <p className="truncate text-[13px] leading-5 text-muted">{recordText}</p>}
      <SnoozeLine contact={contact} />
      {contact.pinnedNote && (
        <PinnedNote key={contact.pinnedNote.id} contactId={contact.id} note={contact.pinnedNote} />
      )}
      <div className="flex flex-wrap gap-2 max-sm:gap-1.5">
        <Button
          variant={contact.enrichedAt ? 'secondary' : 'primary'}
          size="row"
          pending={isEnriching}
          pendingLabel="Enriching..."
          onClick={enrich}
        >
          <Sparkles aria-hidden className="max-sm:hidden" />
          Enrich
        </Button>
        <Button size="row" onClick={onEdit} aria-keyshortcuts="e">
          <Pencil aria-hidden className="max-sm:hidden" />
          Edit
        </Button>
        <Button size="row" pending={vCard.isPending} onClick={() => vCard.mutate(contact)}>
          <ContactRound aria-hidden className="max-sm:hidden" />
          Add to Contacts
        </Button>
        <Button
          variant="danger-quiet"
          size="icon-sm"
          aria-label="Delete"
          onClick={onDelete}
          className="ml-auto max-md:size-11"
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
    </div>
  )
}

function HeaderBadges({ contact }: { contact: ContactDetail }) {
  const moveText = movedText(contact.moved)
  return (
    <div className="flex flex-wrap gap-1.5 empty:hidden">
      {contact.topSignal && <CategoryBadge category={contact.topSignal} />}
      {contact.emailVerified === 'verified' && <VerifiedBadge>Email Verified</VerifiedBadge>}
      {contact.phoneVerified === 'verified' && <VerifiedBadge>Phone Verified</VerifiedBadge>}
      {isContactBlocked(contact) && <Badge tone="orange">Do not contact</Badge>}
      {contact.listed && <ListedBadge />}
      {moveText && <Badge>{moveText}</Badge>}
    </div>
  )
}

function VerifiedBadge({ children }: { children: string }) {
  return (
    <Badge tone="green" icon={<BadgeCheck aria-hidden />}>
      {children}
    </Badge>
  )
}

function SnoozeLine({ contact }: { contact: ContactDetail }) {
  const client = useQueryClient()
  const endSnooze = useMutation({
    mutationFn: () => snooze(contact.id, null),
    onSuccess: () => refreshToday(client),
    onError: toastFailure('Not Saved', "We couldn't end the snooze. Please try again."),
  })
  const { snoozedUntil } = contact
  if (snoozedUntil === null || Date.parse(snoozedUntil) <= Date.now()) return null
  return (
    <p className="flex items-center gap-1.5 text-[13px] text-muted">
      <Timer aria-hidden className="size-4 text-dim" />
      Snoozed until {formatMomentDay(snoozedUntil)} ·
      <Button
        variant="ghost"
        size="row"
        className="-my-1 px-1.5! underline"
        pending={endSnooze.isPending}
        onClick={() => endSnooze.mutate()}
      >
        Undo
      </Button>
    </p>
  )
}

function locationAndTenure(contact: ContactDetail): string {
  const years = yearsInHome(contact, new Date())
  const wholeYears = Math.floor(years ?? 0)
  const tenureText = wholeYears > 0 ? `owner for ${formatQuantity(wholeYears, 'year', 'years')}` : null
  return joinPresent([joinPresent([contact.city, contact.state]), tenureText], ' · ') || 'No location'
}

export function DrawerHeaderSkeleton() {
  return (
    <div aria-hidden className="pb-3">
      <div className="flex items-center gap-3">
        <Skeleton className="size-12 rounded-full!" />
        <div className="grid gap-2">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-3.5 w-28" />
        </div>
      </div>
      <div className="mt-3 flex gap-2 max-sm:gap-1.5">
        {['call', 'text', 'email', 'write'].map((action) => (
          <Skeleton key={action} className="h-9 flex-1 max-md:h-11" />
        ))}
        <Skeleton className="h-9 w-9 max-md:h-11 max-md:w-11" />
      </div>
    </div>
  )
}
