import { addNote, deleteNote, listNotes, updateNote } from '#contract/notes.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { NotesService } from './service.ts'

export function notesRoutes(api: Api, service: NotesService): void {
  api.serve(listNotes, (call) => service.list(contextOf(call), call.params.id, call.query))
  api.serve(addNote, (call) => service.add(contextOf(call), call.params.id, call.body))
  api.serve(updateNote, (call) =>
    service.update(contextOf(call), call.params.id, call.params.noteId, call.body),
  )
  api.serve(deleteNote, (call) => service.remove(contextOf(call), call.params.id, call.params.noteId))
}
