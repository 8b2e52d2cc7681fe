import type { LogEntry, Overview } from '#contract/admin.ts'
import type { OrganizationFilter } from '#contract/admin-organizations.ts'
import type { OrganizationsService } from '#server/features/organizations/service.ts'
import { systemContext } from '#server/platform/context.ts'
import { decodeTimeCursor, pageByTime } from '#server/platform/cursor.ts'
import { mintOrganizationId } from '#server/platform/db/organization-id.ts'
import * as policy from './policy.ts'
import {
  type Features,
  type OrganizationActionsDeps,
  organizationActions,
} from './service/organization-actions.ts'
import { countContacts, countOrganizations, countSeats, listMonths } from './store/figures.ts'
import * as log from './store/log.ts'
import { listOrganizations } from './store/organizations.ts'

type Page = { limit: number; cursor?: string | undefined }
type LogPage = { entries: LogEntry[]; next: string | null }

/** Organization id of audit log entries that belong to no organization. */
const PLATFORM = mintOrganizationId('00000000-0000-0000-0000-000000000000')

/** The operator's view of all organizations as customers. Of their contacts it shows only the number. */
export function adminService(
  deps: OrganizationActionsDeps,
  { organizations, ...features }: Features & { organizations: OrganizationsService },
) {
  const { db, clock } = deps
  const { billing } = features
  const actions = organizationActions(deps, features)

  return {
    ...actions,

    async overview(): Promise<Overview> {
      const now = clock.now()
      return {
        at: now.toISOString(),
        organizations: await countOrganizations(db),
        seats: await countSeats(db),
        contacts: await countContacts(db),
        months: await listMonths(db, policy.monthStarts(now), now),
      }
    },

    /** Newest first. @throws {AppError} invalid for a malformed cursor */
    async list(query: Page & { search?: string | undefined; status?: OrganizationFilter | undefined }) {
      const found = await listOrganizations(db, {
        search: query.search?.trim() ?? '',
        status: query.status,
        after: decodeTimeCursor(query.cursor),
        limit: query.limit + 1,
      })
      const { rows, next } = pageByTime(found, query.limit)
      return { organizations: rows, next }
    },

    /** @throws {AppError} not_found, invalid for a malformed cursor */
    async members(id: string, query: Page) {
      const organizationId = await actions.require(id)
      return organizations.members(systemContext(organizationId, 'operator'), organizationId, query)
    },

    /** @throws {AppError} not_found, invalid for a malformed cursor */
    async actionsOn(id: string, { limit, cursor }: Page): Promise<LogPage> {
      const after = decodeTimeCursor(cursor)
      const found = await db.tenant(await actions.require(id), (tx) =>
        log.listOperatorActions(tx, { after, limit: limit + 1 }),
      )
      const { rows, next } = pageByTime(found, limit)
      return { entries: rows, next }
    },

    /** @throws {AppError} invalid for a malformed cursor */
    async log({ limit, cursor, action = '' }: Page & { action?: string | undefined }): Promise<LogPage> {
      const page = { action, after: decodeTimeCursor(cursor), limit: limit + 1 }
      const { rows, next } = pageByTime(await db.tenant(PLATFORM, (tx) => log.listLog(tx, page)), limit)
      return { entries: rows, next }
    },

    async system() {
      const at = clock.now().toISOString()
      const { check, notes } = await billing.moneyState()
      return { at, queue: await log.listQueueStats(db), alarms: await log.listAlarms(db), check, notes }
    },

    /** Queues a check, because it may take longer than a request. */
    checkMoney: () => billing.requestCheck(),
  }
}
export type AdminService = ReturnType<typeof adminService>
