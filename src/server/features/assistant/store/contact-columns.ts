import type { ListedFact } from '#domain/assistant/listed-facts.ts'
import type {
  BreakdownKey,
  Detail,
  Measure,
  QuestionFilter,
  StatisticField,
} from '#domain/assistant/questions.ts'
import { americanDaySql } from '#server/platform/db/contact-availability.ts'

/** Has a tag of this name, in the singular or plural. */
export const hasTagSql = (name: string) => `exists (select from contact_tags g
   join tags t on t.organization_id = $1 and t.id = g.tag_id
  where g.organization_id = $1 and g.contact_id = c.id
    and lower(t.name) in (${name}, ${name} || 's', regexp_replace(${name}, 's$', '')))`

/** Day of the last conversation, or of the last contact in the program the person came from if that is later. */
export const LAST_CONTACT = `greatest(${americanDaySql('c.last_conversation_at')}::text, c.imported_contact_on)`
/** Day on which the contact was added. */
export const ADDED_ON = `${americanDaySql('c.created_at')}::text`
export const AGE = `coalesce(c.age, (c.enrichment_data->'demographics'->>'age')::int,
  extract(year from age(case when c.details->>'birthday' ~ '^[0-9]{4}-' then (c.details->>'birthday')::date end))::int)`
/** The most valuable home that has the fact. */
export const homeSql = (column: string) => `(select ${column} from properties p
  where p.organization_id = $1 and p.contact_id = c.id and ${column} is not null
  order by p.estimated_value desc nulls last limit 1)`
export const HOME_YEARS = homeSql('p.ownership_length')
export const HOME_VALUE = homeSql('p.estimated_value')
const BOUGHT_ON = homeSql('p.last_sale_date')
export const BOUGHT_YEAR = `coalesce(extract(year from ${BOUGHT_ON}), extract(year from now()) - ${HOME_YEARS})`
const STAGE_NAME = `(c.details->'history'->>'stage')`
export const STAGE = `lower(${STAGE_NAME})`
export const IS_RENTER = `(c.tenure is not distinct from 'renter')`
export const IS_ABSENTEE = `exists (select from properties p where p.organization_id = $1 and p.contact_id = c.id
  and (p.property_data #>> '{owner,absenteeStatus}' = 'A' or p.property_data #>> '{summary,absenteeInd}' ilike 'absentee%'))`

const loanSql = (field: string) => `(p.property_data #>> '{mortgages,first,${field}}')::numeric`
const LOANS = `(${loanSql('amount')} + coalesce((p.property_data #>> '{mortgages,second,amount}')::numeric, 0))`

/** Amounts of loans are those recorded when they began. */
export const MEASURE_SQL: Record<Measure, string> = {
  equity: homeSql(`(p.estimated_value - ${LOANS})`),
  equityShare: homeSql(`(100 * (p.estimated_value - ${LOANS}) / nullif(p.estimated_value, 0))`),
  loan: homeSql(LOANS),
  rate: homeSql(loanSql('interestRate')),
  price: homeSql('p.last_sale_price'),
  gain: homeSql('(p.estimated_value - p.last_sale_price)'),
  bedrooms: homeSql('p.bedrooms'),
  bathrooms: homeSql('p.bathrooms'),
  squareFeet: homeSql('p.square_feet'),
  yearBuilt: homeSql('p.year_built'),
  chance: '(100 * c.move_chance)',
}

export const FACT_SQL: Record<ListedFact | StatisticField, string> = {
  phone: 'c.phone',
  email: 'c.email',
  address: `nullif(concat_ws(', ', c.address, c.city, c.zip_code), '')`,
  birthday: `c.details->>'birthday'`,
  age: AGE,
  value: HOME_VALUE,
  tenure: HOME_YEARS,
  lastContact: LAST_CONTACT,
  closing: 'c.closed_on',
  bought: BOUGHT_ON,
  restriction: 'null',
  added: ADDED_ON,
  source: 'c.lead_source',
  stage: STAGE_NAME,
  score: 'c.nine_d_score',
  verification: `concat_ws(', ', case when c.email is not null then 'email ' || c.email_verified end,
    case when c.phone is not null then 'phone ' || c.phone_verified end)`,
  ...MEASURE_SQL,
}

const existsSql = (table: string, condition: string) =>
  `(select true from ${table} x where x.organization_id = $1 and x.contact_id = c.id ${condition} limit 1)`
/** Null for a contact without the detail. */
export const DETAIL_SQL: Record<Detail, string> = {
  ...{
    phone: 'c.phone',
    email: 'c.email',
    address: 'c.address',
    birthday: `c.details->>'birthday'`,
    age: AGE,
  },
  ...{ value: HOME_VALUE, enrichment: 'c.enriched_at', lastContact: LAST_CONTACT },
  ...{ lastName: `nullif(c.last_name, '')`, zip: 'c.zip_code', city: 'c.city', state: 'c.state' },
  ...{ source: 'c.lead_source', stage: FACT_SQL.stage, relationship: 'c.relationship' },
  ...{ score: 'c.nine_d_score', signal: 'nullif(c.live_signals, 0)', tenure: HOME_YEARS },
  task: `nullif(c.next_task_at, 'infinity')`,
  notes: existsSql('contact_notes', ''),
  tag: existsSql('contact_tags', ''),
  home: existsSql('properties', ''),
  work: `c.enrichment_data #>> '{employment,current,company}'`,
  ...MEASURE_SQL,
}

/** Patterns of the kinds of home that providers name. */
export const HOME_TYPES: Record<NonNullable<QuestionFilter['homeType']>, string> = {
  condo: 'condo|apartment|co-?op',
  townhouse: 'town|row',
  single: 'sfr|single|detached|house',
  multi: 'multi|duplex|triplex|plex',
  land: 'land|lot|vacant|farm',
}

export const placeSql = (spellings: string) =>
  `(c.city_key = any(${spellings}) or lower(c.state) = any(${spellings}) or c.zip_key = any(${spellings}))`
export const sourceSql = (source: string) => `strpos(c.source_key, ${source}) > 0`
/** Has a tag or is in a stage of this name. */
export const namedSql = (name: string) => `(${hasTagSql(name)} or ${STAGE} = ${name})`

/** The value that contacts are grouped by, and the tables it needs. */
export const BREAKDOWNS: Record<BreakdownKey, { name: string; from: string }> = {
  city: { name: 'c.city', from: '' },
  zip: { name: 'c.zip_key', from: '' },
  state: { name: 'c.state', from: '' },
  source: { name: 'c.lead_source', from: '' },
  stage: { name: STAGE_NAME, from: '' },
  relationship: { name: `replace(c.relationship, '_', ' ')`, from: '' },
  signal: {
    name: 'k.category::text',
    from: `join unnest(enum_range(null::nine_d_category)) with ordinality k(category, place)
      on c.live_signals & (1 << k.place::integer - 1) <> 0`,
  },
  tag: {
    name: 't.name',
    from: `join contact_tags g on g.organization_id = $1 and g.contact_id = c.id
      join tags t on t.organization_id = $1 and t.id = g.tag_id`,
  },
}
