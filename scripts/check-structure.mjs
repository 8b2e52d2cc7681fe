// Checks file roles, names and sizes, migrations, and references in documents, none of which an import graph shows.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join, normalize } from 'node:path'
import { root } from './setup.mjs'

const MAX_LINES = 340
/** Files that may be longer, with the reason. */
const LONG_FILES = {
  // 'src/…': 'reason to keep it in one piece',
  'src/domain/identity/nicknames.ts': 'one list with a line for each name',
  'src/contract/contacts.ts': 'contacts and the filters of their list, which share their types',
  'src/server/features/data-export/store/kinds.ts': 'one list with the columns of each kind of data',
  'src/server/features/contact-transfers/contact-transfers.test.ts':
    'the life of a transfer, with one set of helpers',
  'src/server/access.test.ts': 'the matrix of access, with the reason for each expected failure',
  'src/server/features/contacts/service.ts':
    'one method for each command, and what other features may read and write',
  'src/server/features/signal-rules/signal-rules.test.ts': 'the life cycle of rules, with one set of helpers',
  'test/sample-requests.ts': 'one request for each endpoint, with its objects',
}

const GENERATED_FOLDERS = ['node_modules', '.git', 'build', 'data', '.react-router', 'coverage']
const FEATURE_FILES = /^(routes|service|policy|limits|store|jobs)\.ts$|\.test\.ts$/
const FEATURE_FOLDERS = ['service', 'store']
const VAGUE_NAME = /^(utils?|helpers?|misc|common|index)$/
const SQL_CALL =
  /\.(rows|row|run|query)(<[^()]*>)?\(\s*['"`]\s*(select|insert|update|delete|with|set|lock|truncate)\b/i
const SKIPPED_TEST = /\b(test|it|describe)\.(only|skip|todo)\b/
const SOURCE = /^(src|test|scripts|content)\/.*\.(tsx?|mjs|cjs)$/
const DOCUMENT = /^((README|ARCHITECTURE|CONTRIBUTING|SECURITY)\.md|docs\/.*\.md)$/

const files = list('').map((path) => path.slice(1))
const folders = [...new Set(files.flatMap(ancestors))]
const violations = [
  ...files.filter((path) => path.startsWith('src/server/features/')).flatMap(checkRole),
  ...files.flatMap(checkName),
  ...files.filter((path) => SOURCE.test(path)).flatMap(checkSource),
  ...Object.keys(LONG_FILES)
    .filter((path) => !files.includes(path))
    .map((path) => `${path}: listed as a long file, but does not exist`),
  ...checkMigrations(),
  ...files.filter((path) => DOCUMENT.test(path)).flatMap(checkReferences),
]
for (const violation of violations) console.log(violation)
console.log(`structure: ${files.length} files, ${violations.length} violations`)
process.exit(violations.length === 0 ? 0 : 1)

function list(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory())
      return GENERATED_FOLDERS.includes(entry.name) ? [] : list(`${folder}/${entry.name}`)
    return [`${folder}/${entry.name}`]
  })
}

function ancestors(path) {
  const parent = dirname(path)
  return parent === '.' ? [] : [parent, ...ancestors(parent)]
}

function checkRole(path) {
  const [feature, file, ...nested] = path.split('/').slice(3)
  if (file === undefined)
    return [`${path}: files of a feature belong in src/server/features/${feature.replace(/\..*/, '')}/`]
  const isAllowed =
    nested.length === 0 ? FEATURE_FILES.test(file) : FEATURE_FOLDERS.includes(file) && nested.length === 1
  if (isAllowed) return []
  return [
    `${path}: a feature has routes.ts, service.ts or service/, policy.ts, limits.ts, store.ts or store/, jobs.ts and their tests`,
  ]
}

function checkName(path) {
  if (!/^(src|test|scripts|content)\//.test(path)) return []
  const parts = path.split('/')
  const file = parts.at(-1)
  const vague = [...parts.slice(0, -1), file.replace(/\..*$/, '')].find((part) => VAGUE_NAME.test(part))
  if (!vague || (vague === 'index' && !/\.(tsx?|mjs|cjs)$/.test(file))) return []
  return [`${path}: "${vague}" is too vague; name what the file contains`]
}

function checkSource(path) {
  const text = readFileSync(join(root, path), 'utf8')
  const lines = text.split('\n').length - 1
  const problems = []
  if (lines > MAX_LINES && !LONG_FILES[path])
    problems.push(`${path}: ${lines} lines; files of more than ${MAX_LINES} need a reason in LONG_FILES`)
  const isTest = /\.(test|spec)\.tsx?$/.test(path)
  if (isTest && SKIPPED_TEST.test(text)) problems.push(`${path}: a test is skipped (only, skip, todo)`)
  if (!isTest && /^src\/server\/features\/[^/]+\/(?!store(\.ts$|\/))/.test(path) && SQL_CALL.test(text)) {
    problems.push(`${path}: SQL belongs in store.ts`)
  }
  return problems
}

function checkMigrations() {
  const names = files
    .filter((path) => dirname(path) === 'database/migrations')
    .map((path) => basename(path))
    .sort()
  return names.flatMap((name, i) => {
    const number = String(i + 1).padStart(4, '0')
    const problems = []
    if (!new RegExp(`^${number}_[a-z0-9_]+\\.sql$`).test(name))
      problems.push(`database/migrations/${name}: expected ${number}_<what>.sql, without gaps`)
    if (!/^-- \S/.test(readFileSync(join(root, 'database/migrations', name), 'utf8')))
      problems.push(`database/migrations/${name}: the first line must be a comment that says why`)
    return problems
  })
}

/** Checks links, and words in backticks that look like a path of the project. */
function checkReferences(path) {
  const text = readFileSync(join(root, path), 'utf8').replace(/^```[\s\S]*?^```/gm, '')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1].replace(/[#?].*$/, ''))
    .filter((target) => target && !/^([a-z]+:|\/)/.test(target))
    .filter((target) => !existsSync(join(root, dirname(path), decodeURI(target))))
  const words = [...text.matchAll(/`([^`\s]+)`/g)]
    .map((match) => match[1])
    .filter((word) => looksLikePath(word) && !pathExists(word, path))
  return [...links, ...words].map((target) => `${path}: ${target} does not exist`)
}

function looksLikePath(word) {
  if (!/^(\.{1,2}\/)*[\w.@-]+(\/[\w.@-]+)*\/?$/.test(word)) return false
  const first = word.replace(/^(\.{1,2}\/)+/, '').split('/')[0]
  if (GENERATED_FOLDERS.includes(first)) return false
  if (!word.includes('/')) return extname(word) === '.md'
  return folders.includes(first) || /\.(tsx?|mjs|cjs|md|sql|json)$/.test(word)
}

/** Accepts paths from the root, from the document, or shortened from the left. */
function pathExists(word, from) {
  const path = word.replace(/\/$/, '')
  if (/^\.{1,2}\//.test(path) && existsSync(join(root, dirname(from), path))) return true
  const normalPath = normalize(path)
  return [...files, ...folders].some((each) => each === normalPath || each.endsWith(`/${normalPath}`))
}
