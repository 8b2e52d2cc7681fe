import type { RiskData } from '#domain/risk/risk-data.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { NOT_SUSPENDED } from '#server/platform/db/suspension.ts'
import { parseRisk } from './stored-risk.ts'

/** The data needed to screen a contact against a list. */
export type ScreenedContact = {
  id: string
  firstName: string
  lastName: string
  birthYear: number | null
  risk: RiskData
}

type Row = Omit<ScreenedContact, 'risk'> & { riskData: unknown }

const SCREENED_COLUMNS = `id, first_name, last_name, birth_year, risk_data`

function toScreenedContacts(rows: readonly Row[]): ScreenedContact[] {
  return rows.flatMap(({ riskData, ...contact }) => {
    const risk = parseRisk(riskData)
    return risk ? [{ ...contact, risk }] : []
  })
}

/** Enriched contacts after `after` that were not yet screened against that day's list, ordered by id. */
export async function listContactsToScreen(
  tx: TenantTx,
  { listDate, after, limit }: { listDate: string | null; after: string | null; limit: number },
): Promise<ScreenedContact[]> {
  const rows = await tx.rows<Row>(
    `select ${SCREENED_COLUMNS} from contacts
      where organization_id = $1 and enriched_at is not null and jsonb_typeof(risk_data) = 'object'
        and (risk_data #>> '{sanctions,listDate}' is distinct from $2
          or risk_data #>> '{sanctions,status}' is not distinct from 'not_run')
        and ($3::uuid is null or id > $3) and ${NOT_SUSPENDED} order by id limit $4`,
    [tx.organizationId, listDate, after, limit],
    'contacts-to-screen',
  )
  return toScreenedContacts(rows)
}

/** The named contacts, locked in the order of their ids. */
export async function lockContactsToScreen(tx: TenantTx, ids: readonly string[]): Promise<ScreenedContact[]> {
  const rows = await tx.rows<Row>(
    `select ${SCREENED_COLUMNS} from contacts where organization_id = $1 and id = any($2) order by id for update`,
    [tx.organizationId, ids],
  )
  return toScreenedContacts(rows)
}

export async function updateRisk(
  tx: TenantTx,
  contacts: readonly { id: string; risk: RiskData }[],
): Promise<void> {
  await tx.run(
    `update contacts c set risk_data = r.risk
       from jsonb_to_recordset($2) as r(id uuid, risk jsonb) where c.organization_id = $1 and c.id = r.id`,
    [tx.organizationId, JSON.stringify(contacts)],
  )
}
