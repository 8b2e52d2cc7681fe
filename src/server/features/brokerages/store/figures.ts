import type { BrokerageCompliance, BrokerageSums } from '#contract/brokerages.ts'
import type { Query } from '#server/platform/db/database.ts'
import { userNameSql } from '#server/platform/db/user-name.ts'

type Nullable<T> = { [K in keyof T]: T[K] | null }
export type Viewer = { brokerageId: string; userId: string }

/** Figures of a group of contacts; all are null in a small one. */
export type SumsRow = Nullable<BrokerageSums>
export type OfficeSums = SumsRow & { officeId: string; creditsUsed: number }
export type TeamSums = SumsRow & { officeId: string; teamId: string; name: string; members: number }

const SUMS =
  'contacts, with_email, with_phone, enriched, activities, conversations, appointments, moves, agreements'

export function listSums(db: Query, { brokerageId, userId }: Viewer, since: Date): Promise<OfficeSums[]> {
  return db.rows<OfficeSums>(
    `select office as office_id, credits_used, ${SUMS} from brokerage_sums($1, $2, $3)`,
    [brokerageId, userId, since],
  )
}

export function listTeamSums(db: Query, { brokerageId, userId }: Viewer, since: Date): Promise<TeamSums[]> {
  return db.rows<TeamSums>(
    `select office as office_id, team as team_id, name, members, ${SUMS} from brokerage_team_sums($1, $2, $3)
      order by lower(name), team`,
    [brokerageId, userId, since],
  )
}

type MemberCompliance = BrokerageCompliance['offices'][number]['members'][number]
export type MemberRow = MemberCompliance & { office: string }

export function listMembers(db: Query, { brokerageId, userId }: Viewer, since: Date): Promise<MemberRow[]> {
  return db.rows<MemberRow>(
    `select c.office, c.member as user_id, ${userNameSql('u')} as name,
            c.last_upload, c.opt_outs::int, c.median_hours, c.slowest_hours, c.overrides::int, c.personal_messages::int
       from brokerage_members($1, $2, $3) c join users u on u.id = c.member order by lower(u.first_name), u.email`,
    [brokerageId, userId, since],
  )
}

export type RegistryRow = { office: string; asOf: string | null; areaCodes: number; openReviews: number }

export function listRegistries(db: Query, { brokerageId, userId }: Viewer): Promise<RegistryRow[]> {
  return db.rows<RegistryRow>(
    'select office, as_of, area_codes::int, open_reviews::int from brokerage_registries($1, $2)',
    [brokerageId, userId],
  )
}

type Override = BrokerageCompliance['overrides'][number]
/** `names` are the words of the reason that name a contact. */
export type OverrideRow = Omit<Override, 'on'> & { madeAt: string; names: string[] }

export function listOverrides(
  db: Query,
  { brokerageId, userId }: Viewer,
  { since, limit }: { since: Date; limit: number },
): Promise<OverrideRow[]> {
  return db.rows<OverrideRow>(
    `select v.office as office_id, ${userNameSql('u')} as member_name,
            v.kind, v.made_at, v.reason, v.names
       from brokerage_overrides($1, $2, $3, $4) v left join users u on u.id = v.member order by v.made_at desc`,
    [brokerageId, userId, since, limit],
  )
}
