import type { PrivacyMatches } from '#contract/privacy-requests.ts'
import type { Query } from '#server/platform/db/database.ts'
import type { PageRange } from '#server/platform/page.ts'

type ContactPointQuery = { email: string; phone: string | null }

/** Organizations after an id that have an email or number, with counts only. */
export function listMatchingOrganizations(
  db: Query,
  { email, phone }: ContactPointQuery,
  page: PageRange<string>,
): Promise<PrivacyMatches['items']> {
  return db.rows(
    `select organization_id as id, name, contacts, import_rows, invitations from privacy_reach($1, $2, $3, $4)`,
    [email, phone, page.after, page.limit],
  )
}

const MAX_INT = 2_147_483_647

/** Totals over all organizations. */
export function countMatches(
  db: Query,
  { email, phone }: ContactPointQuery,
): Promise<PrivacyMatches['totals']> {
  return db.one<PrivacyMatches['totals']>(
    `select count(*)::int as organizations, coalesce(sum(contacts), 0)::int as contacts,
            coalesce(sum(import_rows), 0)::int as import_rows, coalesce(sum(invitations), 0)::int as invitations
       from privacy_reach($1, $2, null, $3)`,
    [email, phone, MAX_INT],
  )
}

/** Organizations with an email or number in a merge snapshot; ids only. */
export function listOrganizationsWithMerges(
  db: Query,
  { email, phone }: ContactPointQuery,
): Promise<string[]> {
  const contactPoints = [email, phone].filter((text) => text !== null)
  return db.column('select id from organizations_remembering($1) id', [contactPoints])
}
