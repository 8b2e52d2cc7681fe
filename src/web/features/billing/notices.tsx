import { Building2, CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { useInstance } from '#web/lib/instance-query.ts'
import { urls } from '#web/lib/urls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Notice } from './billing-texts.ts'

const OWNER_HINTS: Record<NonNullable<Notice['action']>, string> = {
  card: 'Ask an owner to update the card.',
  plan: 'Only an owner can choose a plan.',
  resume: 'An owner can resume it.',
}

interface SubscriptionNoticeProps {
  notice: Notice
  isOwner: boolean
  /** The button; shown to owners only. */
  children?: ReactNode
}

/** The banner for a subscription that needs attention. */
export function SubscriptionNotice({ notice, isOwner, children }: SubscriptionNoticeProps) {
  const isUrgent = notice.action === 'card'
  const Icon = isUrgent ? CircleAlert : Info
  return (
    <div
      role={isUrgent ? 'alert' : 'status'}
      className={`flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border bg-surface px-4 py-3 text-sm ${isUrgent ? 'border-red' : 'border-yellow'}`}
    >
      <Icon aria-hidden className={`size-5 shrink-0 self-start ${isUrgent ? 'text-red' : 'text-yellow'}`} />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">{notice.title}</p>
        <p className="mt-0.5 text-pretty text-muted">
          {notice.text}
          {!isOwner && notice.action && ` ${OWNER_HINTS[notice.action]}`}
        </p>
      </div>
      {isOwner && children && <div className="max-sm:w-full max-sm:*:w-full">{children}</div>}
    </div>
  )
}

/** A badge on servers that charge no real cards. */
export function TestPaymentsNote() {
  if (!useInstance()?.testPayments) return null
  return <Badge dot="var(--color-yellow)">Test payments: no card is charged</Badge>
}

/** The empty state for a user without an organization. */
export function NoOrganization() {
  return (
    <EmptyState
      icon={<Building2 />}
      title="No company yet"
      description="Plans and credits belong to a company. Set yours up first."
      actions={
        <ButtonLink variant="primary" to={urls.onboarding}>
          Set up your company
        </ButtonLink>
      }
    />
  )
}
