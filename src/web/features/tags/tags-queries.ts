import type { Tag } from '#contract/tags.ts'
import { CONTACTS_KEY } from '#web/features/contacts/contacts-queries.ts'
import { type CallInput, call } from '#web/lib/api.ts'
import { formatQuantity } from '#web/lib/format.ts'
import { keyOf, read } from '#web/lib/query-client.ts'
import { useChange } from '#web/ui/use-change.ts'

export const tagsQuery = read('GET /api/tags')

const refreshedKeys = [keyOf('GET /api/tags'), CONTACTS_KEY]

export const contactsText = (count: number) => formatQuantity(count, 'contact', 'contacts')

type TagInput = CallInput<'POST /api/tags'>['body']

export const useSaveTag = (tag: Tag | undefined) =>
  useChange({
    change: (body: TagInput): Promise<Tag> =>
      tag ? call('PATCH /api/tags/{id}', { params: { id: tag.id }, body }) : call('POST /api/tags', { body }),
    successToast: ({ name }) => ({ title: tag ? 'Tag Saved' : 'Tag Added', description: name }),
    refreshedKeys,
  })

export const useMergeTags = (tag: Tag) =>
  useChange({
    change: (targetId: string) =>
      call('POST /api/tags/{id}/merge', { params: { id: tag.id }, body: { into: targetId } }),
    successToast: (_, { name, contacts }) => ({
      title: 'Tags Merged',
      description: `${contactsText(contacts)} now ${contacts === 1 ? 'has' : 'have'} “${name}”.`,
    }),
    refreshedKeys,
  })

export const useDeleteTag = (tag: Tag) =>
  useChange({
    change: () => call('DELETE /api/tags/{id}', { params: { id: tag.id } }),
    successToast: () => ({ title: 'Tag Deleted', description: tag.name }),
    failureToast: ['Delete Failed', "We couldn't delete the tag. Try again."],
    refreshedKeys,
  })
