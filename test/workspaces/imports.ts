import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Role } from '#contract/endpoint.ts'
import { activitiesService } from '#server/features/activities/service.ts'
import { apiKeysService } from '#server/features/api-keys/service.ts'
import { assignmentsService } from '#server/features/assignments/service.ts'
import { consentsService } from '#server/features/consents/service.ts'
import { MAX_CONTACTS } from '#server/features/contacts/limits.ts'
import { contactsService } from '#server/features/contacts/service.ts'
import { creditsService } from '#server/features/credits/service.ts'
import { dataExportService } from '#server/features/data-export/service.ts'
import { enrichmentService } from '#server/features/enrichment/service.ts'
import { importsJobs } from '#server/features/imports/jobs.ts'
import { IMPORT_LIMITS, type ImportLimits } from '#server/features/imports/limits.ts'
import { acceptUpload } from '#server/features/imports/service/accept-upload.ts'
import { importsService } from '#server/features/imports/service.ts'
import type { ImportFacts } from '#server/features/imports/store/imports.ts'
import type { StagedRow } from '#server/features/imports/store/staging.ts'
import { membershipsService } from '#server/features/memberships/service.ts'
import { mergesService } from '#server/features/merges/service.ts'
import { notesService } from '#server/features/notes/service.ts'
import { notificationsService } from '#server/features/notifications/service.ts'
import { outcomesService } from '#server/features/outcomes/service.ts'
import { referenceFilesService } from '#server/features/reference-files/service.ts'
import { relationshipsService } from '#server/features/relationships/service.ts'
import { scoresService } from '#server/features/scores/service.ts'
import { tagsService } from '#server/features/tags/service.ts'
import { tasksService } from '#server/features/tasks/service.ts'
import { teamsService } from '#server/features/teams/service.ts'
import { verificationService } from '#server/features/verification/service.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { silentLog } from '#server/platform/log.ts'
import { createMailServers } from '#server/platform/mail-servers/mail-servers.ts'
import { createZipCodes } from '#server/platform/places/zip-codes.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createDisabledProviders } from '#server/platform/providers/data-providers.ts'
import { cloneDatabase } from '../database.ts'
import { createFakeEvents } from '../fakes/events.ts'
import { createFakeNameServer } from '../fakes/name-server.ts'
import { createFakeQueue } from '../fakes/queue.ts'

/** The services around imports on their own database, with an adjustable clock. */
export async function openImportWorkspace(
  limits: { maxContacts?: number; imports?: Partial<ImportLimits> } = {},
) {
  const { ownerUrl, appUrl, drop } = await cloneDatabase()
  const db = openDatabase(appUrl, { log: silentLog })
  /** Bypasses row-level security, to inspect results. */
  const owner = openDatabase(ownerUrl, { log: silentLog, max: 2 })
  const events = createFakeEvents()
  const queue = createFakeQueue()
  const clock = { now: new Date() }
  const platform: Platform = {
    ...{
      db,
      queue,
      events,
      log: silentLog,
      clock: { now: () => clock.now },
      appUrl: 'http://localhost:3000',
    },
    providers: createDisabledProviders(),
    providerStatuses: () => [],
    modelStatus: () => null,
    adminEmails: [],
    operatorsNeedSecondFactor: false,
    secrets: undefined as never,
    // Imports use no email, payments or language model, and call no URL.
    resolver: undefined as never,
    outbound: undefined as never,
    site: undefined as never,
    sitePages: undefined as never,
    mailServers: createMailServers({ nameServer: createFakeNameServer() }),
    zipCodes: createZipCodes(),
    model: undefined as never,
    mailer: undefined as never,
    payments: undefined as never,
  }
  const memberships = membershipsService(platform)
  const tasks = tasksService(platform, { memberships })
  const tags = tagsService(platform)
  const notes = notesService(platform)
  const notifications = notificationsService(platform, { tasks })
  const contacts = contactsService(
    platform,
    { tasks, tags, notes },
    { maxContacts: limits.maxContacts ?? MAX_CONTACTS },
  )
  const teams = teamsService(platform, { memberships, contacts, tasks })
  const assignments = assignmentsService(platform, { notifications, tasks, teams })
  const consents = consentsService(platform, { contacts, tasks })
  const dataExport = dataExportService(platform, {
    brands: { productNameOf: async () => 'Ninefold' },
    notifications,
  })
  const credits = creditsService(platform, { billingEmails: { creditsLow: async () => true } })
  const scores = scoresService(platform, { contacts })
  const verification = verificationService(platform)
  const outcomes = outcomesService(platform, { contacts, scores })
  const relationships = relationshipsService(platform, { contacts })
  const activities = activitiesService(platform, {
    ...{ contacts, consents, outcomes, relationships },
    tasks,
    verification,
  })
  const enrichment = enrichmentService(platform, {
    apiKeys: apiKeysService(platform),
    verification,
    ...{ contacts, credits, scores, tasks, notifications },
    outcomes,
    referenceFiles: referenceFilesService(platform),
  })
  const imports = importsService(
    platform,
    {
      ...{ assignments, contacts, consents, dataExport, enrichment },
      ...{ memberships, notes, notifications, tags },
    },
    { ...IMPORT_LIMITS, ...limits.imports },
  )
  importsJobs(queue, imports)
  const importCsv = async (context: Context, bytes: AsyncIterable<Uint8Array>, enrich = true) => {
    const { importId } = await imports.acceptCsv(context, bytes, { enrich })
    await queue.drain()
    return imports.get(context, importId)
  }
  /** Imports rows as file readers yield them, until all are done. */
  const importRows = async (
    context: Context,
    rows: readonly StagedRow[],
    { enrich = false, facts = {} }: { enrich?: boolean; facts?: ImportFacts } = {},
  ) => {
    const wake = (organizationId: OrganizationId, importId: string) =>
      queue.send('run-import', { organizationId, importId }, { key: importId })
    const { importId } = await acceptUpload(
      {
        ...{ db, events, log: silentLog, assignments, contacts, consents, dataExport, wake },
        limits: { ...IMPORT_LIMITS, ...limits.imports },
      },
      context,
      { kind: 'csv', fileName: 'rows.csv', enrich, rows, facts: () => facts },
    )
    await queue.drain()
    return imports.get(context, importId)
  }
  return {
    importRows,
    ...{ db, owner, queue, events, time: clock, platform, contacts, consents, credits, enrichment, imports },
    merges: mergesService(platform, {
      ...{ activities, contacts, notes, scores, tags, tasks },
      contactTransfers: { listClaimants: async (_tx, userIds) => [...userIds] },
    }),
    /** Imports a file, from its first byte to the end of the job. */
    importCsv,
    countContacts: async (organizationId: string) =>
      (await owner.rows('select from contacts where organization_id = $1', [organizationId])).length,
    listInconsistentImports: (organizationId: string) => owner.rows(INCONSISTENT, [organizationId]),
    createOrganization: () => createOrganization(owner),
    createUser: (organizationId: OrganizationId, role: Role) => createUser(owner, organizationId, role),
    async close() {
      await queue.stop()
      await db.close()
      await owner.close()
      await drop()
    },
  }
}
export type ImportWorkspace = Awaited<ReturnType<typeof openImportWorkspace>>

/** Imports whose counts and rows don't match. */
const INCONSISTENT = `
  select i.id from imports i where i.organization_id = $1 and (
    i.imported + i.skipped + i.updated <> i.processed
    or (i.status = 'done' and i.processed <> i.total)
    or (select count(*) from import_rows r where r.organization_id = i.organization_id and r.import_id = i.id
         and r.row <= i.processed_row) <> i.skipped
    or (select coalesce(sum(c.refused + json_array_length(c.drafts::json)), 0) from import_chunks c
         where c.organization_id = i.organization_id and c.import_id = i.id) <> i.total - i.processed
    or (i.status in ('running', 'done') and i.imported <>
       (select count(*) from contacts c where c.organization_id = i.organization_id and c.import_id = i.id)))`

/** A file in one chunk. */
export function streamOf(csv: string): Readable {
  return Readable.from([Buffer.from(csv)])
}

async function createOrganization(owner: Database): Promise<OrganizationId> {
  const id = randomUUID()
  await owner.run(
    `insert into organizations (id, name, slug, subscription_status) values ($1, $2, $2, 'active')`,
    [id, id],
  )
  await owner.run('insert into organization_counters (organization_id) values ($1)', [id])
  return parseOrganizationId(id)
}

async function createUser(owner: Database, organizationId: OrganizationId, role: Role): Promise<Context> {
  const userId = randomUUID()
  const email = `${userId}@example.com`
  await owner.run('insert into users (id, email) values ($1, $2)', [userId, email])
  await membershipsService({ db: owner }).join(owner, { userId, organizationId, role })
  return { organizationId, actor: { kind: 'user', userId, role }, requestId: undefined }
}
