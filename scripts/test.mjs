// `npm test`: installs and builds if needed, then runs every check and test; the last line counts them.
// `npm test -- consents` runs the test files with that text in their path, or if there are none, the tests with it in their
// name. `--only=types,unit` selects steps. Runs on any Node from 18 on, without dependencies.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describePromises, readSuites } from './promises.mjs'
import { childEnv, ensureBuilt, ensureInstalled, findNode, root, SetupError } from './setup.mjs'

const bin = (path) => join(root, 'node_modules', path)
const script = (name) => join(root, 'scripts', name)

/** Writes the types of routes, which several checks read. */
const TYPEGEN = [bin('@react-router/dev/bin.cjs'), 'typegen']
const CHECKS = {
  types: [bin('typescript/bin/tsc'), '--noEmit'],
  lint: [bin('@biomejs/biome/bin/biome'), 'check'],
  arrows: [script('check-arrows.mjs')],
  roles: [script('check-structure.mjs')],
  unused: [bin('knip/bin/knip.js'), '--no-progress'],
}
const TESTS = ['budget', 'unit', 'server', 'database', 'browser', 'lighthouse']
/** Run before the lanes, so that nothing heavier runs beside their limits of processor time and time. */
const EARLY = ['budget', 'unit']
/** Runs last and alone, because it measures speed. */
const LAST = 'lighthouse'
const isOfFirstLane = (name) => name === 'types' || name === 'browser'
/** Run in parallel in between, in halves of about the same length; each project of tests has its own database server. */
const LANES = [isOfFirstLane, (name) => !isOfFirstLane(name) && !EARLY.includes(name) && name !== LAST]
const NEEDS_BUILD = ['server', 'browser', 'lighthouse']
/** Lines that tests print to report measurements. */
const FIGURES = /^(lighthouse|weight) \/.*$|^(Assistant (?:evaluation|set \w)|Outreach guard): .*$/gm
/** Ends a step that hangs; a slow machine takes up to three times as long as a fast one. */
const STEP_LIMIT_MS = 40 * 60_000

/** Keeps tests away from a developer's own servers and keys. */
const FOREIGN_SETTINGS =
  /^(DATABASE_URL|DATABASE_APP_URL|DATA_DIR|PORT|APP_URL|ADMIN_EMAILS|SIGN_IN_MAILS_PER_HOUR|SECRETS_KEY|BACKUP_.*|SMTP_URL|SAMPLE_DATA|DEMO|ROLE|ALLOW_EMBEDDED|SITE_CONFIG|NODE_ENV|NINEFOLD_.*|STRIPE_.*|LLM_.*|PDL_.*|TRESTLE_.*|TWILIO_.*|ATTOM_.*|OPENFEMA.*|CENSUS_GEOCODER.*|PUBLIC_RECORDS_FILE|METRICS_TOKEN|LOG_.*|OTEL_.*|OFAC_LIST)$/

const total = { passed: 0, failed: 0 }
const patterns = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const chosen = chooseSteps()
await prepareAndRun()
if (patterns.length > 0 && total.passed + total.failed === 0) {
  console.log(`No test matches ${patterns.join(' ')}`)
  total.failed++
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

function chooseSteps() {
  const all = [...Object.keys(CHECKS), ...TESTS]
  const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
  const wanted = only?.split(',').filter(Boolean)
  const unknown = wanted?.filter((name) => !all.includes(name)) ?? []
  if (unknown.length > 0 || wanted?.length === 0) {
    console.error(`Unknown step ${unknown.join(', ')}. Use ${all.join(', ')}.`)
    process.exit(2)
  }
  return all.filter((name) =>
    wanted ? wanted.includes(name) : patterns.length === 0 || TESTS.includes(name),
  )
}

/** Arguments for vitest to run only the selected tests. */
function filterOfTests() {
  if (patterns.length === 0) return []
  const files = ['src', 'test', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)),
  )
  const isPath = files.some(
    (file) => /\.(test|spec)\.\w+$/.test(file) && patterns.some((pattern) => file.includes(pattern)),
  )
  return ['--passWithNoTests', ...(isPath ? patterns : ['-t', patterns.join(' ')])]
}

async function prepareAndRun() {
  const node = setUp('install', () => {
    ensureInstalled()
    return findNode()
  })
  if (!node) return
  if (chosen.some((name) => NEEDS_BUILD.includes(name))) setUp('build', () => ensureBuilt(node) ?? true)
  const reports = mkdtempSync(join(tmpdir(), 'ninefold-reports-'))
  try {
    if (chosen.some((name) => CHECKS[name])) await check('route types', node, TYPEGEN)
    const step = (name) =>
      CHECKS[name] ? check(name, node, CHECKS[name]) : testProject(name, node, join(reports, `${name}.json`))
    await Promise.all(chosen.filter((name) => EARLY.includes(name)).map(step))
    await Promise.all(
      LANES.map(async (isOfLane) => {
        for (const name of chosen.filter(isOfLane)) await step(name)
      }),
    )
    if (chosen.includes(LAST)) await step(LAST)
    if (patterns.length === 0 && TESTS.every((name) => chosen.includes(name))) reportPromises(reports)
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

/** A step that counts only if it fails. */
function setUp(name, step) {
  try {
    return step()
  } catch (error) {
    console.log(`${name}: failed\n${error instanceof SetupError ? error.message : error.stack}`)
    total.failed++
    return undefined
  }
}

async function check(name, node, command) {
  const begun = Date.now()
  const { ok, output } = await run(node, command)
  report(name, begun, ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, output)
}

async function testProject(name, node, file) {
  const begun = Date.now()
  const vitest = [bin('vitest/vitest.mjs'), 'run', '--project', name, ...filterOfTests()]
  const { ok, output } = await run(node, [
    ...vitest,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const counts = countTests(file)
  // Without tests, or with an error outside of them, the run itself failed.
  if (counts.failed === 0 && (!ok || (counts.passed === 0 && patterns.length === 0))) counts.failed = 1
  if (patterns.length > 0 && counts.passed + counts.failed === 0) return
  report(name, begun, counts, output)
}

/** A suite that fails before its tests counts as one failure; skipped tests don't count. */
function countTests(file) {
  let suites
  try {
    suites = JSON.parse(readFileSync(file, 'utf8')).testResults
  } catch {
    return { passed: 0, failed: 0 }
  }
  const counts = { passed: 0, failed: 0 }
  for (const suite of suites) {
    const failed = suite.assertionResults.filter((test) => test.status === 'failed').length
    counts.passed += suite.assertionResults.filter((test) => test.status === 'passed').length
    counts.failed += suite.status === 'failed' ? Math.max(failed, 1) : failed
  }
  return counts
}

function report(name, begun, counts, output = '') {
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  const shown = counts.failed > 0 ? output.trimEnd() : (output.match(FIGURES) ?? []).join('\n')
  if (shown) console.log(shown)
  console.log(
    `${name.padEnd(10)} ${counts.failed > 0 ? 'failed' : 'passed'} in ${seconds} s (${counts.passed} passed, ${counts.failed} failed)`,
  )
  total.passed += counts.passed
  total.failed += counts.failed
}

/** A line per promise; a promise without a passing test counts as a failed test. */
function reportPromises(reports) {
  const { lines, missing } = describePromises(readSuites(TESTS.map((name) => join(reports, `${name}.json`))))
  console.log(lines.join('\n'))
  total.failed += missing
}

function run(node, command) {
  const env = childEnv(node, { NO_COLOR: '1', FORCE_COLOR: undefined })
  for (const name of Object.keys(env))
    if (FOREIGN_SETTINGS.test(name) || env[name] === undefined) delete env[name]
  return new Promise((resolve) => {
    const child = spawn(node, command, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text))
    const limit = setTimeout(() => {
      output += `\nStopped after ${STEP_LIMIT_MS / 60_000} minutes.\n`
      child.kill('SIGKILL')
    }, STEP_LIMIT_MS)
    child.on('error', (error) => (output += error.message))
    child.on('close', (code) => {
      clearTimeout(limit)
      resolve({ ok: code === 0, output })
    })
  })
}
