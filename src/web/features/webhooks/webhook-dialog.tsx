import { CHOSEN_EVENT_TYPES, EVENT_TEXTS } from '#contract/v1/event-types.ts'
import {
  type ShownWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookEndpointInput,
  webhookEndpointInput,
} from '#contract/v1/webhooks.ts'
import { Checkbox } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { useActionForm } from '#web/ui/use-action-form.ts'
import { useAddWebhook, useEditWebhook } from './webhooks-queries.ts'

interface WebhookFormProps {
  endpoint?: WebhookEndpoint
  send: (values: WebhookEndpointInput) => Promise<unknown>
  verb: string
  onClose: () => void
}

/** URL, name and event types of a webhook. */
function WebhookForm({ endpoint, send, verb, onClose }: WebhookFormProps) {
  const { form, dialog } = useActionForm({
    schema: webhookEndpointInput,
    defaultValues: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      eventTypes: endpoint?.eventTypes.filter((type) => type !== 'ping') ?? [],
    },
    send,
    onDone: onClose,
    fallback: 'Failed to save the webhook',
  })
  return (
    <FormDialog
      title={endpoint ? 'Edit webhook' : 'Add webhook'}
      description="We send a signed POST request to your URL when something happens here."
      verb={verb}
      onClose={onClose}
      {...dialog}
    >
      <FormField
        form={form}
        name="url"
        label="URL"
        required
        inputMode="url"
        placeholder="https://example.com/hooks"
      />
      <FormField form={form} name="description" label="Name" hint="Optional, to recognize it by" />
      <fieldset className="grid gap-1">
        <legend className="text-[13px] font-medium">Events</legend>
        <p className="text-[13px] text-muted">Leave all boxes empty to receive every event.</p>
        {CHOSEN_EVENT_TYPES.map((type) => (
          <Checkbox
            key={type}
            value={type}
            label={
              <>
                <code className="text-[13px]">{type}</code>
                <span className="block text-[13px] leading-5 text-muted">{EVENT_TEXTS[type]}</span>
              </>
            }
            {...form.register('eventTypes')}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}

interface AddWebhookDialogProps {
  onClose: () => void
  onAdded: (added: ShownWebhookEndpoint) => void
}

export function AddWebhookDialog({ onClose, onAdded }: AddWebhookDialogProps) {
  const { mutateAsync } = useAddWebhook()
  return (
    <WebhookForm
      send={async (values) => onAdded(await mutateAsync(values))}
      verb="Add webhook"
      onClose={onClose}
    />
  )
}

export function EditWebhookDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const { mutateAsync } = useEditWebhook(endpoint.id)
  return <WebhookForm endpoint={endpoint} send={mutateAsync} verb="Save webhook" onClose={onClose} />
}
