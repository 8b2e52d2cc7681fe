import { isDeepStrictEqual } from 'node:util'
import type { Site, SitePages } from '#contract/site.ts'

type Content = { site: Site; pages: SitePages }

/** Shipped content about fictional people and companies, by its path in the operator's file. */
const SAMPLES: Readonly<Record<string, (content: Content) => unknown>> = {
  claims: ({ site }) => site.claims,
  'pages.landing.testimonials': ({ pages }) => pages.landing.testimonials,
  'pages.case-studies': ({ pages }) => pages['case-studies'].studies,
  'pages.about.leaders': ({ pages }) => pages.about.leaders,
}

/** Lists the paths of sample parts that are unchanged. `shipped` has the operator's facts filled in. */
export function sampleParts(content: Content, shipped: Content): string[] {
  return Object.entries(SAMPLES)
    .filter(([, part]) => isDeepStrictEqual(part(content), part(shipped)))
    .map(([path]) => path)
}
