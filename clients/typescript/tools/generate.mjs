// Writes the description of the API and the types that follow from it: node generate.mjs http://localhost:3000
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const [, , baseUrl = 'http://localhost:3000'] = process.argv
const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url))
const response = await fetch(new URL('/api/v1/openapi.json', baseUrl))
if (!response.ok) throw new Error(`${response.url} answered ${response.status}`)
const description = { ...(await response.json()), servers: [{ url: 'http://localhost:3000' }] }
writeFileSync(pathOf('../openapi.json'), `${JSON.stringify(description, null, 1)}\n`)
const generator = pathOf('node_modules/openapi-typescript/bin/cli.js')
// Fields with a default may be left out of a request.
const options = ['--default-non-nullable', 'false', '-o', pathOf('../src/schema.d.ts')]
execFileSync(process.execPath, [generator, pathOf('../openapi.json'), ...options], { stdio: 'inherit' })
