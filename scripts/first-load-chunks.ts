type Graph = { getModuleInfo(id: string): { importers: readonly string[] } | null }

const FRAMEWORK = /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/
const LIBRARIES_OF_ALL =
  /node_modules[\\/](@tanstack[\\/](query-core|react-query)|@radix-ui[\\/]react-(slot|compose-refs)|lucide-react[\\/]dist[\\/]esm[\\/](Icon|context|createLucideIcon|shared))/
const OWN = /[\\/]src[\\/]|vite[\\/]preload-helper/
const ROOT = /[\\/]web[\\/](root|entry\.client)\.tsx/
const LANDING = /[\\/]landing-page\.tsx/
const SHELL = /[\\/]shell-layout\.tsx/
const CONTACTS = /[\\/]contacts-page\.tsx/
const OTHER_PAGE = /[\\/](tasks|playbooks|sync)-page\.tsx/

/**
 * Puts what first loads have in common into a few files: sixty small ones compress badly and cost a request each.
 * `core` is for every visitor, `app` for everybody signed in, `contacts` for the page they arrive at; what only another
 * page or a click needs stays apart. A group takes along what its modules import unless an earlier group has it.
 */
export const firstLoadChunks = {
  groups: [
    { name: 'framework', test: FRAMEWORK, priority: 6 },
    { name: 'libraries', test: LIBRARIES_OF_ALL, priority: 5 },
    // The libraries' index files import everything: without a place of their own, all of it would be taken along.
    {
      name: 'icons',
      test: /lucide-react/,
      priority: 4,
      entriesAware: true,
      entriesAwareMergeThreshold: 3000,
    },
    { name: 'library', test: /node_modules/, priority: 4, entriesAware: true },
    group('core', 3, (users) => users(ROOT) || (users(LANDING) && (users(SHELL) || users(CONTACTS)))),
    group('app', 2, (users) => users(SHELL) || (users(CONTACTS) && users(OTHER_PAGE))),
    group('contacts', 1, (users) => users(CONTACTS)),
  ],
}

type Users = (file: RegExp) => boolean

function group(name: string, priority: number, belongs: (users: Users) => boolean) {
  const nameOf = (id: string, graph: Graph) => {
    const users = [...usersOf(id, graph)]
    return belongs((file) => users.some((user) => file.test(user))) ? name : null
  }
  return { name: nameOf, debugName: name, test: OWN, priority }
}

/** The module and all that import it, directly or not, without waiting for a click. */
function usersOf(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const importer of graph.getModuleInfo(id)?.importers ?? []) usersOf(importer, graph, found)
  return found
}
