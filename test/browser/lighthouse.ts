import lighthouse from 'lighthouse'
import desktop from 'lighthouse/core/config/desktop-config.js'
import { freePort } from '#test/product/free-port.ts'
import { launchBrowser } from './browser.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const MAX_DETAIL_COUNT = 5

export type Device = 'mobile' | 'desktop'

export type Measurement = {
  /** From 0 to 100. */
  scores: Record<(typeof CATEGORIES)[number], number>
  /** Largest contentful paint in seconds, on the device and network that Lighthouse simulates. */
  largestPaint: number
  /** Transferred scripts, in KiB. */
  scripts: number
  /** Each audit that lowers a score, with its findings. */
  failures: string[]
}

/** A browser for Lighthouse. It sends requests only to the measured page. */
export async function openLighthouse() {
  const port = await freePort()
  const browser = await launchBrowser([`--remote-debugging-port=${port}`])
  return {
    async measure(url: string, device: Device): Promise<Measurement> {
      const flags = {
        ...({ port, output: 'json', logLevel: 'error', enableErrorReporting: false } as const),
        ...{ onlyCategories: [...CATEGORIES], disableFullPageScreenshot: true },
      }
      const result = await lighthouse(url, flags, device === 'desktop' ? desktop : undefined)
      if (!result || result.lhr.runtimeError) {
        throw new Error(`Lighthouse could not measure ${url}: ${result?.lhr.runtimeError?.message}`)
      }
      return measurementOf(result.lhr)
    },
    close: () => browser.close(),
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']
type Audit = Report['audits'][string]

function measurementOf({ categories, audits }: Report): Measurement {
  const scoreOf = (name: (typeof CATEGORIES)[number]) => Math.round((categories[name]?.score ?? 0) * 100)
  const [performance, accessibility, practices, seo] = CATEGORIES
  return {
    scores: {
      [performance]: scoreOf(performance),
      [accessibility]: scoreOf(accessibility),
      [practices]: scoreOf(practices),
      [seo]: scoreOf(seo),
    },
    largestPaint: (audits['largest-contentful-paint']?.numericValue ?? Number.NaN) / 1000,
    scripts: scriptBytes(audits['network-requests']) / 1024,
    failures: Object.values(categories).flatMap(({ id, auditRefs }) =>
      auditRefs.filter(({ weight }) => weight > 0).flatMap(({ id: name }) => findings(id, audits[name])),
    ),
  }
}

function findings(category: string, audit: Audit | undefined): string[] {
  if (!audit || audit.score === null || audit.score === 1) return []
  const details = itemsOf(audit).slice(0, MAX_DETAIL_COUNT).map(detailOf)
  return [`${category}, ${audit.id}: ${audit.displayValue ?? audit.title}`, ...details]
}

/** Selector and HTML of an element; other items as JSON. */
function detailOf(item: Record<string, unknown>): string {
  const { node, ...fields } = item as { node?: { selector?: string; snippet?: string } }
  const text = node ? `${node.selector}: ${node.snippet}` : JSON.stringify(fields)
  return `  ${text.slice(0, 400)}`
}

function scriptBytes(requests: Audit | undefined): number {
  return itemsOf(requests)
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize }) => sum + Number(transferSize), 0)
}

function itemsOf(audit: Audit | undefined): Record<string, unknown>[] {
  const details = audit?.details
  return details && 'items' in details ? (details.items as Record<string, unknown>[]) : []
}
