import { Mail, Phone, TriangleAlert } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { ContactSummary } from '#contract/contacts.ts'
import { isContactBlocked } from '#domain/compliance/outreach.ts'
import { capitalize, formatPercent, formatPhone, fullName, joinPresent } from '#web/lib/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { CategoryBadge } from '#web/ui/category.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/form.tsx'
import { ScoreNumber } from '#web/ui/score-number.tsx'
import { ListedBadge } from './listed-for-sale.tsx'
import { movedText } from './moved-text.ts'
import { topRecordText } from './top-record-text.ts'
import type { ContactsUrlState } from './use-contacts-url-state.ts'
import { VerificationMark } from './verification-mark.tsx'

const DEFAULT_PHOTO = '/contact_photo.svg'

interface ContactCardProps {
  contact: ContactSummary
  index: number
  /** True if its drawer is open. */
  isOpen: boolean
  /** True if selected for bulk actions. */
  isSelected: boolean
  /** True if any card is selected; every card then shows its checkbox. */
  isSelecting: boolean
  urlState: Pick<ContactsUrlState, 'contactHref' | 'linkProps'>
  onToggle: (index: number, range: boolean) => void
  onPrefetch: (id: string) => void
  onMounted: (index: number, element: HTMLElement | null) => void
}

/** A contact in the grid: name, contact points, score and top signal. Memoized because scrolling renders the grid every frame. */
export const ContactCard = memo(function ContactCard(props: ContactCardProps) {
  const { contact, index, isOpen, isSelected, isSelecting, urlState, onToggle, onPrefetch, onMounted } = props
  const name = fullName(contact)
  const location = joinPresent([contact.city, contact.state])
  const moveText = movedText(contact.moved)
  const recordText = topRecordText(contact)
  return (
    <Card
      interactive
      selected={isOpen || isSelected}
      role="listitem"
      data-card={index}
      data-contact={contact.id}
      ref={(element) => onMounted(index, element)}
      // No prefetch while selecting: the contact is unlikely to be opened and may be deleted.
      onPointerEnter={() => isSelecting || onPrefetch(contact.id)}
      className="group min-w-0 scroll-mt-16 scroll-mb-4 px-3.5 pt-2.5 pb-3 has-[a:focus-visible]:border-accent"
    >
      <div className="flex items-start gap-3">
        <Avatar name={name} src={contact.profilePhotoUrl ?? DEFAULT_PHOTO} />
        <div className="min-w-0 flex-1">
          <div className="flex items-start gap-3">
            <h2 className="min-w-0 flex-1 truncate text-[15px] leading-6 tracking-normal">
              <Link
                to={urlState.contactHref(contact.id)}
                {...urlState.linkProps}
                aria-current={isOpen || undefined}
                className="outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent"
              >
                {name}
              </Link>
            </h2>
            <ScoreNumber score={contact.nineDScore} className="shrink-0" />
          </div>
          <div className="flex gap-3 text-[13px] leading-5 text-dim">
            <p className="min-w-0 flex-1 truncate">{location || 'No location'}</p>
            <p className="shrink-0 tabular-nums">
              {contact.moveChance === null ? 'Not scored' : `${formatPercent(contact.moveChance)} in 12 mo`}
            </p>
          </div>
        </div>
      </div>
      <div className="mt-2 grid grid-cols-1 gap-0.5">
        <ContactPointLine contact={contact} point="email" icon={<Mail aria-hidden />} />
        <ContactPointLine contact={contact} point="phone" icon={<Phone aria-hidden />} />
      </div>
      <div className="mt-2 flex min-h-6 flex-wrap gap-1.5 pr-6 *:max-w-full">
        {isContactBlocked(contact) && <Badge tone="orange">Do not contact</Badge>}
        {contact.listed && <ListedBadge />}
        {contact.topSignal && <CategoryBadge category={contact.topSignal} />}
        {moveText && <Badge>{moveText}</Badge>}
        <RiskBadge contact={contact} />
        {contact.enrichedAt && <Badge>Enriched</Badge>}
      </div>
      {recordText && <p className="mt-1.5 truncate pr-6 text-[13px] leading-5 text-muted">{recordText}</p>}
      <Checkbox
        aria-label={`Select ${name}`}
        checked={isSelected}
        onChange={({ nativeEvent }) =>
          onToggle(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className={cx(
          'absolute! right-2.5 bottom-3 z-10 rounded-md bg-surface transition-opacity',
          !isSelecting &&
            'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
        )}
      />
    </Card>
  )
})

/** Red only if there are risk findings. */
function RiskBadge({ contact }: { contact: ContactSummary }) {
  if (!contact.hasRiskData) return null
  if (!contact.hasRiskFindings) return <Badge>Risk Data</Badge>
  return (
    <Badge tone="red" icon={<TriangleAlert role="img" aria-label="Needs review:" />}>
      Risk Data
    </Badge>
  )
}

function ContactPointLine(props: { contact: ContactSummary; point: 'email' | 'phone'; icon: ReactNode }) {
  const { contact, point, icon } = props
  const value = contact[point]
  return (
    <div className="flex items-center gap-2 text-[13px] leading-5 text-muted [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-dim">
      {icon}
      <span className="min-w-0 flex-1 truncate">
        {value ? formatPhone(value) : <span className="text-dim">No {point}</span>}
      </span>
      {value && <VerificationMark label={capitalize(point)} status={contact[`${point}Verified`]} />}
    </div>
  )
}
