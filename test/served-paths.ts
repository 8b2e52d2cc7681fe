import { existsSync } from 'node:fs'
import path from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { FastifyInstance } from 'fastify'
import routes from '#web/routes.ts'

const BUILT_FILES = path.resolve(import.meta.dirname, '../build/client')

/** Every path of the pages' route table, with its parameters. */
export async function pagePaths(): Promise<string[]> {
  return [...new Set((await routes).flatMap((route) => below('', route)))].filter(
    (address) => address !== '/*',
  )
}

function below(parent: string, route: RouteConfigEntry): string[] {
  const { path: part, index, children = [] } = route
  const own = part ? `${parent}/${part}` : parent
  const isPage = part !== undefined || index
  return [...(isPage ? [own || '/'] : []), ...children.flatMap((child) => below(own, child))]
}

/** Every path the server handles with GET besides the API, the pages and the files of a build. */
export function servedPaths(app: FastifyInstance): string[] {
  const found: string[] = []
  const open: string[] = []
  // A tree, indented by four columns per level; a route covers everything below it.
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^(.*?)[├└]── (\S+) \((.*)\)$/.exec(line) ?? []
    if (!part) continue
    open.length = indent.length / 4
    open.push(part)
    if (/\bGET\b/.test(methods)) found.push(open.join(''))
  }
  const isBuilt = (address: string) => existsSync(path.join(BUILT_FILES, address))
  return found.filter(
    (address) =>
      address.startsWith('/') && !/^\/api\/|\*$/.test(address) && (address === '/' || !isBuilt(address)),
  )
}
