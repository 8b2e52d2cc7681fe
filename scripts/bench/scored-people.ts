// Contacts with records, homes and signals in the numbers of a large organization: the sample people of a demo
// workspace, enriched once and copied.
import pg from 'pg'
import type { composeServices } from '#server/compose.ts'
import { mintOrganizationId, type OrganizationId } from '#server/platform/db/organization-id.ts'

const EMAIL = 'scored@example.com'
/** How many in a hundred have signals. */
const WITH_SIGNALS = 12
const CHUNK = 20_000

const PERSON = `first_name, last_name, address, city, state, zip_code, age, birth_year, nine_d_score, move_chance,
  move_lift, signal_strength, enriched_at, enrichment_data, scored_at, search, last_name_key`
const HOME = `address, city, state, zip_code, property_type, bedrooms, bathrooms, square_feet, year_built,
  estimated_value, last_sale_date, last_sale_price, ownership_length, property_data`
const SIGNAL = 'category, score, confidence_score, confidence, source, description, metadata, evidence_key'

/** Fills an organization of its own with about so many scored contacts; `services` look people up by the samples. */
export async function addScoredPeople(
  services: ReturnType<typeof composeServices>,
  ownerUrl: string,
  amount: number,
): Promise<{ organizationId: OrganizationId; contacts: number }> {
  await services.demo.seed(EMAIL)
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ id: string; contacts: number; signalled: number }>(
      `select organization_id as id, count(*)::int as contacts,
              count(*) filter (where exists (select from signals s where s.contact_id = c.id))::int as signalled
         from contacts c where scored_at is not null group by 1`,
    )
    const [demo] = rows
    if (!demo) throw new Error('No contact was enriched')
    const copies = Math.ceil(amount / demo.contacts)
    await copyPeople(owner, demo.id, {
      copies,
      step: Math.max(1, Math.floor(CHUNK / demo.contacts)),
      share: (WITH_SIGNALS / 100) * (demo.contacts / demo.signalled),
    })
    return { organizationId: mintOrganizationId(demo.id), contacts: copies * demo.contacts }
  } finally {
    await owner.end()
  }
}

/** Ids of copies follow one another, as those of imported contacts do. */
const COPY_ID = `lpad(to_hex(n::bigint * 1000 + o.place), 32, '0')::uuid`

async function copyPeople(
  owner: pg.Client,
  organizationId: string,
  { copies, step, share }: { copies: number; step: number; share: number },
): Promise<void> {
  const of = (columns: string, alias: string) => columns.replace(/\w+/g, (name) => `${alias}.${name}`)
  await owner.query('drop index contacts_search')
  await owner.query(
    `create temp table people as select row_number() over (order by id) as place, * from contacts
      where organization_id = '${organizationId}' and scored_at is not null`,
  )
  await owner.query(
    `create temp table homes as select * from properties where organization_id = '${organizationId}'`,
  )
  await owner.query(
    `create temp table found as select * from signals where organization_id = '${organizationId}'`,
  )
  await owner.query(`delete from contacts where organization_id = '${organizationId}'`)
  for (let from = 1; from <= copies; from += step) {
    const each = `generate_series(${from}, ${Math.min(copies, from + step - 1)}) n`
    await owner.query(
      `insert into contacts (organization_id, id, ${PERSON}) select organization_id, ${COPY_ID}, ${PERSON} from people o, ${each}`,
    )
    await owner.query(
      `insert into properties (organization_id, contact_id, ${HOME})
       select o.organization_id, ${COPY_ID}, ${of(HOME, 'h')} from people o join homes h on h.contact_id = o.id, ${each}`,
    )
    // Events spread over a season, so that signals are in every stage of their course.
    await owner.query(
      `insert into signals (organization_id, contact_id, event_date, ${SIGNAL})
       select o.organization_id, ${COPY_ID}, s.event_date - (n * 7 % 90)::int, ${of(SIGNAL, 's')}
         from people o join found s on s.contact_id = o.id, ${each}
        where (n::bigint * 1000 + o.place) * 7919 % 1000 < ${Math.round(share * 1000)}`,
    )
  }
  await owner.query(
    `create index contacts_search on contacts using gin (organization_id, search gin_trgm_ops)
       with (fastupdate = on, gin_pending_list_limit = 256)`,
  )
  await owner.query('vacuum analyze contacts, properties, signals')
}
