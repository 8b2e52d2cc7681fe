import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { type DeskPost, postChange } from '#contract/blog-desk.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/api-error.ts'
import { type PostChange, useChangePost } from './blog-desk-queries.ts'
import { showFieldErrors } from './field-errors.ts'
import { keywordField } from './keyword-field.ts'
import { joinKeywords } from './keyword-list.ts'
import { useUnsavedChanges } from './unsaved-changes.ts'

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

function valuesOf(post: DeskPost) {
  const { title, slug, content, category } = post
  const metaDescription = post.metaDescription ?? ''
  const excerpt = post.excerpt ?? ''
  return { title, slug, metaDescription, excerpt, content, keywords: joinKeywords(post.keywords), category }
}

type SavedPost = {
  post: DeskPost
  /** True if the server changed the HTML when storing it. */
  cleaned: boolean
}

/** The form of a post; sends changed fields only. */
export function usePostForm(post: DeskPost) {
  const change = useChangePost()
  const form = useForm({ resolver: zodResolver(postForm), defaultValues: valuesOf(post) })
  const { isDirty, dirtyFields } = form.formState
  const discard = useUnsavedChanges(post.id, form)

  /**
   * Saves the changed fields together with an optional status change.
   *
   * @returns null on failure; the form shows the errors
   */
  const save = (also: Pick<PostChange, 'status' | 'publishedAt'> = {}): Promise<SavedPost | null> =>
    new Promise((resolve) => {
      const send = form.handleSubmit(
        async (values) => {
          const fields = Object.entries(values).filter(([name]) => name in dirtyFields)
          try {
            const saved = await change.mutateAsync({
              id: post.id,
              change: { ...Object.fromEntries(fields), ...also },
            })
            form.reset(valuesOf(saved))
            resolve({ post: saved, cleaned: 'content' in dirtyFields && saved.content !== values.content })
          } catch (error) {
            const isShown = showFieldErrors(form, fieldErrorsOf(error))
            const message = messageOf(error, "We couldn't save the post. Try again.")
            if (!isShown) form.setError('root', { message })
            resolve(null)
          }
        },
        () => resolve(null),
      )
      void send()
    })
  return { form, save, discard, isDirty, saving: change.isPending }
}
export type PostFormState = ReturnType<typeof usePostForm>
