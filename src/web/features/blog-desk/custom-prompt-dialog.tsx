import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { generateRequest, PROMPT_MAX } from '#contract/blog-desk.ts'
import { fieldErrorsOf } from '#web/lib/api-error.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { NEW_PROMPT, type PromptDraft } from './blank-drafts.ts'
import { CATEGORY_OPTIONS } from './category-options.ts'
import { showFieldErrors } from './field-errors.ts'
import type { useGenerate } from './generation-queries.ts'
import { keywordField } from './keyword-field.ts'

const { customPrompt, category } = generateRequest.shape
const promptForm = z.object({
  customPrompt: z
    .string()
    .transform((typed): string | null | undefined => typed)
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
  const form = useForm({ resolver: zodResolver(promptForm), defaultValues: draft })
  const { register, formState, watch, handleSubmit, getValues } = form
  const submit = handleSubmit(async (values) => {
    const { keywords: some, ...command } = values
    try {
      const made = await generate.ask({
        ...command,
        ...(some.length > 0 ? { keywords: some } : {}),
      })
      // After a failure the dialog stays open, to change the prompt.
      if (made && made.entry.status !== 'failed') onClose(NEW_PROMPT)
    } catch (error) {
      showFieldErrors(form, fieldErrorsOf(error))
    }
  })
  const { errors } = formState
  const blank = watch('customPrompt').trim() === ''
  return (
    <FormDialog
      title="Custom Prompt"
      description="Describe the post. We'll draft it for your review."
      verb="Generate"
      disabled={blank}
      pending={generate.isPending}
      pendingLabel="Generating..."
      cancelable
      onClose={() => onClose(getValues())}
      onSubmit={(event) => void submit(event)}
    >
      <Field label="Prompt" required error={errors.customPrompt?.message}>
        <Textarea {...register('customPrompt')} rows={6} maxLength={PROMPT_MAX} />
      </Field>
      <Field label="Category" error={errors.category?.message}>
        <Select {...register('category')} options={CATEGORY_OPTIONS} />
      </Field>
      <Field label="Keywords (optional)" hint="Separated by commas." error={errors.keywords?.message}>
        <Input {...register('keywords')} autoComplete="off" />
      </Field>
    </FormDialog>
  )
}
