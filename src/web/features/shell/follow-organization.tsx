import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { currentUserQuery } from '#web/features/auth/auth-queries.ts'
import {
  onOrganizationMismatch,
  setShownOrganization,
  shownOrganizationId,
} from '#web/lib/shown-organization.ts'
import { urls } from '#web/lib/urls.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { listenForSwitches, ownOrganizationsQuery } from './switch-organization.ts'
import { type TypedText, trackTypedText } from './typed-text.ts'

const RescuedTextDialog = lazyDialog(
  async () => (await import('./rescued-text-dialog.tsx')).RescuedTextDialog,
)

/**
 * Shows one organization at a time. When the session switches, here or in another tab, the page starts over: nothing read
 * for the previous organization stays, except text that the user had typed and not saved.
 */
export function FollowOrganization({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const { organizationId } = user
  const client = useQueryClient()
  const navigate = useNavigate()
  const typedText = useRef<ReturnType<typeof trackTypedText>>(null)
  const [version, setVersion] = useState(0)
  const [rescued, setRescued] = useState<TypedText[]>([])

  useEffect(() => {
    typedText.current = trackTypedText()
    return typedText.current.stop
  }, [])

  useEffect(() => {
    const readUser = () => void client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    onOrganizationMismatch(readUser)
    return listenForSwitches(readUser)
  }, [client])

  // Before the next paint, so that no data of one organization shows under the name of the other.
  useLayoutEffect(() => {
    const previousId = shownOrganizationId()
    setShownOrganization(organizationId)
    if (previousId === null || previousId === organizationId) return
    const texts = typedText.current?.read() ?? []
    setRescued((earlier) => [...earlier, ...texts])
    dropAllButUser(client)
    setVersion((previous) => previous + 1)
    void navigate(urls.dashboard, { replace: true })
    void announce(client)
  }, [organizationId, client, navigate])

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

async function announce(client: QueryClient): Promise<void> {
  const organizations = await client.fetchQuery(ownOrganizationsQuery).catch(() => [])
  const active = organizations.find(({ isActive }) => isActive)
  if (active) toast({ title: `You're now in ${active.name}` })
}
