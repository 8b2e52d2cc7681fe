import { z } from 'zod'
import type { BlogCategory } from '#contract/blog.ts'
import {
  type ContentTopic,
  generateRequest,
  MAX_PROMPT_LENGTH,
  newTopic,
  PRIORITIES,
} from '#contract/blog-desk.ts'
import { Textarea } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useActionForm } from '#web/ui/use-action-form.ts'
import { useAddTopic, useChangeTopic } from './blog-desk-queries.ts'
import type { useGenerate } from './generation-queries.ts'
import { CATEGORY_OPTIONS, joinKeywords, keywordField } from './keyword-list.ts'

/** The dialogs' field values, with keywords as typed. */
type PromptDraft = { customPrompt: string; category: BlogCategory; keywords: string }
export type TopicDraft = { topic: string; category: BlogCategory; keywords: string; priority: number }

export const NEW_PROMPT: PromptDraft = { customPrompt: '', category: 'Real Estate Marketing', keywords: '' }
export const NEW_TOPIC: TopicDraft = { topic: '', category: NEW_PROMPT.category, keywords: '', priority: 5 }

const { customPrompt, category } = generateRequest.shape
const promptForm = z.object({
  customPrompt: z
    .string()
    .transform((text): string | null | undefined => text)
    .pipe(customPrompt.unwrap()),
  category: category.unwrap(),
  keywords: keywordField,
})

interface CustomPromptDialogProps {
  draft: PromptDraft
  generate: ReturnType<typeof useGenerate>
  /** Called with the draft, which is empty after a post was generated from it. */
  onClose: (draft: PromptDraft) => void
}

/** Generates a post from a custom prompt. */
export function CustomPromptDialog({ draft, generate, onClose }: CustomPromptDialogProps) {
  const { form, dialog } = useActionForm({
    schema: promptForm,
    defaultValues: draft,
    send: ({ keywords, ...command }) =>
      generate.startOnce({ ...command, ...(keywords.length > 0 && { keywords }) }),
    onDone: (generated) => {
      // After a failure the dialog stays open, to change the prompt.
      if (generated && generated.entry.status !== 'failed') onClose(NEW_PROMPT)
    },
  })
  return (
    <FormDialog
      title="Custom Prompt"
      description="Describe the post. We'll draft it for your review."
      verb="Generate"
      disabled={form.watch('customPrompt').trim() === ''}
      pendingLabel="Generating..."
      cancelable
      onClose={() => onClose(form.getValues())}
      {...dialog}
      pending={generate.isPending}
    >
      <FormField form={form} name="customPrompt" label="Prompt" required>
        {(field) => <Textarea {...field} rows={6} maxLength={MAX_PROMPT_LENGTH} />}
      </FormField>
      <FormField form={form} name="category" label="Category" options={CATEGORY_OPTIONS} />
      <FormField form={form} name="keywords" label="Keywords (optional)" hint="Separate with commas." />
    </FormDialog>
  )
}

const topicForm = z.object({
  ...newTopic.shape,
  keywords: keywordField,
  priority: newTopic.shape.priority.unwrap(),
})

interface TopicDialogProps {
  /** The topic to edit; leave out for a new one. */
  topic?: ContentTopic
  draft?: TopicDraft
  /** Called with the draft of a new topic, which is blank after it was added. */
  onClose: (draft: TopicDraft) => void
}

/** Adds or edits a topic. */
export function TopicDialog({ topic: existingTopic, draft = NEW_TOPIC, onClose }: TopicDialogProps) {
  const add = useAddTopic()
  const change = useChangeTopic()
  const { form, dialog } = useActionForm({
    schema: topicForm,
    defaultValues: existingTopic
      ? { ...existingTopic, keywords: joinKeywords(existingTopic.keywords) }
      : draft,
    send: async (values) => {
      if (!existingTopic) return add.mutateAsync(values)
      await change.mutateAsync({ id: existingTopic.id, change: values })
      toast({ title: 'Topic saved', description: values.topic })
    },
    onDone: () => onClose(NEW_TOPIC),
    fallback: "We couldn't save the topic. Try again.",
  })
  return (
    <FormDialog
      title={existingTopic ? 'Edit Topic' : 'Add Topic'}
      description="We write posts about this topic. New topics come first. After that, topics with a higher priority come up more often."
      verb={existingTopic ? 'Save Changes' : 'Create Topic'}
      disabled={form.watch('topic').trim() === ''}
      pendingLabel={existingTopic ? 'Saving...' : 'Creating...'}
      onClose={() => onClose(form.getValues())}
      {...dialog}
    >
      <FormField form={form} name="topic" label="Topic" required />
      <div className="grid gap-3.5 *:min-w-0 sm:grid-cols-[minmax(0,1fr)_9rem]">
        <FormField form={form} name="category" label="Category" options={CATEGORY_OPTIONS} />
        <FormField
          form={form}
          name="priority"
          label="Priority"
          hint="From 1 to 10. 10 is the highest."
          type="number"
          inputMode="numeric"
          min={PRIORITIES.min}
          max={PRIORITIES.max}
        />
      </div>
      <FormField form={form} name="keywords" label="Keywords" hint="Separate with commas." />
    </FormDialog>
  )
}
