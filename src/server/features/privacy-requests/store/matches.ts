import type { PrivacyMatches } from '#contract/privacy-requests.ts'
import type { Query } from '#server/platform/db/database.ts'

/** How many contacts have an address or number, in each organization; counts alone cross the border. */
export function organizationsReaching(
  db: Query,
  reach: { email: string | null; phone: string | null },
): Promise<PrivacyMatches['organizations']> {
  return db.rows('select organization_id as id, name, contacts from organizations_reaching($1, $2)', [
    reach.email,
    reach.phone,
  ])
}
