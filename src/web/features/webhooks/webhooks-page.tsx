import { Plus, Webhook } from 'lucide-react'
import { useId, useState } from 'react'
import type { WebhookEndpoint } from '#contract/v1/webhooks.ts'
import { type PageHandle, useMember } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { formatMoment } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyState, Skeleton } from '#web/ui/states.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { disabledText } from './webhook-texts.ts'
import {
  useDeleteWebhook,
  useRotateSecret,
  useSendTest,
  useSwitchWebhook,
  useWebhooks,
} from './webhooks-queries.ts'

const AddWebhookDialog = lazyDialog(async () => (await import('./webhook-dialog.tsx')).AddWebhookDialog)
const EditWebhookDialog = lazyDialog(async () => (await import('./webhook-dialog.tsx')).EditWebhookDialog)

export const meta = privatePage('Webhooks')
export const handle: PageHandle = { needs: 'organization' }

/** URLs that receive events, with their log. Owners and admins manage them. */
export default function WebhooksPage() {
  const canManage = useMember().role !== 'MEMBER'
  const webhooks = useWebhooks(canManage)
  const [secret, setSecret] = useState<string | null>(null)
  if (!canManage)
    return (
      <Page title="Webhooks">
        <EmptyState
          icon={<Webhook />}
          title="For owners and admins only"
          description="Ask an owner or admin to add or change a webhook."
        />
      </Page>
    )
  const addButton = (
    <DialogButton
      variant="primary"
      dialog={(close) => <AddWebhookDialog onClose={close} onAdded={(added) => setSecret(added.secret)} />}
    >
      <Plus aria-hidden />
      Add webhook
    </DialogButton>
  )
  return (
    <Page title="Webhooks" width="max-w-3xl" actions={addButton}>
      <p className="mt-2 text-sm text-muted">
        Send changes to your own apps as they happen.{' '}
        <a href={urls.document('webhooks')} className="text-accent underline underline-offset-2">
          How to receive and verify events
        </a>
      </p>
      <Loaded
        query={webhooks}
        failure="We couldn't load your webhooks"
        pending={<Skeleton className="mt-4 h-32 w-full" />}
      >
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              icon={<Webhook />}
              title="No webhooks yet"
              description="Add a URL, and we send it every change as it happens."
            />
          ) : (
            <ul className="mt-4 grid gap-4">
              {data.map((endpoint) => (
                <li key={endpoint.id}>
                  <WebhookCard endpoint={endpoint} onSecret={setSecret} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </Page>
  )
}

interface WebhookCardProps {
  endpoint: WebhookEndpoint
  onSecret: (secret: string) => void
}

function WebhookCard({ endpoint, onSecret }: WebhookCardProps) {
  const [showsLog, setShowsLog] = useState(false)
  const logId = useId()
  const switching = useSwitchWebhook(endpoint)
  const test = useSendTest(endpoint)
  const { url, description, eventTypes, isEnabled } = endpoint
  const name = description ?? url
  return (
    <Card className="grid gap-3 p-4">
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-2 text-sm font-medium wrap-anywhere">
          {name}
          <StateBadge endpoint={endpoint} />
        </h2>
        {description && <p className="text-[13px] text-muted wrap-anywhere">{url}</p>}
        <p className="text-[13px] text-muted wrap-anywhere">
          {eventTypes.length === 0 ? 'All events' : eventTypes.join(', ')}
        </p>
        <StateText endpoint={endpoint} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="row"
          aria-expanded={showsLog}
          aria-controls={logId}
          onClick={() => setShowsLog(!showsLog)}
        >
          {showsLog ? 'Hide log' : 'Show log'}
          <span className="sr-only"> of {name}</span>
        </Button>
        {isEnabled && (
          <Button size="row" pending={test.isPending} onClick={() => test.mutate()}>
            Send test event<span className="sr-only"> to {name}</span>
          </Button>
        )}
        <DialogButton
          size="row"
          dialog={(close) => <EditWebhookDialog endpoint={endpoint} onClose={close} />}
        >
          Edit<span className="sr-only"> {name}</span>
        </DialogButton>
        <RotateButton endpoint={endpoint} name={name} onSecret={onSecret} />
        <Button size="row" pending={switching.isPending} onClick={() => switching.mutate(!isEnabled)}>
          {isEnabled ? 'Turn off' : 'Turn on'}
          <span className="sr-only"> {name}</span>
        </Button>
        <DeleteButton endpoint={endpoint} name={name} />
      </div>
      <div id={logId} hidden={!showsLog}>
        {showsLog && <DeliveryLog endpoint={endpoint} />}
      </div>
    </Card>
  )
}

function StateBadge({ endpoint: { isEnabled, failingSince } }: { endpoint: WebhookEndpoint }) {
  if (!isEnabled) return <Badge tone="red">Off</Badge>
  return failingSince ? <Badge tone="orange">Failing</Badge> : <Badge tone="green">On</Badge>
}

function StateText({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { isEnabled, failingSince, disabledAt, previousSecretUntil } = endpoint
  const lines = [
    !isEnabled && disabledAt ? `Off since ${formatMoment(disabledAt)}. ${disabledText(endpoint)}` : null,
    isEnabled && failingSince
      ? `Every delivery since ${formatMoment(failingSince)} failed. We turn it off after 5 days.`
      : null,
    previousSecretUntil
      ? `We also sign with the previous secret until ${formatMoment(previousSecretUntil)}.`
      : null,
  ].filter((line) => line !== null)
  return lines.map((line) => (
    <p key={line} className="mt-1 text-[13px]">
      {line}
    </p>
  ))
}

function RotateButton({ endpoint, name, onSecret }: WebhookCardProps & { name: string }) {
  const rotate = useRotateSecret(endpoint)
  return (
    <DialogButton
      size="row"
      dialog={(close) => (
        <AlertDialog
          onClose={close}
          title="Replace the signing secret?"
          description="For 24 hours we sign with both secrets, so that your receiver can switch without a gap."
          confirmLabel="Replace secret"
          pendingLabel="Replacing..."
          destructive={false}
          pending={rotate.isPending}
          onConfirm={() =>
            rotate.mutate(undefined, { onSuccess: ({ secret }) => onSecret(secret), onSettled: close })
          }
        />
      )}
    >
      Rotate secret<span className="sr-only"> of {name}</span>
    </DialogButton>
  )
}

function DeleteButton({ endpoint, name }: { endpoint: WebhookEndpoint; name: string }) {
  const remove = useDeleteWebhook(endpoint)
  return (
    <DialogButton
      size="row"
      variant="danger-quiet"
      dialog={(close) => (
        <AlertDialog
          onClose={close}
          title="Delete this webhook?"
          description="It receives no more events, and its log goes too."
          confirmLabel="Delete webhook"
          pendingLabel="Deleting..."
          pending={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSettled: close })}
        />
      )}
    >
      Delete<span className="sr-only"> {name}</span>
    </DialogButton>
  )
}
