import { House } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'

/** Marks a contact whose home is on the market. */
export function ListedBadge() {
  return (
    <Badge tone="blue" icon={<House aria-hidden />}>
      Listed for sale
    </Badge>
  )
}

/** Explains why a listed contact is left out of outreach. */
export function ListedNotice() {
  return (
    <div className="mt-1 mb-3 flex gap-3 rounded-lg border border-line bg-raised px-3 py-2 text-[13px]">
      <House aria-hidden className="mt-0.5 size-4 shrink-0 text-blue" />
      <p className="min-w-0 flex-1 text-pretty">
        <span className="font-medium">This home is listed for sale.</span>{' '}
        <span className="text-muted">
          If another broker has the exclusive listing, don't offer the owner the same services (NAR Code of
          Ethics, Article 16). Until the listing ends, this contact is left out of call lists, automatic
          tasks, suggested playbooks and exports for outreach.
        </span>
      </p>
    </div>
  )
}
