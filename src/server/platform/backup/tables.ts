import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { connectClient } from '../db/connect-client.ts'
import { BackupError } from './backup-error.ts'

/** A table in a backup: all columns that aren't generated, rows ordered by key. */
export type Table = { name: string; columns: string[]; order: string }
/** `value` is a decimal string, since it may exceed a double. */
export type Sequence = { name: string; value: string; called: boolean }

const SCHEMA = `'public'::regnamespace`
const quoted = pg.escapeIdentifier

/** Session settings under which every server writes a row as the same text. */
const FORMAT = `set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set timezone = 'UTC'; set extra_float_digits = 1; set bytea_output = 'hex'; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0; set synchronize_seqscans = off`

/** Opens a connection that reads and writes rows in backup format. The caller ends it. */
export async function connectForBackup(ownerUrl: string): Promise<pg.Client> {
  const client = await connectClient(ownerUrl, 'backup of ninefold')
  await client.query(FORMAT)
  return client
}

/** Lists all tables, referenced tables first. @throws {BackupError} for circular references */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>(
    `select c.relname as name,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                   order by a.attnum) as columns,
            coalesce((select string_agg(quote_ident(a.attname)
                        || case when a.attcollation <> 0 then ' collate "C"' else '' end, ', ' order by k.place)
                   from (select indkey from pg_index where indrelid = c.oid and indisunique and indpred is null
                            and indexprs is null order by indisprimary desc, indexrelid limit 1) i
                   cross join unnest(i.indkey) with ordinality k(attnum, place)
                   join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum), 't::text collate "C"') as "order",
            array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
                   where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
       from pg_class c
      where c.relnamespace = ${SCHEMA} and c.relkind in ('r', 'p') and not c.relispartition
        -- A restore creates the functions itself.
        and c.relname <> 'schema_functions'
      order by c.relname`,
  )
  const sorted: Table[] = []
  let remainingRows = rows
  while (remainingRows.length > 0) {
    const names = new Set(remainingRows.map(({ name }) => name))
    const ready = remainingRows.filter(({ needs }) => !needs.some((need) => names.has(need)))
    if (ready.length === 0) throw new BackupError(`Tables have circular references: ${[...names].join(', ')}`)
    sorted.push(...ready.map(({ name, columns, order }) => ({ name, columns, order })))
    remainingRows = remainingRows.filter((table) => !ready.includes(table))
  }
  return sorted
}

/** Reads the state of each sequence. */
export async function sequencesOf(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = ${SCHEMA} and relkind = 'S' order by relname`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const { rows: states } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoted(name)}`,
    )
    if (states[0]) sequences.push({ name, ...states[0] })
  }
  return sequences
}

/**
 * Ensures that row-level security hides no rows from the user, because a backup must be complete.
 *
 * @throws {BackupError} naming the tables
 */
export async function requireRowSecurityBypass(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c, pg_roles r
      where r.rolname = current_user and not r.rolsuper and not r.rolbypassrls
        and c.relnamespace = ${SCHEMA} and c.relkind in ('r', 'p') and c.relrowsecurity and c.relforcerowsecurity
        and not exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive
              and p.polcmd in ('r', '*') and r.oid = any (p.polroles) and pg_get_expr(p.polqual, p.polrelid) = 'true')
      order by 1`,
  )
  if (rows.length === 0) return
  throw new BackupError(
    `The user of DATABASE_URL can't read all rows of ${rows.map(({ name }) => name).join(', ')}: start Ninefold once, ` +
      'which lets the owner read them, or give that user BYPASSRLS',
  )
}

/** Streams the rows of a table as text lines; `rows()` is valid at the end. */
export function copyOut(client: pg.Client, { name, columns, order }: Table) {
  const stream = client.query(
    copyTo(
      `copy (select ${columns.map(quoted).join(', ')} from ${quoted(name)} t order by ${order}) to stdout`,
    ),
  )
  return Object.assign(stream as AsyncIterable<Buffer>, { rows: () => stream.rowCount ?? 0 })
}

/** Stream that loads rows written by `copyOut`. */
export function copyIn(client: pg.Client, { name, columns }: Pick<Table, 'name' | 'columns'>) {
  return client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`))
}
