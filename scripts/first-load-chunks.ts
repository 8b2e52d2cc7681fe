import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

type Graph = { getModuleInfo(id: string): { importers: readonly string[] } | null }

const REACT_PATTERN = /node_modules[\\/](react|react-dom|scheduler)[\\/]/
const ROUTER_PATTERN = /node_modules[\\/]react-router[\\/]/
const SHARED_LIBRARY_PATTERN =
  /node_modules[\\/](@tanstack[\\/](query-core|react-query)|@radix-ui[\\/]react-(slot|compose-refs)|lucide-react[\\/]dist[\\/]esm[\\/](Icon|context|createLucideIcon|shared))/
const OWN_SOURCE_PATTERN = /[\\/]src[\\/]|vite[\\/]preload-helper/
const ENTRY_PATTERN = /[\\/]web[\\/]entry\.client\.tsx/
const ROOT_PATTERN = /[\\/]web[\\/](root|hydrate)\.tsx/
/** Runs on load, so it must not share a chunk with anything that public pages load. */
const HYDRATE_PATTERN = /[\\/]web[\\/]hydrate\.tsx/
const FRAME_PATTERN = /[\\/]app-frame\.tsx/
const ISLANDS_PATTERN = /[\\/]islands\.tsx/
const FORMS_PATTERN = /[\\/]enhance[\\/]forms\.ts/
const SHELL_PATTERN = /[\\/]shell-layout\.tsx/
const CONTACTS_PATTERN = /[\\/]contacts-page\.tsx/
const OTHER_PAGE_PATTERN = /[\\/](tasks|playbooks|sync)-page\.tsx/

const ICON_PATTERN = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]([\w-]+)\.m?js/
const ICON_USERS = readIconUsers()

/**
 * Groups the code of first loads into a few chunks, because sixty small ones compress badly and cost a request each. `entry`
 * has the code of public pages and their forms, `core` their dialogs and messages, `root` the code for signed-in people and
 * sign-in, `app` the frame of their pages, `contacts` their first page. Code of other pages or clicks stays separate. A
 * group includes the imports of its modules unless an earlier group has them.
 */
export const firstLoadChunks = {
  groups: [
    { name: 'react', test: REACT_PATTERN, priority: 7 },
    { name: 'router', test: ROUTER_PATTERN, priority: 6 },
    { name: 'libraries', test: SHARED_LIBRARY_PATTERN, priority: 5 },
    { name: firstIcons, debugName: 'icons of first loads', test: ICON_PATTERN, priority: 4.5 },
    // Index files of libraries import everything, so they get no group that would include all of it.
    {
      name: 'icons',
      test: /lucide-react/,
      priority: 4,
      entriesAware: true,
      entriesAwareMergeThreshold: 1700,
    },
    { name: 'library', test: /node_modules/, priority: 4, entriesAware: true },
    group('entry', 4, (users) => users(ENTRY_PATTERN) || (users(FORMS_PATTERN) && users(ISLANDS_PATTERN))),
    group(
      'core',
      3,
      (users) =>
        users(ISLANDS_PATTERN) &&
        (users(ROOT_PATTERN) || users(FRAME_PATTERN) || users(SHELL_PATTERN) || users(CONTACTS_PATTERN)),
    ),
    group('root', 2, (users) => users(ROOT_PATTERN) || users(FRAME_PATTERN)),
    group(
      'app',
      1.5,
      (users) => users(SHELL_PATTERN) || (users(CONTACTS_PATTERN) && users(OTHER_PAGE_PATTERN)),
    ),
    group('contacts', 1, (users) => users(CONTACTS_PATTERN)),
  ],
}

const FIRST_LOAD_PATTERN =
  /^assets\/(react|router|libraries|icons|public-icons|entry\.client|core|root|app|rolldown-runtime)-/
const SIGNED_IN_PATTERN = /^assets\/(root|app|contacts)-/

/** Loaded by public pages on demand. */
const PUBLIC_PATTERN = /^assets\/(islands|forms)-/

/** First loads list every chunk that a click may load, so few others have a name. */
export function chunkFileName({ name }: { name: string }): string {
  const isNamed = [FIRST_LOAD_PATTERN, SIGNED_IN_PATTERN, PUBLIC_PATTERN].some((names) =>
    names.test(`assets/${name}-`),
  )
  return isNamed ? 'assets/[name]-[hash].js' : 'assets/[hash].js'
}

/** Chunks to load with a lazy one, without those that a signed-in page has loaded already. */
export function withoutFirstLoad(_file: string, chunks: string[], { hostId }: { hostId: string }): string[] {
  return SIGNED_IN_PATTERN.test(hostId) ? chunks.filter((chunk) => !FIRST_LOAD_PATTERN.test(chunk)) : chunks
}

/** Icons come from one index with all of them, so our own sources are searched for the users of each icon. */
function firstIcons(id: string, graph: Graph): string | null {
  const name = ICON_PATTERN.exec(id)?.[1] ?? ''
  const users = (ICON_USERS.get(name) ?? []).flatMap((file) => [...usersOf(file, graph)])
  const isIn = (pattern: RegExp) => users.some((user) => pattern.test(user))
  // Public pages load the few icons of their dialogs without the others.
  if (isIn(ISLANDS_PATTERN)) return 'public-icons'
  return [ROOT_PATTERN, FRAME_PATTERN, SHELL_PATTERN, CONTACTS_PATTERN].some(isIn) ? 'icons' : null
}

function readIconUsers(): Map<string, string[]> {
  const web = path.resolve(import.meta.dirname, '../src/web')
  const users = new Map<string, string[]>()
  for (const file of globSync('**/*.{ts,tsx}', { cwd: web }).map((each) => path.join(web, each))) {
    const [, imported = ''] = /import \{([^}]*)\} from 'lucide-react'/.exec(readFileSync(file, 'utf8')) ?? []
    for (const icon of imported.match(/[A-Z]\w*/g) ?? []) {
      const name = icon.replace(/(?<=[a-z0-9])[A-Z]|(?<=[a-z])\d/g, (start) => `-${start}`).toLowerCase()
      users.set(name, [...(users.get(name) ?? []), file])
    }
  }
  return users
}

type Users = (file: RegExp) => boolean

function group(name: string, priority: number, belongs: (users: Users) => boolean) {
  const nameOf = (id: string, graph: Graph) => {
    if (HYDRATE_PATTERN.test(id)) return null
    const users = [...usersOf(id, graph)]
    return belongs((file) => users.some((user) => file.test(user))) ? name : null
  }
  return { name: nameOf, debugName: name, test: OWN_SOURCE_PATTERN, priority }
}

/** The module and all its direct and indirect static importers. */
function usersOf(id: string, graph: Graph, users = new Set<string>()): Set<string> {
  if (users.has(id)) return users
  users.add(id)
  for (const importer of graph.getModuleInfo(id)?.importers ?? []) usersOf(importer, graph, users)
  return users
}
