import { createTag, deleteTag, listTags, mergeTags, setContactTags, updateTag } from '#contract/tags.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { TagsService } from './service.ts'

export function tagsRoutes(api: Api, service: TagsService): void {
  api.serve(listTags, (call) => service.list(contextOf(call)))
  api.serve(createTag, (call) => service.add(contextOf(call), call.body))
  api.serve(updateTag, (call) => service.update(contextOf(call), call.params.id, call.body))
  api.serve(mergeTags, (call) => service.merge(contextOf(call), call.params.id, call.body.into))
  api.serve(deleteTag, (call) => service.remove(contextOf(call), call.params.id))
  api.serve(setContactTags, (call) => service.setForContact(contextOf(call), call.params.id, call.body))
}
