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
  const { path: segment, index, children = [] } = route
  const ownPath = segment ? `${parent}/${segment}` : parent
  const isPage = segment !== undefined || index
  return [...(isPage ? [ownPath || '/'] : []), ...children.flatMap((child) => below(ownPath, child))]
}

/** Every path the server handles with GET besides the API, the pages and the files of a build. */
export function servedPaths(app: FastifyInstance): string[] {
  const paths: string[] = []
  const parents: string[] = []
  // A tree, indented by four columns per level; a route covers everything below it.
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^(.*?)[├└]── (\S+) \((.*)\)$/.exec(line) ?? []
    if (!part) continue
    parents.length = indent.length / 4
    parents.push(part)
    if (/\bGET\b/.test(methods)) paths.push(parents.join(''))
  }
  const isBuilt = (address: string) => existsSync(path.join(BUILT_FILES, address))
  return paths.filter(
    (address) =>
      address.startsWith('/') && !/^\/api\/|\*$/.test(address) && (address === '/' || !isBuilt(address)),
  )
}
