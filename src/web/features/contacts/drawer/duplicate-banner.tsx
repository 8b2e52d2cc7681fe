import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import type { ContactDetail } from '#contract/contacts.ts'
import type { SuspectedDuplicate } from '#contract/merges.ts'
import { fullName } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { duplicatesQuery } from './drawer-queries.ts'

/** Warns that another contact may be the same person. */
export function DuplicateBanner(props: { contact: ContactDetail; onReview: () => void }) {
  const { contact: openContact, onReview } = props
  const { data: suspects = [] } = useQuery(duplicatesQuery(openContact.id))
  const [first, ...otherSuspects] = suspects.filter((suspect) => isLikely(openContact, suspect))
  if (!first) return null
  const { contact, reason } = first
  return (
    <div className="mt-1 mb-3 flex items-center gap-3 rounded-lg border border-line bg-raised px-3 py-2 text-[13px]">
      <UsersRound aria-hidden className="size-4 shrink-0 text-yellow" />
      <p className="min-w-0 flex-1 break-words">
        Possible duplicate of <span className="font-medium">{fullName(contact)}</span>
        <span className="text-muted">
          {' '}
          · {reason}
          {otherSuspects.length > 0 && ` · and ${otherSuspects.length} more`}
        </span>
      </p>
      <Button size="sm" onClick={onReview} className="max-sm:h-10">
        Review
      </Button>
    </div>
  )
}

/** A shared phone number alone doesn't warn, because people who live or work together share one. */
function isLikely(openContact: ContactDetail, { contact, reason }: SuspectedDuplicate): boolean {
  return (
    reason !== 'Same phone number' ||
    isSameWord(openContact.firstName, contact.firstName) ||
    isSameWord(openContact.lastName, contact.lastName)
  )
}

function isSameWord(a: string, b: string): boolean {
  return a.localeCompare(b, undefined, { sensitivity: 'base' }) === 0
}
