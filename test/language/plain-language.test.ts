import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Sources of what people read: screens, emails, docs, errors, logs, and the comments beside them. */
const SOURCES = [
  'src/**/*.{ts,tsx}',
  'content/**/*.{md,json}',
  'docs/**/*.md',
  'deploy/*',
  'scripts/**/*.{ts,mjs}',
  '*.md',
]

/** Patterns of English that readers stumbled over, with what to write instead. */
const FOREIGN_PATTERNS: { pattern: RegExp; replacement: string; files?: RegExp }[] = [
  { pattern: /\b(?:nobody|somebody|whoever|whomever)\b/i, replacement: 'no one, someone, anyone who' },
  { pattern: /\banew\b/i, replacement: 'again' },
  { pattern: /\blook(?:s|ed|ing)?-ups?\b/i, replacement: 'enrich, enrichment; find' },
  { pattern: /\b(?:is|are|was|were) kept\b/, replacement: 'is saved, stored, stays' },
  {
    pattern: /\b(?:a|this|that|one|no|each) mail\b(?! (?:server|outage|program|carrier))/i,
    replacement: 'email',
  },
  { pattern: /\bmails\b/i, replacement: 'emails', files: /\.(?:md|json|tsx)$/ },
  { pattern: /[\d}] %(?=[\s.,;:)'"`<]|$)/, replacement: '44%, without a space' },
  { pattern: /\b(?:get|gets|got|give|gives|gave|want|your) (?:\w+ )?money back\b/i, replacement: 'refund' },
  { pattern: /\bthrow-away\b/i, replacement: 'disposable' },
  { pattern: /\be-mails?\b/i, replacement: 'email', files: /\.(?:md|json|tsx)$/ },
  {
    pattern:
      /\bstands? (?:above|below|beside|on top|in the (?:address|evidence|product|statement|table|text|URL))\b/i,
    replacement: 'is',
  },
  { pattern: /\bas (?:it|they) stands?\b/i, replacement: 'unchanged, as stored' },
  {
    pattern: /\b(?:but for (?:its|the|their|those)|what became of|in good order)\b/i,
    replacement: 'except; outcome',
  },
  { pattern: /\b(?:by|for|in|of) so many\b/i, replacement: 'a number of' },
  { pattern: /\bturn(?:ed|s)? away\b(?! from)/i, replacement: 'reject, refuse' },
  {
    pattern:
      /\b(?:behaviour|cent(?=res?\b)|colour|favour|grey|honour|neighbour)\w*|\b(?:cancelled|judgement|labelled|travelled|whilst)\b|\b(?:author|categor|normal|organ|recogn|sanit|summar)is(?:ation|e[ds]?|ing)\b/i,
    replacement: 'the US spelling',
  },
  // A clause as the subject: "Who signs in is …", "What is stored stays …". Questions and headings are fine.
  {
    pattern:
      /(?:^|[.!] |[>'"`]|^\s*[-*] )(?:Who|What|Whoever|Whom|Whose)(?: [^.?!:"'`]{1,120}?)? (?:is|are|was|were|stands|stays|goes|gets|has|can|must|comes|takes)\b(?!.*\?)/,
    replacement: 'a noun or a verb first',
  },
  {
    pattern: /^\s*(?:\/\*\*|\*|\/\/) (?:Who|What|Whoever|Whom|Whose)\b/,
    replacement: 'a noun or a verb first',
    files: /\.(?:ts|tsx|mjs)$/,
  },
]

/** Lines of tests that people read. */
const TITLE_OR_COMMENT_PATTERN = /^\s*(?:(?:describe|test)\(|\/\/|\/\*\*|\* )|^\s*\]\)\(\s*['"`]/

/** Lines in which a pattern is right. */
const EXCEPTIONS: { file: RegExp; text?: RegExp; reason: string }[] = [
  { file: /\.(?:test|spec)\.|corpus/, reason: 'tests and corpora hold texts of other people' },
  {
    file: /compliance\/guard\/|opt-out-words|header-(?:lexicon|phrases)|(?:company-name|street-words)\.ts/,
    reason: 'words that are recognized',
  },
  {
    file: /domain\/assistant\/(?:words|plain-words|fact-questions)|documentation\/search/,
    reason: 'words of questions',
  },
  { file: /^docs\/torture\.md$/, reason: 'a report that `npm run torture` writes' },
  { file: /^docs\/glossary\.md$/, reason: 'lists words to avoid' },
  { file: /^scripts\/bench\//, text: / % /, reason: 'remainders in SQL' },
  { file: /^content\/docs\//, text: /<!-- asked:/, reason: 'words of questions' },
  { file: /embedded\/os-user\.ts$/, text: /'nobody'/, reason: 'a user of the operating system' },
]

test('finds no foreign pattern in texts, docs and comments', () => {
  const violations = globSync(SOURCES, { cwd: ROOT }).flatMap((file) => {
    const exceptions = EXCEPTIONS.filter((exception) => exception.file.test(file))
    return foreignLines(file, (line) => !exceptions.some(({ text }) => !text || text.test(line)))
  })
  expect(violations).toEqual([])
})

test('finds no foreign pattern in titles and comments of tests and helpers', () => {
  const files = globSync(['src/**/*.test.{ts,tsx}', 'test/**/*.ts'], { cwd: ROOT })
  const violations = files
    .filter((file) => !file.includes('language/'))
    .flatMap((file) => foreignLines(file, (line) => TITLE_OR_COMMENT_PATTERN.test(line)))
  expect(violations).toEqual([])
})

function foreignLines(file: string, isChecked: (line: string) => boolean): string[] {
  const patterns = FOREIGN_PATTERNS.filter(({ files }) => !files || files.test(file))
  const lines = readFileSync(path.join(ROOT, file), 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    if (!isChecked(line)) return []
    return patterns.flatMap(({ pattern, replacement }) => {
      const match = pattern.exec(line)
      if (!match) return []
      return [`${file}:${index + 1}: "${match[0].trim()}" (${replacement}): ${line.trim().slice(0, 120)}`]
    })
  })
}

test.each([
  ['Who is on it cannot be added.', true],
  ['Nobody can bring it back.', true],
  ['One mail a week.', true],
  ['44 % in 12 mo', true],
  ['The reasons stand beside it.', true],
  ['Every table but for the audit log.', true],
  ['A gray colour, recognised at once.', true],
  ['What is Ninefold?', false],
  ['What could change this score? We list it.', false],
  ["What's new", false],
  ['We email you once a week.', false],
  ['A recognized color in the center. 50 cents.', false],
  ['She stands in line, but for now she waits.', false],
])('separates foreign from plain text: %s', (text, isForeign) => {
  expect(FOREIGN_PATTERNS.some(({ pattern }) => pattern.test(text))).toBe(isForeign)
})
