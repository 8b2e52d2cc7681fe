import type {
  BrokerageInvitation,
  BrokerageInvitationInput,
  ReceivedBrokerageInvitation,
} from '#contract/brokerages.ts'
import type { Query } from '#server/platform/db/database.ts'

const COLUMNS = 'id, kind, email, office_name, created_at, expires_at, expires_at <= now() as is_expired'

/** Stores an invitation; one to the same address starts again. */
export function upsertInvitation(
  tx: Query,
  brokerageId: string,
  input: BrokerageInvitationInput,
  times: { now: Date; expiresAt: Date },
): Promise<BrokerageInvitation> {
  return tx.one<BrokerageInvitation>(
    `insert into brokerage_invitations (brokerage_id, kind, email, office_name, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (brokerage_id, kind, email) do update
        set office_name = excluded.office_name, created_at = excluded.created_at, expires_at = excluded.expires_at
     returning ${COLUMNS}`,
    [
      ...[brokerageId, input.kind, input.email, 'officeName' in input ? input.officeName : null],
      ...[times.now, times.expiresAt],
    ],
  )
}

export function listInvitations(
  db: Query,
  brokerageId: string,
  limit: number,
): Promise<BrokerageInvitation[]> {
  return db.rows<BrokerageInvitation>(
    `select ${COLUMNS} from brokerage_invitations where brokerage_id = $1 order by created_at desc, id limit $2`,
    [brokerageId, limit],
  )
}

export function countInvitations(tx: Query, brokerageId: string): Promise<number> {
  return tx.value('select count(*)::int as invitations from brokerage_invitations where brokerage_id = $1', [
    brokerageId,
  ])
}

export function deleteInvitation(tx: Query, brokerageId: string, id: string): Promise<boolean> {
  return tx.changed('delete from brokerage_invitations where brokerage_id = $1 and id = $2', [
    brokerageId,
    id,
  ])
}

export function listReceived(
  db: Query,
  email: string,
  limit: number,
): Promise<ReceivedBrokerageInvitation[]> {
  return db.rows<ReceivedBrokerageInvitation>(
    `select i.id, i.kind, b.name as brokerage_name, i.office_name, i.expires_at
       from brokerage_invitations i join brokerages b on b.id = i.brokerage_id
      where i.email = $1 and i.expires_at > now() order by i.created_at desc, i.id limit $2`,
    [email, limit],
  )
}

export type ReceivedInvitation = {
  brokerageId: string
  kind: BrokerageInvitation['kind']
  officeName: string | null
}

/** Takes an open invitation to an address; of several calls, one gets it. */
export function claimInvitation(
  tx: Query,
  id: string,
  email: string,
): Promise<ReceivedInvitation | undefined> {
  return tx.row<ReceivedInvitation>(
    `delete from brokerage_invitations where id = $1 and email = $2 and expires_at > now()
     returning brokerage_id, kind, office_name`,
    [id, email],
  )
}

/** Deletes the invitations of an address, for a privacy request. @returns how many */
export function deleteByAddress(tx: Query, email: string): Promise<number> {
  return tx.run('delete from brokerage_invitations where email = $1', [email])
}

export async function deleteExpired(db: Query, before: Date): Promise<void> {
  await db.run('delete from brokerage_invitations where expires_at < $1', [before])
}
