import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useState } from 'react'
import type { CallPermission } from '#contract/call-permission.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { callPermissionQuery, type DialTarget, permissionFor } from './calling-queries.ts'

const AskFirstDialog = lazyDialog(async () => (await import('./ask-first-dialog.tsx')).AskFirstDialog)

/** A permission counts this long before it is read again. */
const FRESH_MS = 60_000

interface DialOptions extends DialTarget {
  /** Already known to be allowed right now, so that the first tap dials. */
  isFree?: boolean | undefined
  /** Called once the dialer or the messages app opens. */
  onDialed?: (() => void) | undefined
}

/**
 * A link that calls or texts a contact. Asks first if a registry lists the number, if the organization wants to be asked
 * about numbers that aren't checked, outside the calling hours, and if the permission can't be read.
 *
 * @returns the events of the link, and the question to show beside it
 */
export function useDialLink({ contact, href, phone, verb, isFree = false, onDialed }: DialOptions) {
  const client = useQueryClient()
  const [asking, setAsking] = useState<{ permission: CallPermission | null } | null>(null)
  const permissionQuery = { ...callPermissionQuery(contact.id), staleTime: FRESH_MS }
  const dial = () => {
    window.location.href = href
    onDialed?.()
  }
  const onClick = async (event: MouseEvent) => {
    if (isFree) return onDialed?.()
    event.preventDefault()
    const read = await client.fetchQuery(permissionQuery).catch(() => null)
    const permission = read && permissionFor(read, phone)
    if (permission && !permission.asksFirst && permission.callingHours.allowed) dial()
    else setAsking({ permission })
  }
  const onPointerEnter = () => !isFree && void client.prefetchQuery(permissionQuery)
  const question = asking && (
    <AskFirstDialog
      {...{ contact, verb, permission: asking.permission }}
      onClose={() => setAsking(null)}
      onConfirm={() => {
        setAsking(null)
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
  const { contact, href, verb, isFree, onDialed, label, children, ...button } = props
  const { events, question } = useDialLink({ contact, href, verb, isFree, onDialed })
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
