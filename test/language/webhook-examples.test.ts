import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { secretText, signedHeaders } from '#server/features/webhooks/service/sign-delivery.ts'

const PAGE = readFileSync(path.resolve(import.meta.dirname, '../../content/docs/webhooks.md'), 'utf8')
const exampleOf = (language: string) =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]+?)\`\`\``).exec(PAGE)?.[1] ?? ''

const key = Buffer.alloc(32, 7)
const secret = secretText(key)
const body = '{"type":"ping"}'
const seconds = Math.floor(Date.now() / 1000)
const headers = signedHeaders({ id: 'e1', body, seconds }, [Buffer.alloc(32, 1), key])
const old = signedHeaders({ id: 'e1', body, seconds: seconds - 600 }, [key])
/** Headers and body, and whether the request is ours. */
const REQUESTS: [Record<string, string>, string, boolean][] = [
  [headers, body, true],
  [headers, body.replace('ping', 'pong'), false],
  [old, body, false],
  [signedHeaders({ id: 'e1', body, seconds }, [Buffer.alloc(32, 9)]), body, false],
]
const folder = mkdtempSync(path.join(tmpdir(), 'webhooks-'))

test('the TypeScript example of the documentation verifies requests', async () => {
  const file = path.join(folder, 'verify.ts')
  writeFileSync(file, exampleOf('ts'))
  const { verify }: { verify: (...request: [string, Record<string, string>, string]) => boolean } =
    await import(/* @vite-ignore */ pathToFileURL(file).href)
  expect(REQUESTS.map(([sent, text]) => verify(secret, sent, text))).toEqual(
    REQUESTS.map(([, , isOurs]) => isOurs),
  )
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test.skipIf(!hasPython)('the Python example of the documentation verifies requests', () => {
  const input = JSON.stringify(REQUESTS.map(([sent, text]) => [sent, text]))
  const script = `${exampleOf('python')}
import json, sys
print(json.dumps([verify(sys.argv[1], headers, body) for headers, body in json.load(sys.stdin)]))`
  const output = execFileSync('python3', ['-c', script, secret], { input, encoding: 'utf8' })
  expect(JSON.parse(output)).toEqual(REQUESTS.map(([, , isOurs]) => isOurs))
})
