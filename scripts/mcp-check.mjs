// `npm run mcp-check`: the MCP Inspector's command line lists and calls all tools of a running product, and the MCP conformance suite runs
// what applies. Both are too large to be dependencies (110 and 52 MB), so that they are installed under `build/mcp-check`.
//   npm run mcp-check -- http://localhost:3000 nf_key_…
// Use a key with all permissions, of an organization with sample data: the tools add a contact, enrich it, and opt it out.
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './setup.mjs'

const TOOLS = {
  '@modelcontextprotocol/inspector': '2.12.0',
  '@modelcontextprotocol/conformance': '0.2.0-alpha.12',
}
/**
 * Scenarios that apply to a server without prompts, resources, sampling and logging, with the checks in them that don't: they need those, or
 * a tool of the suite.
 */
const SCENARIOS = {
  'server-initialize': [],
  'server-stateless': ['ServerRejectsUndeclaredCapability'],
  ping: [],
  'tools-list': [],
  caching: [
    'PromptsListCachingHints',
    'ResourcesListCachingHints',
    'ResourcesReadCachingHints',
    'ResourcesTemplatesListCachingHints',
  ],
  'dns-rebinding-protection': [],
  'http-header-validation': [],
  'input-required-result-unsupported-methods': [],
  'input-required-result-ignore-extra-params': [],
}
const FOLDER = join(root, 'build', 'mcp-check')

const [url, key] = process.argv.slice(2)
if (!url || !key) {
  console.error('Usage: npm run mcp-check -- http://localhost:3000 nf_key_…')
  process.exit(2)
}
install()
let failed = 0
await checkTools()
await checkConformance()
console.log(failed === 0 ? 'All checks passed' : `${failed} checks failed`)
process.exit(failed === 0 ? 0 : 1)

function install() {
  if (existsSync(join(FOLDER, 'node_modules', '@modelcontextprotocol', 'conformance'))) return
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, 'package.json'), JSON.stringify({ private: true, dependencies: TOOLS }))
  const { status } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: FOLDER,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
}

/** Runs a program of the folder. @returns its output, whatever its status */
async function run(name, parameters) {
  const program = join(FOLDER, 'node_modules', '.bin', name)
  const { stdout, stderr, error } = await promisify(execFile)(program, parameters, {
    ...{ cwd: FOLDER, maxBuffer: 16 * 1024 * 1024, timeout: 90_000 },
    env: { ...process.env, PATH: `${join(process.execPath, '..')}:${process.env.PATH}` },
  }).catch((cause) => ({ stdout: cause.stdout, stderr: cause.stderr, error: cause }))
  return { stdout, stderr, isFailure: error !== undefined }
}

function report(name, isPassed, detail = '') {
  if (!isPassed) failed++
  console.log(`${isPassed ? 'ok    ' : 'FAILED'} ${name}${isPassed ? '' : `\n${detail.slice(0, 600)}`}`)
}

function inspect(...parameters) {
  const server = [`${url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${key}`]
  return run('mcp-inspector', ['--cli', ...server, ...parameters])
}

async function callTool(name, input) {
  const values = Object.entries(input).flatMap(([field, value]) => ['--tool-arg', `${field}=${value}`])
  const { stdout, stderr } = await inspect('--method', 'tools/call', '--tool-name', name, ...values)
  const result = parse(stdout)
  report(`inspector calls ${name}`, result !== null && !result.isError, stdout + stderr)
  return result?.structuredContent ?? {}
}

function parse(text) {
  try {
    return JSON.parse(text.slice(text.indexOf('{')))
  } catch {
    return null
  }
}

async function checkTools() {
  const { stdout, stderr } = await inspect('--method', 'tools/list')
  const names = (parse(stdout)?.tools ?? []).map(({ name }) => name)
  report('inspector lists twelve tools', names.length === 12, stdout + stderr)
  const person = { firstName: 'Mcp', lastName: `Check ${Date.now()}`, city: 'Austin' }
  const { contactId } = await callTool('upsert_contact', person)
  await callTool('search_contacts', { query: 'Check', limit: 1 })
  await callTool('get_contact', { contactId })
  await callTool('explain_score', { contactId })
  await callTool('list_changes', { limit: 1 })
  await callTool('save_task', { contactId, title: 'Checked by the inspector' })
  await callTool('list_tasks', { view: 'open', limit: 1 })
  await callTool('get_account', {})
  await callTool('check_outreach_text', { text: 'Hello', channel: 'call', kind: 'personal' })
  await callTool('draft_outreach', { contactId, channel: 'call', kind: 'personal' })
  await callTool('enrich_contact', { contactId })
  await callTool('set_do_not_contact', { contactId, reason: 'Check' })
}

/** The suite sends no key, so that a small proxy adds it. */
async function checkConformance() {
  const { startKeyProxy } = await import('./shared/key-proxy.mjs')
  const proxy = await startKeyProxy(url, key)
  for (const [scenario, inapplicable] of Object.entries(SCENARIOS)) {
    const { stdout, stderr, isFailure } = await run('conformance', [
      ...['server', '--url', `${proxy.url}/mcp`, '--scenario', scenario],
    ])
    const [, listed = ''] = stdout.split('=== Failed Checks ===')
    const [failures = ''] = listed.split(/^Test /m) // a description of the scenario follows
    const names = Array.from(failures.matchAll(/^\s*- (\w+): /gm), ([, name]) => name)
    const isPassed = !isFailure || (names.length > 0 && names.every((name) => inapplicable.includes(name)))
    report(`conformance ${scenario}`, isPassed, failures || stdout + stderr)
  }
  await proxy.stop()
}
