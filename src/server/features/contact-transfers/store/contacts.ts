import type { TransferredContact } from '#server/features/contacts/service.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

export { enterOrganization } from '#server/platform/db/enter-organization.ts'

export function countContacts(tx: TenantTx, userId: string): Promise<number> {
  return tx.value('select count(*)::int from contacts where organization_id = $1 and origin_id = $2', [
    tx.organizationId,
    userId,
  ])
}

/** The next contacts that a user brought, locked. */
export function lockNext(
  tx: TenantTx,
  userId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<TransferredContact[]> {
  return tx.rows(
    `select c.id, c.first_name, c.last_name, c.email, c.phone, c.address, c.city, c.state, c.zip_code, c.details,
            array(select t.name from contact_tags l join tags t on t.organization_id = l.organization_id and t.id = l.tag_id
                   where l.organization_id = $1 and l.contact_id = c.id order by t.name_key) as labels
       from contacts c where c.organization_id = $1 and c.origin_id = $2 and ($3::uuid is null or c.id > $3)
      order by c.id limit $4 for update of c`,
    [tx.organizationId, userId, after, limit],
  )
}

/** A contact in the organization it leaves, and in the one it comes to. */
export type ContactPair = { fromId: string; toId: string }

/** Columns of contacts that come along. Scores, signals and what providers found stay behind. */
const CONTACT_COLUMNS = [
  ...[
    'relationship',
    'last_activity_at',
    'last_conversation_at',
    'rests_until',
    'snoozed_until',
    'wrong_phone',
  ],
  ...['phone_before_wrong', 'created_at'],
]

/**
 * Rows about contacts that come along. Columns in `users` keep the id of the user who takes the contacts and lose those of
 * colleagues.
 */
const COPIED_TABLES: readonly {
  table: string
  columns: readonly string[]
  users: readonly string[]
  where?: string
}[] = [
  {
    table: 'contact_consents',
    columns: ['id', 'channel', 'allowed', 'reason', 'source', 'created_at', 'shown', 'reviewed_at'],
    users: ['recorded_by', 'reviewed_by'],
  },
  {
    table: 'activities',
    columns: ['id', 'type', 'outcome', 'note', 'at', 'created_at', 'updated_at'],
    users: ['recorded_by'],
  },
  {
    table: 'contact_notes',
    columns: ['id', 'text', 'is_pinned', 'created_at', 'updated_at'],
    users: ['author'],
  },
  {
    table: 'tasks',
    columns: [
      'id',
      'title',
      'description',
      'due_date',
      'completed_at',
      'status',
      'metadata',
      'created_at',
      'updated_at',
    ],
    users: ['assigned_to'],
    // Their own tasks and those of no one; automatic ones follow from signals.
    where: 't.auto_key is null and (t.assigned_to is null or t.assigned_to = $3)',
  },
  {
    table: 'broker_agreements',
    columns: ['id', 'side', 'broker', 'status', 'ends_on', 'created_at', 'updated_at'],
    users: ['recorded_by'],
  },
  {
    table: 'call_exemptions',
    columns: ['id', 'kind', 'at', 'note', 'created_at', 'withdrawn_at'],
    users: ['recorded_by'],
  },
  {
    table: 'outcomes',
    columns: ['id', 'kind', 'moved_on', 'source', 'note', 'recorded_at', 'undone_at'],
    users: ['recorded_by', 'undone_by'],
    where: `t.source = 'person'`,
  },
  {
    table: 'agreement_stages',
    columns: ['id', 'side', 'broker', 'status', 'at'],
    users: ['recorded_by'],
  },
  {
    table: 'milestone_marks',
    columns: ['id', 'milestone', 'side', 'at', 'created_at', 'undone_at'],
    users: ['marked_by'],
  },
  {
    table: 'pipeline_values',
    columns: ['side', 'price_cents', 'fee_cents', 'fee_percent', 'updated_at'],
    users: ['member_id'],
  },
]

/** Rows as JSON text within the database, so that no number or time is converted on the way. */
export type CopiedRows = { contacts: string; tables: Map<string, string> }

export async function readRows(tx: TenantTx, ids: readonly string[], userId: string): Promise<CopiedRows> {
  const contacts = await tx.value<string>(
    `select coalesce(jsonb_agg(to_jsonb(c)), '[]')::text from (
       select id, do_not_contact, opted_out_channels, ${CONTACT_COLUMNS.join(', ')} from contacts
        where organization_id = $1 and id = any($2)) c`,
    [tx.organizationId, ids],
  )
  const tables = new Map<string, string>()
  for (const { table, columns, users, where = 'true' } of COPIED_TABLES)
    tables.set(
      table,
      await tx.value<string>(
        `select coalesce(jsonb_agg(to_jsonb(r)), '[]')::text from (
           select contact_id, ${[...columns, ...users].join(', ')} from ${table} t
            where t.organization_id = $1 and t.contact_id = any($2) and ($3::uuid is not null and ${where})) r`,
        [tx.organizationId, ids, userId],
      ),
    )
  return { contacts, tables }
}

const PAIRS = 'jsonb_to_recordset($3) as p("fromId" uuid, "toId" uuid)'

/** Writes what comes along with contacts that were added already. */
export async function writeRows(
  tx: TenantTx,
  { contacts, tables }: CopiedRows,
  pairs: readonly ContactPair[],
  userId: string,
): Promise<void> {
  const pairsJson = JSON.stringify(pairs)
  await tx.run(
    `update contacts c set owner_id = $4, origin_id = $4, do_not_contact = r.do_not_contact,
            opted_out_channels = array(select unnest(c.opted_out_channels) union select unnest(r.opted_out_channels) order by 1),
            ${CONTACT_COLUMNS.map((column) => `${column} = r.${column}`).join(', ')}
       from jsonb_populate_recordset(null::contacts, $2) r join ${PAIRS} on p."fromId" = r.id
      where c.organization_id = $1 and c.id = p."toId"`,
    [tx.organizationId, contacts, pairsJson, userId],
  )
  for (const { table, columns, users } of COPIED_TABLES)
    await tx.run(
      `insert into ${table} (organization_id, contact_id, ${[...columns, ...users].join(', ')})
       select $1, p."toId", ${columns.map((column) => `r.${column}`).join(', ')},
              ${users.map((column) => `case when r.${column} = $4 then r.${column} end`).join(', ')}
         from jsonb_populate_recordset(null::${table}, $2) r join ${PAIRS} on p."fromId" = r.contact_id`,
      [tx.organizationId, tables.get(table), pairsJson, userId],
    )
}

/** Channels that each of the contacts opted out of, for those that did. */
export function listOptOuts(
  tx: TenantTx,
  ids: readonly string[],
): Promise<{ contactId: string; doNotContact: boolean; channels: string[] }[]> {
  return tx.rows(
    `select id as contact_id, do_not_contact, opted_out_channels as channels from contacts
      where organization_id = $1 and id = any($2) and (do_not_contact or opted_out_channels <> '{}')`,
    [tx.organizationId, ids],
  )
}
