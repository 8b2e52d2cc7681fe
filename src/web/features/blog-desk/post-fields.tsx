import type { DeskPost } from '#contract/blog-desk.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.tsx'
import { isPublic } from './blog-desk-texts.ts'
import { CATEGORY_OPTIONS } from './category-options.ts'
import type { PostFormState } from './post-form.ts'

export type View = 'html' | 'preview'

interface PostFieldsProps {
  post: DeskPost
  state: PostFormState
  view: View
  onView: (view: View) => void
}

/** The editable fields of a post. */
export function PostFields({ post, state, view, onView }: PostFieldsProps) {
  const { register, formState } = state.form
  const { errors } = formState
  const fixed = isPublic(post)
  return (
    <form
      noValidate
      aria-labelledby="desk-post-heading"
      onSubmit={(event) => {
        event.preventDefault()
        void saveAndToast(state)
      }}
      className="grid min-w-0 gap-3.5"
    >
      <Field label="Title" required error={errors.title?.message}>
        <Input {...register('title')} autoComplete="off" />
      </Field>
      <div className="grid gap-3.5 *:min-w-0 sm:grid-cols-2">
        <Field
          label="URL slug"
          required
          error={errors.slug?.message}
          hint={fixed ? "Can't be changed while the post is public." : `Appears after ${urls.blog}/`}
        >
          <Input {...register('slug')} autoComplete="off" spellCheck={false} readOnly={fixed} />
        </Field>
        <Field label="Category" error={errors.category?.message}>
          <Select {...register('category')} options={CATEGORY_OPTIONS} />
        </Field>
      </div>
      <Field
        label="Description"
        hint="Shown by search engines. One or two sentences."
        error={errors.metaDescription?.message}
      >
        <Textarea {...register('metaDescription')} rows={2} className="field-sizing-content min-h-16" />
      </Field>
      <Field label="Excerpt" hint="Shown in lists of posts." error={errors.excerpt?.message}>
        <Textarea {...register('excerpt')} rows={2} className="field-sizing-content min-h-16" />
      </Field>
      <Field label="Keywords" hint="Separated by commas." error={errors.keywords?.message}>
        <Input {...register('keywords')} autoComplete="off" />
      </Field>
      <Tabs value={view} onValueChange={(next) => onView(next === 'preview' ? 'preview' : 'html')}>
        <TabList label="Text">
          <Tab value="html">HTML</Tab>
          <Tab value="preview">Preview</Tab>
        </TabList>
        <TabPanel value="html">
          <Field label="HTML" error={errors.content?.message}>
            <Textarea
              {...register('content')}
              rows={24}
              spellCheck
              className="font-mono text-[13px] leading-relaxed"
            />
          </Field>
        </TabPanel>
        <TabPanel value="preview">
          <Preview post={post} state={state} />
        </TabPanel>
      </Tabs>
      <SaveBar state={state} />
    </form>
  )
}

async function saveAndToast({ save }: PostFormState): Promise<void> {
  const saved = await save()
  if (!saved) return
  const description = saved.cleaned
    ? 'We removed HTML that posts can’t contain. Check the saved text.'
    : saved.post.title
  toast({ title: 'Post saved', description })
}

/** Sticks to the bottom, since a post is longer than a screen. Leaves room for the assistant's button. */
function SaveBar({ state: { form, isDirty, saving, discard } }: { state: PostFormState }) {
  const { errors } = form.formState
  const isRefused = Object.keys(errors).length > 0
  return (
    <div className="sticky bottom-0 -mx-1 flex min-h-14 items-center gap-3 border-t border-line bg-page px-1 py-2 pr-16 lg:pr-1">
      <Button type="submit" variant="primary" disabled={!isDirty} pending={saving} pendingLabel="Saving...">
        Save
      </Button>
      {isRefused ? (
        <p role="alert" className="min-w-0 text-sm text-red">
          {errors.root?.message ?? 'Not saved. Check the marked fields.'}
        </p>
      ) : (
        <p role="status" className="text-[13px] text-dim">
          {isDirty ? 'Unsaved changes' : ''}
        </p>
      )}
      {isDirty && (
        <Button variant="ghost" disabled={saving} onClick={() => discard()}>
          Discard changes
        </Button>
      )}
    </div>
  )
}

/** The saved text in the site's style. The server strips scripts from it. */
function Preview({ post, state }: { post: DeskPost; state: PostFormState }) {
  return (
    <>
      {state.form.formState.dirtyFields.content && (
        <p role="status" className="mb-3 flex flex-wrap items-center gap-3 text-sm text-muted">
          This is the last saved text.
          <Button size="sm" pending={state.saving} onClick={() => void saveAndToast(state)}>
            Save and show
          </Button>
        </p>
      )}
      <Card className="p-5 sm:p-8">
        {post.content ? (
          <div
            className="prose"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the server strips scripts
            dangerouslySetInnerHTML={{ __html: post.content }}
          />
        ) : (
          <p className="text-sm text-muted">This post has no text yet.</p>
        )}
      </Card>
    </>
  )
}
