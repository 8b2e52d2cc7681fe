import type { BrokerageCompliance } from '#contract/brokerages.ts'
import { MAX_REGISTRY_AGE_DAYS } from '#domain/compliance/call-permission.ts'
import { redactReason } from '#domain/compliance/redact-reason.ts'
import { addDays, DAY_MS } from '#server/platform/clock.ts'
import type { Query } from '#server/platform/db/database.ts'
import { COMPLIANCE_DAYS, MAX_OVERRIDES } from '../limits.ts'
import * as store from '../store/figures.ts'
import { listOffices } from '../store/offices.ts'

/** Compliance figures of each member for a supervising broker, without any contact. */
export async function readCompliance(
  db: Query,
  viewer: store.Viewer,
  now: Date,
): Promise<BrokerageCompliance> {
  const since = addDays(now, -COMPLIANCE_DAYS)
  const [offices, members, registries, overrides] = await Promise.all([
    listOffices(db, viewer.brokerageId),
    store.listMembers(db, viewer, since),
    store.listRegistries(db, viewer),
    store.listOverrides(db, viewer, { since, limit: MAX_OVERRIDES }),
  ])
  const registryOf = new Map(registries.map((each) => [each.office, each]))
  return {
    since: since.toISOString(),
    offices: offices.map(({ id, name }) => ({
      ...{ id, name },
      registry: describeRegistry(registryOf.get(id), now),
      openReviews: registryOf.get(id)?.openReviews ?? 0,
      members: members.filter(({ office }) => office === id).map(({ office: _, ...member }) => member),
    })),
    overrides: overrides.map(({ madeAt, names, reason, ...override }) => ({
      ...override,
      on: madeAt.slice(0, 10),
      reason: redactReason(reason, names),
    })),
  }
}

function describeRegistry(row: store.RegistryRow | undefined, now: Date) {
  if (!row?.asOf) return null
  const { asOf, areaCodes } = row
  const ageDays = Math.max(0, Math.floor((now.getTime() - Date.parse(asOf)) / DAY_MS))
  return { asOf, ageDays, isCurrent: ageDays <= MAX_REGISTRY_AGE_DAYS, areaCodes }
}
