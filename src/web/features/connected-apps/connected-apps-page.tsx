import type { ConnectedApp } from '#contract/connected-apps.ts'
import { SCOPE_TEXTS } from '#web/features/api-keys/scope-texts.ts'
import { type PageHandle, useMember } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { formatMoment, formatMomentDay, joinPresent } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Panel } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { useConnectedApps, useDisconnect } from './connected-apps-queries.ts'
import { RESOURCE_TEXTS } from './resource-texts.ts'

export const meta = privatePage('Connected apps')
export const handle: PageHandle = { needs: 'organization' }

/** AI assistants and other apps that act for members; administrators see those of all members. */
export default function ConnectedAppsPage() {
  const query = useConnectedApps()
  return (
    <Page title="Connected apps" width="max-w-3xl">
      <div className="mt-3 grid gap-4">
        <Loaded
          query={query}
          failure="We couldn't load your connected apps"
          pending={<Skeletons label="Loading connected apps" rows={['h-40']} />}
        >
          {(apps) => <AppsPanel apps={apps} />}
        </Loaded>
      </div>
    </Page>
  )
}

function AppsPanel({ apps }: { apps: readonly ConnectedApp[] }) {
  return (
    <Panel
      id="connected-apps-heading"
      title="Apps with access to your data"
      text={
        <>
          AI assistants such as Claude or ChatGPT connect from their own settings.{' '}
          <a href={urls.document('ai-assistants')} className="text-accent underline underline-offset-2">
            How it works
          </a>
        </>
      }
    >
      {apps.length === 0 ? (
        <p className="mt-4 text-sm text-muted">No apps are connected yet.</p>
      ) : (
        <ul aria-labelledby="connected-apps-heading" className="mt-3 divide-y divide-line/60">
          {apps.map((app) => (
            <AppRow key={app.id} app={app} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function AppRow({ app }: { app: ConnectedApp }) {
  const user = useMember()
  const { name, redirectHost, resource, memberName, dailyCredits, lastUsedAt, createdAt, scopes } = app
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          <span className="wrap-anywhere">{name}</span>
          <Badge>{RESOURCE_TEXTS[resource]}</Badge>
        </p>
        <p className="mt-0.5 text-[13px] text-muted tabular-nums wrap-anywhere">
          {joinPresent([
            redirectHost,
            app.userId === user.id ? null : `acts for ${memberName}`,
            `connected ${formatMomentDay(createdAt)}`,
            lastUsedAt ? `last used ${formatMoment(lastUsedAt)}` : 'not used yet',
          ])}
        </p>
        <ul aria-label={`Permissions of ${name}`} className="mt-1.5 list-disc pl-4 text-[13px] text-muted">
          {scopes.map((scope) => (
            <li key={scope}>
              {SCOPE_TEXTS[scope]}
              {scope === 'enrichment:run' && dailyCredits !== null && ` (up to ${dailyCredits} a day)`}
            </li>
          ))}
        </ul>
      </div>
      <DialogButton
        size="row"
        variant="danger-quiet"
        dialog={(close) => <DisconnectDialog app={app} onClose={close} />}
      >
        Disconnect<span className="sr-only"> {name}</span>
      </DialogButton>
    </li>
  )
}

function DisconnectDialog({ app: { id, name }, onClose }: { app: ConnectedApp; onClose: () => void }) {
  const disconnect = useDisconnect(id, name)
  return (
    <AlertDialog
      onClose={onClose}
      title={`Disconnect ${name}?`}
      description="It loses access at once. To use it again, connect it from the app."
      confirmLabel="Disconnect app"
      pendingLabel="Disconnecting..."
      pending={disconnect.isPending}
      onConfirm={() => disconnect.mutate(undefined, { onSuccess: onClose })}
    />
  )
}
