import type { Overview } from '#contract/admin.ts'
import type { OrganizationFilter } from '#contract/admin-organizations.ts'
import type { OrganizationsService } from '#server/features/organizations/service.ts'
import { systemContext } from '#server/platform/context.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { BY_TIME, type PageQuery, readPage } from '#server/platform/page.ts'
import {
  createOrganizationActions,
  type Features,
  type OrganizationActionsDeps,
} from './service/organization-actions.ts'
import * as periods from './service/periods.ts'
import * as log from './store/log.ts'
import { listOrganizations } from './store/organizations.ts'
import { countCustomers, listMonths } from './store/overview.ts'

/** Organization id of audit log entries that belong to no organization. */
const PLATFORM_ID = parseOrganizationId('00000000-0000-0000-0000-000000000000')

/** The operator's view of all organizations as customers. It shows how many contacts they have, but no contact. */
export function adminService(
  deps: OrganizationActionsDeps,
  { organizations, ...features }: Features & { organizations: OrganizationsService },
) {
  const { db, clock } = deps
  const { billing } = features
  const actions = createOrganizationActions(deps, features)

  return {
    ...actions,

    async readOverview(): Promise<Overview> {
      const now = clock.now()
      return {
        at: now.toISOString(),
        ...(await countCustomers(db)),
        months: await listMonths(db, periods.listMonthStarts(now), now),
      }
    },

    /** Newest first. @throws {AppError} invalid for a malformed cursor */
    list({
      search = '',
      status,
      ...query
    }: PageQuery & { search?: string | undefined; status?: OrganizationFilter | undefined }) {
      return readPage(BY_TIME, query, (range) =>
        listOrganizations(db, { ...range, search: search.trim(), status }),
      )
    },

    /** @throws {AppError} not_found, invalid for a malformed cursor */
    async listMembers(id: string, query: PageQuery) {
      const organizationId = await actions.require(id)
      return organizations.listMembers(systemContext(organizationId, 'operator'), query)
    },

    /** @throws {AppError} not_found, invalid for a malformed cursor */
    async listActions(id: string, query: PageQuery) {
      return db.tenant(await actions.require(id), (tx) =>
        readPage(BY_TIME, query, (range) => log.listOperatorActions(tx, range)),
      )
    },

    /** @throws {AppError} invalid for a malformed cursor */
    listLog: ({ action = '', ...query }: PageQuery & { action?: string | undefined }) =>
      db.tenant(PLATFORM_ID, (tx) =>
        readPage(BY_TIME, query, (range) => log.listLog(tx, { ...range, action })),
      ),

    async readSystem() {
      const at = clock.now().toISOString()
      const { check, notes } = await billing.readMoneyState()
      return { at, queue: await log.listQueueStats(db), alarms: await log.listAlarms(db), check, notes }
    },

    /** Queues a check, because it may take longer than a request. */
    checkMoney: () => billing.requestCheck(),
  }
}
export type AdminService = ReturnType<typeof adminService>
