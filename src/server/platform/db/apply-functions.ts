import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { PROJECT_ROOT } from '#server/project-root.ts'
import { productVersion } from '../product-version.ts'

const FUNCTIONS = path.join(PROJECT_ROOT, 'database/functions')

/**
 * Creates the SQL functions whose file changed since it was last applied, in one transaction. Functions of a newer version
 * stay, so that a process of the previous release that restarts during an upgrade doesn't put its own back.
 */
export async function applyFunctions(client: pg.Client, role: string): Promise<void> {
  await client.query(
    `create table if not exists schema_functions (
       file text primary key, sha256 text not null, version text not null)`,
  )
  const { rows } = await client.query<{ file: string; sha256: string; version: string }>(
    'select file, sha256, version from schema_functions',
  )
  const version = productVersion()
  const files = (await readdir(FUNCTIONS)).filter((file) => file.endsWith('.sql')).sort()
  const changedFiles: { file: string; sql: string; sha256: string }[] = []
  for (const file of files) {
    const sql = await readFile(path.join(FUNCTIONS, file), 'utf8')
    const sha256 = createHash('sha256').update(sql).digest('hex')
    const applied = rows.find((row) => row.file === file)
    if (applied?.sha256 === sha256 || (applied && isNewer(applied.version, version))) continue
    changedFiles.push({ file, sql, sha256 })
  }
  if (changedFiles.length === 0) return
  await client.query('begin')
  try {
    for (const { file, sql, sha256 } of changedFiles) {
      await client.query(sql).catch((error: Error) => {
        throw new Error(`database/functions/${file} failed: ${error.message}`, { cause: error })
      })
      await client.query(
        `insert into schema_functions (file, sha256, version) values ($1, $2, $3)
           on conflict (file) do update set sha256 = $2, version = $3`,
        [file, sha256, version],
      )
    }
    await grantExecute(client, role)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const isNewer = (version: string, otherVersion: string) =>
  version.localeCompare(otherVersion, 'en', { numeric: true }) > 0

/** Lets only the role for requests call the functions that run as their owner. */
async function grantExecute(client: pg.Client, role: string): Promise<void> {
  await client.query(`do $$
    declare
      signature regprocedure;
    begin
      for signature in
        select oid from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
      loop
        execute format('revoke execute on function %s from public', signature);
        execute format('grant execute on function %s to ${pg.escapeIdentifier(role)}', signature);
      end loop;
    end $$`)
}
