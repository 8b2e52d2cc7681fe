import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useState } from 'react'
import type { CallPermission } from '#contract/call-permission.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { callPermissionQuery, type DialTarget, permissionFor } from './calling-queries.ts'

const AskFirstDialog = lazyDialog(async () => (await import('./ask-first-dialog.tsx')).AskFirstDialog)

/** A permission is refetched after this time. */
const PERMISSION_STALE_MS = 60_000

interface DialOptions extends DialTarget {
  /** True if calling is known to be allowed now, so that the first tap dials. */
  isAllowedNow?: boolean | undefined
  /** Called when the dialer or the messages app opens. */
  onDialed?: (() => void) | undefined
}

/**
 * A link that calls or texts a contact. Asks first if a registry lists the number, if the organization wants to be asked
 * about numbers that aren't checked, outside the calling hours, and if the permission can't be read.
 *
 * @returns the events of the link, and the question to show beside it
 */
export function useDialLink({ contact, href, phone, verb, isAllowedNow = false, onDialed }: DialOptions) {
  const client = useQueryClient()
  const [pendingQuestion, setPendingQuestion] = useState<{ permission: CallPermission | null } | null>(null)
  const permissionQuery = { ...callPermissionQuery(contact.id), staleTime: PERMISSION_STALE_MS }
  const dial = () => {
    window.location.href = href
    onDialed?.()
  }
  const onClick = async (event: MouseEvent) => {
    if (isAllowedNow) return onDialed?.()
    event.preventDefault()
    const permissions = await client.fetchQuery(permissionQuery).catch(() => null)
    const permission = permissions && permissionFor(permissions, phone)
    if (permission && !permission.asksFirst && permission.callingHours.allowed) dial()
    else setPendingQuestion({ permission })
  }
  const onPointerEnter = () => !isAllowedNow && void client.prefetchQuery(permissionQuery)
  const question = pendingQuestion && (
    <AskFirstDialog
      {...{ contact, verb, permission: pendingQuestion.permission }}
      onClose={() => setPendingQuestion(null)}
      onConfirm={() => {
        setPendingQuestion(null)
        dial()
      }}
    />
  )
  return { events: { onClick, onPointerEnter }, question }
}

interface DialLinkProps extends DialOptions, Pick<ButtonProps, 'variant' | 'size' | 'className'> {
  label?: string
  children: ReactNode
}

/** A button that calls or texts a contact. */
export function DialLink(props: DialLinkProps) {
  const { contact, href, verb, isAllowedNow, onDialed, label, children, ...button } = props
  const { events, question } = useDialLink({ contact, href, verb, isAllowedNow, onDialed })
  return (
    <>
      <Button {...button} asChild>
        <a href={href} aria-label={label} data-main-action {...events}>
          {children}
        </a>
      </Button>
      {question}
    </>
  )
}
