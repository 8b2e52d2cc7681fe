import type { ListedOrganization } from '#contract/admin-organizations.ts'
import { Badge, type BadgeProps } from '#web/ui/badge.tsx'
import { statusLabel } from './admin-texts.ts'

const TONES: Record<ListedOrganization['status'], BadgeProps['tone']> = {
  active: 'green',
  trialing: 'blue',
  past_due: 'orange',
  canceled: 'neutral',
  incomplete: 'neutral',
}

export function OrganizationBadges({
  status,
  suspendedAt,
}: Pick<ListedOrganization, 'status' | 'suspendedAt'>) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={TONES[status]}>{statusLabel(status)}</Badge>
      {suspendedAt && <Badge tone="red">Suspended</Badge>}
    </span>
  )
}
