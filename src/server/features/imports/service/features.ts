import type { AssignmentsService } from '#server/features/assignments/service.ts'
import type { ConsentsService } from '#server/features/consents/service.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { DataExportService } from '#server/features/data-export/service.ts'
import type { EnrichmentService } from '#server/features/enrichment/service.ts'
import type { MembershipsService } from '#server/features/memberships/service.ts'
import type { NotesService } from '#server/features/notes/service.ts'
import type { NotificationsService } from '#server/features/notifications/service.ts'
import type { TagsService } from '#server/features/tags/service.ts'

/** Features that imports use. */
export type ImportFeatures = {
  assignments: Pick<AssignmentsService, 'assignImported' | 'requireTarget'>
  contacts: ContactsService
  consents: ConsentsService
  dataExport: Pick<DataExportService, 'sumStoredBytes'>
  enrichment: EnrichmentService
  memberships: Pick<MembershipsService, 'findActingMember'>
  notes: Pick<NotesService, 'removeImported'>
  notifications: NotificationsService
  tags: Pick<TagsService, 'removeImported'>
}
