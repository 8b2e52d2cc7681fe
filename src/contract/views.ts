import { z } from 'zod'
import { category, contactSort, panelFilter, storedPanelFilter } from './contacts.ts'
import { subscriberEndpoint } from './endpoint.ts'
import { isoDateTime, optionalLine, requiredLine } from './text.ts'

/** The columns of a table of contacts in their order; the name comes before them. */
export const TABLE_COLUMNS = [
  ...['score', 'chance', 'topSignal', 'status', 'phone', 'email', 'city', 'zip', 'tenure', 'relationship'],
  ...['tags', 'source', 'lastContact', 'tasks', 'enriched', 'added', 'owner'],
] as const
export const COLUMN_WIDTH = { min: 60, max: 600 } as const

const tableColumn = z.strictObject({
  id: z.enum(TABLE_COLUMNS),
  /** In pixels, if it was changed. */
  width: z.number().int().min(COLUMN_WIDTH.min).max(COLUMN_WIDTH.max).optional(),
})
export type TableColumn = z.infer<typeof tableColumn>
const tableColumns = z.array(tableColumn).min(1).max(TABLE_COLUMNS.length)

const view = z.object({
  id: z.string(),
  name: z.string(),
  search: z.string().nullable(),
  signal: category.nullable(),
  sort: contactSort,
  /** True for only do-not-contact people, false for only the others. */
  doNotContact: z.boolean().nullable(),
  /** All other filters. */
  filter: storedPanelFilter,
  /** Columns of the table; null for cards. */
  columns: tableColumns.nullable(),
  createdAt: isoDateTime,
})
export type View = z.infer<typeof view>

export const listViews = subscriberEndpoint('GET /api/views', {
  summary: 'List your saved views of the contacts list by name, at most 50',
  responses: { 200: z.array(view) },
})

export const createView = subscriberEndpoint('POST /api/views', {
  summary: 'Save a search, filters, sort order and table columns as a view; 409 if you already use the name',
  body: z.strictObject({
    name: requiredLine(60, 'Enter a name for the view'),
    search: optionalLine(100),
    signal: category.nullish(),
    sort: contactSort,
    doNotContact: z.boolean().nullish(),
    filter: panelFilter.default({}),
    columns: tableColumns.nullish(),
  }),
  responses: { 201: view },
})

export const deleteView = subscriberEndpoint('DELETE /api/views/{id}', {
  summary: 'Delete one of your saved views',
})
