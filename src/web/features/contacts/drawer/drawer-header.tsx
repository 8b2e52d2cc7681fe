import { BadgeCheck, ContactRound, Pencil, Sparkles, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import { isContactBlocked } from '#domain/compliance/outreach.ts'
import { formatQuantity, fullName, joinPresent } from '#web/lib/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { CategoryBadge } from '#web/ui/category-badge.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDownloadVCard } from '../contacts-queries.ts'
import { ListedBadge } from '../listed-for-sale.tsx'
import { movedText } from '../moved-text.ts'
import { TopRecord } from '../top-record.tsx'
import { useEnrich } from '../use-enrich.ts'
import { yearsInHome } from './years-in-home.ts'

interface DrawerHeaderProps {
  contact: ContactDetail
  onEdit: () => void
  onDelete: () => void
  /** Shown at the right, beside Close. */
  menu: ReactNode
}

/** Name, badges and main actions of a contact. */
export function DrawerHeader({ contact, onEdit, onDelete, menu }: DrawerHeaderProps) {
  const { enrich, enriching } = useEnrich(contact)
  const vCard = useDownloadVCard()
  const name = fullName(contact)
  return (
    <div>
      {menu}
      <div className="flex items-center gap-3 pr-19 sm:pr-27 md:pr-36 lg:pr-34">
        <Avatar name={name} src={contact.profilePhotoUrl} size="lg" />
        <div className="min-w-0">
          <h2 className="text-lg leading-6 break-words">{name}</h2>
          <p className="truncate text-[13px] text-dim">{whereAndSince(contact)}</p>
        </div>
      </div>
      <HeaderBadges contact={contact} />
      <TopRecord contact={contact} className="mt-1.5" />
      <div className="mt-3 mb-2 flex flex-wrap gap-2 max-sm:gap-1.5 max-sm:*:h-10">
        <Button variant="primary" size="sm" pending={enriching} pendingLabel="Enriching..." onClick={enrich}>
          <Sparkles aria-hidden className="max-sm:hidden" />
          Enrich
        </Button>
        <Button size="sm" onClick={onEdit} aria-keyshortcuts="e">
          <Pencil aria-hidden className="max-sm:hidden" />
          Edit
        </Button>
        <Button size="sm" pending={vCard.isPending} onClick={() => vCard.mutate(contact)}>
          <ContactRound aria-hidden className="max-sm:hidden" />
          Add to Contacts
        </Button>
        <Button
          variant="danger-quiet"
          size="icon-sm"
          aria-label="Delete"
          onClick={onDelete}
          className="ml-auto max-sm:w-10"
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
    </div>
  )
}

function HeaderBadges({ contact }: { contact: ContactDetail }) {
  const tick = <BadgeCheck aria-hidden />
  const emailVerified = contact.emailVerified === 'verified'
  const phoneVerified = contact.phoneVerified === 'verified'
  const moved = movedText(contact.moved)
  const { topSignal, listed } = contact
  const doNotContact = isContactBlocked(contact)
  if (!topSignal && !emailVerified && !phoneVerified && !doNotContact && !listed && !moved) return null
  return (
    <div className="mt-3 flex flex-wrap gap-1.5">
      {topSignal && <CategoryBadge category={topSignal} />}
      {emailVerified && (
        <Badge tone="green" icon={tick}>
          Email Verified
        </Badge>
      )}
      {phoneVerified && (
        <Badge tone="green" icon={tick}>
          Phone Verified
        </Badge>
      )}
      {doNotContact && <Badge tone="orange">Do not contact</Badge>}
      {listed && <ListedBadge />}
      {moved && <Badge>{moved}</Badge>}
    </div>
  )
}

function whereAndSince(contact: ContactDetail): string {
  const years = yearsInHome(contact, new Date())
  const whole = Math.floor(years ?? 0)
  const since = whole > 0 ? `owner for ${formatQuantity(whole, 'year', 'years')}` : null
  return joinPresent([joinPresent([contact.city, contact.state]), since], ' · ') || 'No location'
}

export function DrawerHeaderSkeleton() {
  return (
    <div aria-hidden>
      <div className="flex items-center gap-3">
        <Skeleton className="size-12 rounded-full!" />
        <div className="grid gap-2">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-3.5 w-28" />
        </div>
      </div>
      <div className="mt-3 flex gap-1.5">
        <Skeleton className="h-6 w-20" />
        <Skeleton className="h-6 w-28" />
        <Skeleton className="h-6 w-28" />
      </div>
      <Skeleton className="mt-1.5 h-4.5 w-40" />
      <div className="mt-3 mb-2 flex gap-2 max-sm:*:h-10">
        <Skeleton className="h-8 w-24" />
        <Skeleton className="h-8 w-20" />
        <Skeleton className="h-8 w-36" />
      </div>
    </div>
  )
}
