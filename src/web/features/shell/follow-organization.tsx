import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { currentUserQuery } from '#web/features/auth/auth-queries.ts'
import { call } from '#web/lib/api.ts'
import {
  onOrganizationMismatch,
  setShownOrganization,
  shownOrganizationId,
} from '#web/lib/shown-organization.ts'
import { urls } from '#web/lib/urls.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { listenForSwitches } from './switch-organization.ts'
import { createTypedTextTracker, type TypedText } from './typed-text.ts'

const RescuedTextDialog = lazyDialog(
  async () => (await import('./rescued-text-dialog.tsx')).RescuedTextDialog,
)

const NO_TEXTS: readonly TypedText[] = []

/**
 * Shows one organization at a time. When the session switches, here or in another tab, the page starts over: nothing read
 * for the previous organization stays, except text that the user had typed and not saved.
 */
export function FollowOrganization({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const { organizationId } = user
  const client = useQueryClient()
  const navigate = useNavigate()
  const [typedText] = useState(createTypedTextTracker)
  const [version, setVersion] = useState(0)
  const [rescued, setRescued] = useState<TypedText[]>([])

  useEffect(() => typedText.start(), [typedText])

  useEffect(() => {
    const readUser = () => void client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    onOrganizationMismatch(readUser)
    return listenForSwitches(readUser)
  }, [client])

  const shownId = shownOrganizationId()
  const isSwitch = shownId !== null && shownId !== organizationId
  // Read while the previous page is still in the document, which it isn't when effects run.
  const texts = isSwitch ? typedText.read() : NO_TEXTS

  // Before the next paint, so that no data of one organization shows under the name of the other.
  useLayoutEffect(() => {
    const previousId = shownOrganizationId()
    setShownOrganization(organizationId)
    if (previousId === null || previousId === organizationId) return
    setRescued((earlier) => [...earlier, ...texts])
    dropAllButUser(client)
    setVersion((previous) => previous + 1)
    void navigate(urls.dashboard, { replace: true })
    if (texts.length === 0) void announce()
  }, [organizationId, texts, client, navigate])

  return (
    <>
      <div key={version} className="contents">
        {children}
      </div>
      {rescued.length > 0 && <RescuedTextDialog texts={rescued} onClose={() => setRescued([])} />}
    </>
  )
}

function dropAllButUser(client: QueryClient): void {
  const [userPath] = currentUserQuery.queryKey
  const others = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== userPath }
  void client.cancelQueries(others)
  client.removeQueries(others)
}

async function announce(): Promise<void> {
  const organizations = await call('GET /api/auth/organizations', {}).catch(() => [])
  const active = organizations.find(({ isActive }) => isActive)
  if (active) toast({ title: `You're now in ${active.name}` })
}
