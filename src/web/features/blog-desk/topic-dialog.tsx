import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type ContentTopic, newTopic, PRIORITIES } from '#contract/blog-desk.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/api-error.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { NEW_TOPIC, type TopicDraft } from './blank-drafts.ts'
import { useAddTopic, useChangeTopic } from './blog-desk-queries.ts'
import { CATEGORY_OPTIONS } from './category-options.ts'
import { showFieldErrors } from './field-errors.ts'
import { keywordField } from './keyword-field.ts'
import { joinKeywords } from './keyword-list.ts'

const { topic, category, priority } = newTopic.shape
const topicForm = z.object({
  topic,
  category,
  keywords: keywordField,
  priority: priority.unwrap(),
})

interface TopicDialogProps {
  /** The topic to edit; null for a new one. */
  topic: ContentTopic | null
  draft: TopicDraft
  /** Called with the draft of a new topic, which is blank after it was added. */
  onClose: (draft: TopicDraft) => void
}

/** Adds or edits a topic. */
export function TopicDialog({ topic: edited, draft, onClose }: TopicDialogProps) {
  const { form, submit, saving, close } = useTopicForm(edited, draft, onClose)
  const { register, formState, watch } = form
  const { errors } = formState
  return (
    <FormDialog
      title={edited ? 'Edit Topic' : 'Add Topic'}
      description="We write posts about this topic. New topics come first; after that, higher priorities repeat more often."
      verb={edited ? 'Save Changes' : 'Create Topic'}
      disabled={watch('topic').trim() === ''}
      pending={saving}
      pendingLabel={edited ? 'Saving...' : 'Creating...'}
      refusal={errors.root?.message}
      onClose={close}
      onSubmit={(event) => void submit(event)}
    >
      <Field label="Topic" required error={errors.topic?.message}>
        <Input {...register('topic')} autoComplete="off" />
      </Field>
      <div className="grid gap-3.5 *:min-w-0 sm:grid-cols-[minmax(0,1fr)_9rem]">
        <Field label="Category" error={errors.category?.message}>
          <Select {...register('category')} options={CATEGORY_OPTIONS} />
        </Field>
        <Field
          label="Priority"
          hint="From 1 to 10. 10 comes first and most often."
          error={errors.priority?.message}
        >
          <Input
            {...register('priority', { valueAsNumber: true })}
            type="number"
            inputMode="numeric"
            min={PRIORITIES.least}
            max={PRIORITIES.most}
          />
        </Field>
      </div>
      <Field label="Keywords" hint="Separated by commas." error={errors.keywords?.message}>
        <Input {...register('keywords')} autoComplete="off" />
      </Field>
    </FormDialog>
  )
}

function useTopicForm(edited: ContentTopic | null, draft: TopicDraft, onClose: (draft: TopicDraft) => void) {
  const add = useAddTopic()
  const change = useChangeTopic()
  const form = useForm({
    resolver: zodResolver(topicForm),
    defaultValues: edited ? { ...edited, keywords: joinKeywords(edited.keywords) } : draft,
  })
  const submit = form.handleSubmit(async (values) => {
    try {
      if (edited) {
        await change.mutateAsync({ id: edited.id, change: values })
        toast({ title: 'Topic saved', description: values.topic })
        onClose(draft)
      } else {
        await add.mutateAsync(values)
        onClose(NEW_TOPIC)
      }
    } catch (error) {
      if (showFieldErrors(form, fieldErrorsOf(error))) return
      const message = messageOf(error, "We couldn't save the topic. Try again.")
      form.setError('root', { message })
    }
  })
  const close = () => onClose(edited ? draft : form.getValues())
  return { form, submit, close, saving: add.isPending || change.isPending }
}
