import type { ContactDetail, Property, Signal } from '#contract/contacts.ts'
import { selectByKeys } from '#server/platform/db/by-key.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { riskFrom } from './stored-risk.ts'

/** The fields of a contact that enrichment and scoring read, besides its signals and homes. */
export type StoredContact = Pick<
  ContactDetail,
  | 'id'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'phone'
  | 'address'
  | 'city'
  | 'state'
  | 'zipCode'
  | 'age'
  | 'birthYear'
  | 'doNotContact'
  | 'enrichedAt'
  | 'enrichmentData'
  | 'riskData'
>

/** A signal with the key of its evidence. */
export type StoredSignal = Signal & { evidenceKey: string }

export type FullContact = StoredContact & { signals: StoredSignal[]; properties: Property[] }

/** The named contacts that exist, without signals and homes. */
export async function listStored(tx: TenantTx, ids: readonly string[]): Promise<StoredContact[]> {
  const rows = await tx.rows<StoredContact>(
    `select id, first_name, last_name, email, phone, address, city, state, zip_code, age, birth_year,
            not can_contact as do_not_contact,
            enriched_at, enrichment_data, risk_data
       from ${selectByKeys({ table: 'contacts', keys: '$2' }, '*')}`,
    [tx.organizationId, ids],
    'list-known',
  )
  return rows.map((row) => ({ ...row, riskData: riskFrom(row.riskData) }))
}

/** The named contacts with signals and homes, in the order in which a single contact shows them. */
export async function listFull(tx: TenantTx, ids: readonly string[]): Promise<FullContact[]> {
  const [contacts, signals, properties] = await Promise.all([
    listStored(tx, ids),
    tx.rows<StoredSignal & { contactId: string }>(
      `select contact_id, id, category, score, confidence_score, confidence, source, description, detected_at, event_date,
              metadata, evidence_key
         from ${selectByKeys({ table: 'signals', column: 'contact_id', keys: '$2' }, '*')}
        order by score desc, detected_at desc, id`,
      [tx.organizationId, ids],
      'list-known-signals',
    ),
    tx.rows<Property & { contactId: string }>(
      `select contact_id, id, address, city, state, zip_code, property_type, bedrooms, bathrooms, square_feet, year_built,
              estimated_value, last_sale_date, last_sale_price, ownership_length, property_data
         from ${selectByKeys({ table: 'properties', column: 'contact_id', keys: '$2' }, '*')}
        order by estimated_value desc nulls last, id`,
      [tx.organizationId, ids],
      'list-known-properties',
    ),
  ])
  const signalsOf = byContact(signals)
  const propertiesOf = byContact(properties)
  return contacts.map((contact) => ({
    ...contact,
    signals: signalsOf.get(contact.id) ?? [],
    properties: propertiesOf.get(contact.id) ?? [],
  }))
}

function byContact<T extends { contactId: string }>(rows: readonly T[]): Map<string, Omit<T, 'contactId'>[]> {
  const found = new Map<string, Omit<T, 'contactId'>[]>()
  for (const { contactId, ...row } of rows) {
    const own = found.get(contactId)
    if (own) own.push(row)
    else found.set(contactId, [row])
  }
  return found
}
