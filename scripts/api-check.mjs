// `npm run api-check`: Redocly lints the description of a running product's API, Prism compares every call and answer with it, also
// answers to generated requests, and folders with TypeScript 5 and 7 generate and compile the client and make ten calls. The tools
// take 190 MB, so that they are installed under `build/api-check` and aren't dependencies.
//   npm run api-check -- http://localhost:3000 nf_key_…
// Use an owner's key with all permissions, of an organization with sample data: the calls add and delete objects.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { ensureInstalled, findNode, root } from './setup.mjs'
import { callExamples, callGenerated } from './shared/api-examples.mjs'

const TOOLS = { '@redocly/cli': '2.77.0', '@stoplight/prism-cli': '5.16.0' }
const GENERATOR = { 'openapi-typescript': '7.13.0', typescript: '5.9.3' }
const COMPILERS = ['5.9.3', '7.0.2']
const COMPILER_OPTIONS = {
  ...{ strict: true, module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'] },
  ...{ types: [], rewriteRelativeImportExtensions: true, rootDir: '.', outDir: 'out' },
}
/** Generated requests per call. */
const GENERATED = 12
const FOLDER = join(root, 'build', 'api-check')
const CLIENT = join(root, 'clients', 'typescript')

const [url, key] = process.argv.slice(2)
if (!url || !key) {
  console.error('Usage: npm run api-check -- http://localhost:3000 nf_key_…')
  process.exit(2)
}
let failed = 0
ensureInstalled()
const tools = install('tools', TOOLS)
const generator = install('generator', GENERATOR)
const description = join(FOLDER, 'openapi.json')
const response = await fetch(`${url}/api/v1/openapi.json`)
writeFileSync(description, JSON.stringify({ ...(await response.json()), servers: [{ url }] }))

const lint = run(tools, 'redocly', ['lint', description])
report('Redocly finds no errors', lint.status === 0, lint.output)
const proxy = await startProxy(['--errors'])
const openProxy = await startProxy([])
try {
  for (const { name, problem } of await callExamples({ url, proxyUrl: proxy.url, key }))
    report(`Prism: ${name}`, problem === null, problem ?? '')
  const called = await callGenerated({ url, proxyUrl: openProxy.url, key, generated: generateRequests() })
  for (const { name, statuses, problem } of called)
    report(
      `Prism: generated requests to ${name} (${[...statuses].sort().join(', ')})`,
      problem === null,
      problem ?? '',
    )
  const refused = called.filter(({ statuses }) => ![...statuses].some((status) => status < 300))
  if (refused.length > 0)
    console.log(`All generated requests were refused by ${refused.map(({ name }) => name).join(', ')}`)
  for (const version of COMPILERS) checkClient(version)
} finally {
  proxy.stop()
  openProxy.stop()
}
console.log(failed === 0 ? 'All checks passed' : `${failed} checks failed`)
process.exit(failed === 0 ? 0 : 1)

function report(name, isPassed, detail = '') {
  if (!isPassed) failed++
  console.log(`${isPassed ? 'ok    ' : 'FAILED'} ${name}${isPassed ? '' : `\n${detail.slice(0, 1500)}`}`)
}

/** Installs packages in a folder, unless they are there. @returns the folder */
function install(name, dependencies) {
  const folder = join(FOLDER, name)
  if (existsSync(join(folder, 'node_modules'))) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }))
  const { status } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    ...{ cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' },
  })
  if (status !== 0) process.exit(1)
  return folder
}

function run(folder, program, parameters, env = {}) {
  const command = program === 'node' ? process.execPath : join(folder, 'node_modules', '.bin', program)
  const { status, stdout, stderr } = spawnSync(command, parameters, {
    ...{ cwd: folder, encoding: 'utf8', env: { ...process.env, ...env } },
  })
  return { status, output: `${stdout}${stderr}` }
}

/** Requests that tests of the contract generate too, by call. @throws with the errors of the script */
function generateRequests() {
  const file = join(root, 'scripts', 'api-requests.ts')
  const { status, stdout, stderr, error } = spawnSync(findNode(), [file, String(GENERATED)], {
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
  })
  if (status !== 0) throw new Error(`Requests could not be generated: ${error ?? stderr}`)
  return JSON.parse(stdout)
}

/**
 * Prism between the calls and the product. With `--errors`, it answers each one that differs from the description with an
 * error; otherwise it passes it on and lists the differences in a header.
 */
async function startProxy(settings) {
  const port = await findFreePort()
  const program = join(tools, 'node_modules', '.bin', 'prism')
  const options = [...settings, '--host', '127.0.0.1', '--port', String(port)]
  const prism = spawn(program, ['proxy', description, url, ...options], { stdio: 'pipe' })
  await new Promise((resolve, reject) => {
    prism.stdout.on('data', (text) => String(text).includes('listening on') && resolve())
    prism.on('exit', () => reject(new Error('Prism ended')))
  })
  return { url: `http://127.0.0.1:${port}`, stop: () => prism.kill() }
}

async function findFreePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A new folder like that of a user: generates the client's types, compiles it, and makes ten calls. */
function checkClient(version) {
  rmSync(join(FOLDER, `client-${version}`), { recursive: true, force: true })
  const folder = install(`client-${version}`, { 'openapi-fetch': '0.17.0', typescript: version })
  cpSync(join(CLIENT, 'src'), join(folder, 'src'), { recursive: true })
  cpSync(join(CLIENT, 'ten-calls.ts'), join(folder, 'ten-calls.ts'))
  const types = join(folder, 'src', 'schema.d.ts')
  rmSync(types)
  const generated = run(generator, 'openapi-typescript', [
    ...[description, '--default-non-nullable', 'false', '-o', types],
  ])
  report(`the client's types are generated for TypeScript ${version}`, existsSync(types), generated.output)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }))
  const compiled = run(folder, 'tsc', [])
  report(`TypeScript ${version} compiles the client`, compiled.status === 0, compiled.output)
  const called = run(folder, 'node', [join('out', 'ten-calls.js')], { BASE_URL: proxy.url, API_KEY: key })
  report(
    `the client compiled by ${version} makes ten calls`,
    /^10 calls$/m.test(called.output),
    called.output,
  )
}
