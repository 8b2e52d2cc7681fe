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
const FOREIGN: { pattern: RegExp; instead: string }[] = [
  { pattern: /\b(?:nobody|somebody|whoever|whomever)\b/i, instead: 'no one, someone, anyone who' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\blook(?:s|ed|ing)?-ups?\b|\blook-up/i, instead: 'enrich, enrichment; find' },
  { pattern: /\b(?:is|are|was|were) kept\b/, instead: 'is saved, stored, stays' },
  { pattern: /\b(?:a|the|this|that|one|no|each|every) mail\b|\bmails\b/i, instead: 'email' },
  { pattern: /[\d}] %(?!\w)/, instead: '44%, without a space' },
  { pattern: /\bin 12 mo\b(?<! 12 mo)/, instead: '65% in 12 mo' },
  { pattern: /\bmoney[ -]back\b/i, instead: 'refund' },
  { pattern: /\bthrow-away\b/i, instead: 'disposable' },
  // A clause as the subject of a sentence: "Who signs in is …", "What is stored stays …". Questions are fine.
  {
    pattern:
      /(?:^\s*(?:\/\*\*|\*|\/\/|[-*]|\|)? ?|[.!:] |[>'"`])(?:Who|What|Whoever|Whom|Whose)\b(?![^?]{0,160}\?)(?!’s|'s)/,
    instead: 'a noun or a verb first',
  },
]

/** Where a pattern is right: fixed texts of the specification, proper names, quotations and corpora. */
const EXCEPTIONS: { file?: RegExp; text: RegExp; reason: string }[] = [
  {
    file: /\.(?:test|spec|fixture)\.|corpus/,
    text: /./,
    reason: 'tests and corpora are not shown to people',
  },
]

test('what people read has none of the known foreign patterns', () => {
  const found: string[] = []
  for (const file of globSync(SOURCES, { cwd: ROOT })) {
    const exceptions = EXCEPTIONS.filter((exception) => !exception.file || exception.file.test(file))
    for (const [index, line] of readFileSync(path.join(ROOT, file), 'utf8').split('\n').entries()) {
      for (const { pattern, instead } of FOREIGN) {
        const match = pattern.exec(line)
        if (!match || exceptions.some(({ text }) => text.test(line))) continue
        found.push(`${file}:${index + 1}: "${match[0].trim()}" (${instead}): ${line.trim().slice(0, 120)}`)
      }
    }
  }
  expect(found).toEqual([])
})

test.each([
  ['Who is on it cannot be added.', true],
  ['Nobody can bring it back.', true],
  ['One mail a week.', true],
  ['44 % in 12 mo', true],
  ['What is Ninefold?', false],
  ['What could change this score? We list it.', false],
  ["What's new", false],
  ['We email you once a week.', false],
])('tells foreign from plain: %s', (text, isForeign) => {
  expect(FOREIGN.some(({ pattern }) => pattern.test(text))).toBe(isForeign)
})
