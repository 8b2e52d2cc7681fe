import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { type Site, type SitePages, sitePages, site as siteSchema } from '#contract/site.ts'
import { fillIn, siteFacts } from '#domain/site/fill-in.ts'
import { ConfigError } from '#server/platform/config-error.ts'
import { PROJECT_ROOT } from '#server/project-root.ts'

type Texts = { site: Site; pages: SitePages }
/** `samples`: the parts that still have the shipped texts, by their paths in the operator's file. */
type Content = Texts & { samples: string[] }

const FOLDER = path.join(PROJECT_ROOT, 'content/site')

/**
 * Reads the brand and facts of this installation and the texts of its public pages, with placeholders filled in. The
 * operator's file overrides `content/site/site.json` key by key, and its `pages` override the pages of those names; a list
 * replaces the whole list.
 *
 * @param operatorFile path of a JSON file; null if there is none
 * @throws {ConfigError} naming the operator's file and each wrong field
 * @throws {Error} naming the wrong file and field of the shipped content
 */
export function readSite(operatorFile: string | null): Content {
  const defaultFile = path.join(FOLDER, 'site.json')
  const defaults = readJson(defaultFile)
  const site = withFileError(defaultFile, () => parseSite(defaults))
  if (operatorFile !== null) return withOperatorFile(defaults, operatorFile)
  const content = { site, pages: readPages(site, {}) }
  return { ...content, samples: sampleParts(content, content) }
}

/** Turns errors in the operator's file into a ConfigError, which is printed without a stack trace. */
function withOperatorFile(defaults: unknown, operatorFile: string): Content {
  try {
    const operators = readJson(operatorFile)
    return withFileError(operatorFile, () => {
      if (!isObject(operators)) throw new Error('must be an object of groups such as brand')
      const { pages = {}, ...facts } = operators
      const site = parseSite(deepMerge(defaults, facts))
      const content = { site, pages: readPages(site, pages) }
      const samples = sampleParts(content, { site: parseSite(defaults), pages: readPages(site, {}) })
      return { ...content, samples }
    })
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

/** Fills in facts that refer to other facts, such as the brand in the team's name. */
function parseSite(value: unknown): Site {
  const site = parseContent(siteSchema, value)
  return fillIn(site, siteFacts(site))
}

/** Reads the shipped texts and applies the operator's changes. */
function readPages(site: Site, operators: unknown): SitePages {
  if (!isObject(operators)) throw new Error('pages: must be an object of pages such as landing')
  const unknownPage = Object.keys(operators).find((name) => !Object.hasOwn(sitePages.shape, name))
  if (unknownPage) throw new Error(`pages.${unknownPage}: unknown field`)
  const facts = siteFacts(site)
  const pages = Object.entries(sitePages.shape).map(([name, schema]) => {
    const file = path.join(FOLDER, 'pages', `${name}.json`)
    const value = deepMerge(readJson(file), operators[name] ?? {})
    const location = operators[name] === undefined ? file : `pages.${name}`
    return [name, withFileError(location, () => parseContent<unknown>(schema, fillIn(value, facts)))]
  })
  // Each page was validated above; this adds the type.
  return sitePages.parse(Object.fromEntries(pages))
}

/** @throws {Error} naming each wrong field by its path */
function parseContent<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Error(parsed.error.issues.flatMap(issueTexts).join('; '))
}

function issueTexts(issue: z.core.$ZodIssue): string[] {
  if (issue.code !== 'unrecognized_keys') return [`${issue.path.join('.')}: ${issue.message}`]
  return issue.keys.map((key) => `${[...issue.path, key].join('.')}: unknown field`)
}

function deepMerge(base: unknown, overrides: unknown): unknown {
  if (!isObject(base) || !isObject(overrides)) return overrides
  const merged = new Map(Object.entries(base))
  for (const [key, value] of Object.entries(overrides)) merged.set(key, deepMerge(merged.get(key), value))
  return Object.fromEntries(merged)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readJson(file: string): unknown {
  return withFileError(file, () => JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')))
}

function withFileError<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`)
  }
}

/** Shipped content about fictional people and companies, by its path in the operator's file. */
const SAMPLES: Readonly<Record<string, (content: Texts) => unknown>> = {
  claims: ({ site }) => site.claims,
  'pages.landing.testimonials': ({ pages }) => pages.landing.testimonials,
  'pages.case-studies': ({ pages }) => pages['case-studies'].studies,
  'pages.about.leaders': ({ pages }) => pages.about.leaders,
}

/** Lists the paths of sample parts that are unchanged. `defaults` has the operator's facts filled in. */
export function sampleParts(content: Texts, defaults: Texts): string[] {
  return Object.entries(SAMPLES)
    .filter(([, readPart]) => isDeepStrictEqual(readPart(content), readPart(defaults)))
    .map(([path]) => path)
}
