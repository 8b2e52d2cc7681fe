import type { TenantTx, Tx } from './database.ts'
import type { OrganizationId } from './organization-id.ts'

/** Goes on in an organization within a transaction on global tables, for work that spans several organizations. */
export async function enterOrganization(tx: Tx, organizationId: OrganizationId): Promise<TenantTx> {
  await tx.run(`set local app.org_id = '${organizationId}'`)
  return {
    ...tx,
    organizationId,
    commitWith: (work) => work(),
    asOrganization: (send) => send(),
    withDetails: (send) => send(),
    liftAccess: async () => {},
    // The sweep finds such work.
    announce: () => {},
  }
}
