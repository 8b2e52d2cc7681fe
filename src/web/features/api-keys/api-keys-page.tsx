import { KeyRound, Plus } from 'lucide-react'
import { type PageHandle, useMember } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { ApiKeyRow } from './api-key-row.tsx'
import { useApiKeys } from './api-keys-queries.ts'

const CreateKeyDialog = lazyDialog(async () => (await import('./create-key-dialog.tsx')).CreateKeyDialog)

export const meta = privatePage('API')
export const handle: PageHandle = { needs: 'organization' }

/** Keys that programs use to call the API. Owners and admins see those of all members. */
export default function ApiKeysPage() {
  const { role, id } = useMember()
  const keys = useApiKeys()
  return (
    <Page
      title="API"
      actions={
        <DialogButton variant="primary" dialog={(close) => <CreateKeyDialog onClose={close} />}>
          <Plus aria-hidden />
          Create key
        </DialogButton>
      }
    >
      <p className="mt-2 max-w-2xl text-sm text-muted">
        {role === 'MEMBER'
          ? 'Your keys for the API. Each one acts for you.'
          : 'The keys of everyone on your team. Each one acts for the member who created it.'}{' '}
        <a href={urls.api} className="text-accent underline underline-offset-2">
          API reference
        </a>
      </p>
      <Loaded
        query={keys}
        failure="We couldn't load the keys"
        pending={<Skeletons label="Loading keys" className="mt-4 gap-2" rows={Array(3).fill('h-24')} />}
      >
        {(allKeys) =>
          allKeys.length === 0 ? (
            <EmptyState
              icon={<KeyRound />}
              title="No API keys yet"
              description={
                <>
                  With a key, your own programs and tools such as n8n, Make and Zapier read and change
                  contacts, tasks and more.{' '}
                  <a href={urls.document('api')} className="text-accent underline underline-offset-2">
                    How the API works
                  </a>
                </>
              }
            />
          ) : (
            <ul
              aria-label="API keys"
              className="mt-4 divide-y divide-line/60 rounded-lg border border-line bg-surface"
            >
              {allKeys.map((key) => (
                <ApiKeyRow key={key.id} apiKey={key} isOwn={key.userId === id} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  )
}
