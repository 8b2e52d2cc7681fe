import { createHmac } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { PROJECT_ROOT } from '#server/project-root.ts'
import { ConfigError } from '../config-error.ts'
import { withAdvisoryLock } from './advisory-lock.ts'
import { applyFunctions } from './apply-functions.ts'

/** Folder of the migrations. */
export const MIGRATIONS = path.join(PROJECT_ROOT, 'database/migrations')
/** Arbitrary lock id, so that one process migrates a database at a time. */
const LOCK = 909_001
const APP_ROLE = 'ninefold_app'
export const NO_PASSWORD =
  'DATABASE_URL has no password to derive other keys from: also set DATABASE_APP_URL and SECRETS_KEY'
export const MADE_BEFORE_RELEASE =
  'This database was made by a version from before the first release, which can’t be migrated: export your data with that version, ' +
  'start this one with an empty database (another DATA_DIR or DATABASE_URL), and import your contacts from the export'
/**
 * PostgreSQL errors when an installation on another database of the same cluster creates the role at the same time:
 * concurrent update, duplicate key, duplicate object. Roles belong to the cluster, which a database's locks don't cover.
 */
const CONCURRENT_CREATE_CODES = new Set(['XX000', '23505', '42710'])

/**
 * Migrates the database to the newest schema and returns the URL for requests, whose role row-level security applies to.
 * Safe to call from any number of processes at once; each migration is one transaction. `through` names the last migration
 * to apply, for restoring an older backup: functions follow with the other migrations.
 *
 * @throws {ConfigError} when the role for requests can't be created or can bypass row-level security, or for a database
 *   from before the first release
 */
export function migrate(
  ownerUrl: string,
  givenAppUrl: string | null = null,
  { through }: { through?: string } = {},
): Promise<{ appUrl: string }> {
  return withAdvisoryLock(ownerUrl, LOCK, async (client) => {
    await requireVersion(client)
    const appUrl = givenAppUrl ?? ownRoleUrl(ownerUrl)
    const role = decodeURIComponent(new URL(appUrl).username)
    if (!givenAppUrl) await createOwnRole(client, decodeURIComponent(new URL(appUrl).password))
    await requireBoundRole(client, role)
    await applyPending(client, role, through)
    if (through === undefined) await applyFunctions(client, role)
    await grantOwnerRead(client)
    await withholdTemporaryTables(client)
    return { appUrl }
  })
}

/** File names of this build's migrations, in order. */
export function migrationNames(): string[] {
  return readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith('.sql'))
    .sort()
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number }>(
    `select current_setting('server_version_num')::int as number`,
  )
  const number = rows[0]?.number ?? 0
  if (number < 150_000) {
    throw new ConfigError(
      `DATABASE_URL points to PostgreSQL ${Math.floor(number / 10_000)}; version 15 or newer is required`,
    )
  }
}

/**
 * URL of the role for requests; its password is derived from the owner's, so that every process knows it.
 *
 * @throws {ConfigError} for a URL without a password, from which anyone could derive this one
 */
function ownRoleUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  if (!url.password) throw new ConfigError(NO_PASSWORD)
  const password = createHmac('sha256', url.password).update('ninefold role for requests').digest('hex')
  url.username = APP_ROLE
  url.password = password
  return url.toString()
}

async function createOwnRole(client: pg.Client, password: string, triesLeft = 10): Promise<void> {
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APP_ROLE])
    const verb = rowCount ? 'alter' : 'create'
    await client.query(`${verb} role ${APP_ROLE} login nobypassrls password '${password}'`)
  } catch (error) {
    const { code, message } = error as pg.DatabaseError
    if (triesLeft > 1 && CONCURRENT_CREATE_CODES.has(code ?? '')) {
      await wait(20 + Math.random() * 80)
      return createOwnRole(client, password, triesLeft - 1)
    }
    throw new ConfigError(
      `The user of DATABASE_URL can't create the role for requests (${message}): create a login role without BYPASSRLS and set DATABASE_APP_URL`,
    )
  }
}

/** Ensures that row-level security applies to requests. */
async function requireBoundRole(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>(
    `select rolsuper or rolbypassrls or pg_has_role(rolname, current_user, 'member') as free
       from pg_roles where rolname = $1`,
    [role],
  )
  if (!rows[0]) throw new ConfigError(`DATABASE_APP_URL names the role ${role}, which does not exist`)
  if (rows[0].free) {
    throw new ConfigError(`DATABASE_APP_URL names the role ${role}, which can bypass row-level security`)
  }
}

/** Forbids temporary tables, which could shadow real tables inside functions that run as their owner. */
async function withholdTemporaryTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  await client.query(`revoke temporary on database ${pg.escapeIdentifier(rows[0]?.name ?? '')} from public`)
}

/**
 * Lets the owner read every row for backups, since forced row-level security also applies to an owner who is no superuser.
 * Requests use another role.
 */
async function grantOwnerRead(client: pg.Client): Promise<void> {
  await client.query(`do $$
    declare
      guarded name;
    begin
      for guarded in
        select c.relname from pg_class c join pg_roles r on r.rolname = current_user
         where c.relnamespace = 'public'::regnamespace and c.relrowsecurity and c.relforcerowsecurity
           and c.relowner = r.oid and not r.rolsuper and not r.rolbypassrls
           and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'read_by_owner')
      loop
        execute format('create policy read_by_owner on %I for select to current_user using (true)', guarded);
      end loop;
    end $$`)
}

async function applyPending(client: pg.Client, role: string, through?: string): Promise<void> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  // Readiness checks use the role for requests.
  await client.query(`grant select on schema_migrations to ${pg.escapeIdentifier(role)}`)
  const applied = new Set(rows.map((row) => row.name))
  const files = migrationNames()
  if (applied.size > 0 && !applied.has(files[0] ?? '')) throw new ConfigError(MADE_BEFORE_RELEASE)
  const pending = files.filter((name) => !applied.has(name) && (through === undefined || name <= through))
  for (const file of pending) {
    const sql = (await readFile(path.join(MIGRATIONS, file), 'utf8')).replaceAll(
      '{{app_role}}',
      pg.escapeIdentifier(role),
    )
    try {
      await client.query('begin')
      await client.query(sql)
      await client.query('insert into schema_migrations (name) values ($1)', [file])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new Error(`Migration ${file} failed: ${(error as Error).message}`, { cause: error })
    }
  }
}
