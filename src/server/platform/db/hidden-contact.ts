/**
 * SQL condition: a member doesn't see a contact, by the same rule as the row-level policy of contacts. `m` is a row of
 * memberships, `c` one of contacts.
 */
export const IS_HIDDEN_CONTACT = `m.role = 'MEMBER' and m.access <> 'all' and c.owner_id is distinct from m.user_id
  and not (m.access = 'team' and exists (
    select from team_members mine left join team_members other
        on other.organization_id = m.organization_id and other.team_id = mine.team_id and other.user_id = c.owner_id
     where mine.organization_id = m.organization_id and mine.user_id = m.user_id
       and (mine.team_id = c.team_id or other.user_id is not null)))`
