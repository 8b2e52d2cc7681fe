import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import { z } from 'zod'
import { type DeskPost, postChange } from '#contract/blog-desk.ts'
import { showFormError } from '#web/ui/form-field.tsx'
import { type PostChange, useChangePost } from './blog-desk-queries.ts'
import { joinKeywords, keywordField } from './keyword-list.ts'
import { hasSameContent } from './writing/same-content.ts'

const { title, slug, metaDescription, excerpt, content, category } = postChange.shape
const postForm = z.object({
  title: title.unwrap(),
  slug: slug.unwrap(),
  metaDescription,
  excerpt,
  content,
  keywords: keywordField,
  category: category.unwrap(),
})

function valuesOf({ title, slug, metaDescription, excerpt, content, keywords, category }: DeskPost) {
  return {
    title,
    slug,
    metaDescription: metaDescription ?? '',
    excerpt: excerpt ?? '',
    content,
    keywords: joinKeywords(keywords),
    category,
  }
}

type SavedPost = {
  post: DeskPost
  /** True if the server changed the HTML when storing it. */
  isCleaned: boolean
}

/** The form of a post; sends changed fields only. */
export function usePostForm(post: DeskPost) {
  const change = useChangePost(post.id)
  const form = useForm({ resolver: zodResolver(postForm), defaultValues: valuesOf(post) })
  const { isDirty, dirtyFields } = form.formState
  useUnsavedChanges(post.id, form)

  /**
   * Saves the changed fields together with an optional status change.
   *
   * @returns null on failure; the form shows the errors
   */
  const save = async (
    statusChange: Pick<PostChange, 'status' | 'publishedAt'> = {},
  ): Promise<SavedPost | null> => {
    let result: SavedPost | null = null
    await form.handleSubmit(async (values) => {
      const fields = Object.entries(values).filter(([name]) => name in dirtyFields)
      try {
        const saved = await change.mutateAsync({ ...Object.fromEntries(fields), ...statusChange })
        result = {
          post: saved,
          isCleaned: 'content' in dirtyFields && !hasSameContent(saved.content, values.content ?? ''),
        }
        form.reset(valuesOf(saved))
      } catch (error) {
        showFormError(form, error, "We couldn't save the post. Try again.")
      }
    })()
    return result
  }
  return { form, save, isDirty, isSaving: change.isPending }
}
export type PostFormState = ReturnType<typeof usePostForm>

/** Unsaved edits by post id, for the lifetime of the window. */
const unsavedChanges = new Map<string, FieldValues>()

/** Restores unsaved edits when the user comes back to the page, and has the browser ask before the window is closed. */
function useUnsavedChanges<V extends FieldValues, C, T>(id: string, form: UseFormReturn<V, C, T>): void {
  const { getValues, setValue } = form
  const { isDirty } = form.formState
  useEffect(() => {
    for (const [name, value] of Object.entries(unsavedChanges.get(id) ?? {})) {
      setValue(name as Path<V>, value, { shouldDirty: true })
    }
    return () => {
      unsavedChanges.set(id, getValues(undefined, { dirtyFields: true }))
    }
  }, [id, getValues, setValue])
  useEffect(() => {
    if (!isDirty) return
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [isDirty])
}
