import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { DeskPost } from '#contract/blog-desk.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Textarea } from '#web/ui/form.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { Skeletons } from '#web/ui/loaded.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.tsx'
import { isPublic } from './blog-desk-texts.ts'
import { CATEGORY_OPTIONS } from './keyword-list.ts'
import type { PostFormState } from './post-form.ts'

const VIEWS = ['write', 'html', 'preview'] as const

/** Loaded on demand, because the editor is larger than the rest of the desk. */
const TextEditor = lazy(async () => ({ default: (await import('./writing/text-editor.tsx')).TextEditor }))

interface PostFieldsProps {
  post: DeskPost
  state: PostFormState
}

/** The editable fields of a post. */
export function PostFields({ post, state }: PostFieldsProps) {
  const [params, setParams] = useSearchParams()
  const { form } = state
  const isSlugFixed = isPublic(post)
  const view = VIEWS.find((each) => each === params.get('view')) ?? 'write'
  const setView = (next: string) => setParams(next === 'write' ? {} : { view: next }, { replace: true })
  return (
    <form
      noValidate
      aria-labelledby="desk-post-heading"
      onSubmit={(event) => {
        event.preventDefault()
        void saveAndToast(state)
      }}
      className="grid min-w-0 grid-cols-1 gap-3.5"
    >
      <FormField form={form} name="title" label="Title" required />
      <div className="grid gap-3.5 *:min-w-0 sm:grid-cols-2">
        <FormField
          form={form}
          name="slug"
          label="URL slug"
          required
          hint={isSlugFixed ? "Can't be changed while the post is public." : `Appears after ${urls.blog}/`}
          spellCheck={false}
          readOnly={isSlugFixed}
        />
        <FormField form={form} name="category" label="Category" options={CATEGORY_OPTIONS} />
      </div>
      <FormField
        form={form}
        name="metaDescription"
        label="Description"
        hint="Shown by search engines. One or two sentences."
      >
        {(field) => <Textarea {...field} rows={2} className="field-sizing-content min-h-16" />}
      </FormField>
      <FormField form={form} name="excerpt" label="Excerpt" hint="Shown in lists of posts.">
        {(field) => <Textarea {...field} rows={2} className="field-sizing-content min-h-16" />}
      </FormField>
      <FormField form={form} name="keywords" label="Keywords" hint="Separate with commas." />
      <Tabs value={view} onValueChange={setView}>
        <TabList label="Text">
          <Tab value="write">Write</Tab>
          <Tab value="html">HTML</Tab>
          <Tab value="preview">Preview</Tab>
        </TabList>
        <TabPanel value="write">
          <Suspense fallback={<Skeletons rows={['h-96 w-full']} />}>
            <TextEditor
              value={form.watch('content') ?? ''}
              onChange={(html) => form.setValue('content', html, { shouldDirty: true })}
              onShowHtml={() => setView('html')}
              error={form.formState.errors.content?.message}
            />
          </Suspense>
        </TabPanel>
        <TabPanel value="html">
          <FormField form={form} name="content" label="HTML">
            {(field) => (
              <Textarea {...field} rows={24} spellCheck className="font-mono text-[13px] leading-relaxed" />
            )}
          </FormField>
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
  const description = saved.isCleaned
    ? "We removed HTML that posts don't support. Check the saved text."
    : saved.post.title
  toast({ title: 'Post saved', description })
}

/**
 * Sticks to the bottom of larger screens, since a post is longer than a screen, and leaves room for the assistant's button.
 * On phones it would cover fields.
 */
function SaveBar({ state: { form, isDirty, isSaving } }: { state: PostFormState }) {
  const { errors } = form.formState
  return (
    <div className="-mx-1 flex min-h-14 items-center gap-3 border-t border-line bg-page px-1 py-2 md:sticky md:bottom-0 md:pr-16 lg:pr-1">
      <Button type="submit" variant="primary" disabled={!isDirty} pending={isSaving} pendingLabel="Saving...">
        Save
      </Button>
      {Object.keys(errors).length > 0 ? (
        <p role="alert" className="min-w-0 text-sm text-red">
          {errors.root?.message ?? 'Not saved. Check the highlighted fields.'}
        </p>
      ) : (
        <p role="status" className="text-[13px] text-dim">
          {isDirty ? 'Unsaved changes' : ''}
        </p>
      )}
      {isDirty && (
        <Button variant="ghost" disabled={isSaving} onClick={() => form.reset()}>
          Discard changes
        </Button>
      )}
    </div>
  )
}

/** The saved text in the site's style. The server strips scripts from it. */
function Preview({ post, state }: PostFieldsProps) {
  return (
    <>
      {state.form.formState.dirtyFields.content && (
        <p role="status" className="mb-3 flex flex-wrap items-center gap-3 text-sm text-muted">
          This is the last saved version.
          <Button size="sm" pending={state.isSaving} onClick={() => void saveAndToast(state)}>
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
