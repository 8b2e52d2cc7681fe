import { expect, test } from 'vitest'
import { readSite, sampleParts } from './site.ts'

const defaults = readSite(null)
const { site, pages } = defaults
const ALL_PARTS = ['claims', 'pages.landing.testimonials', 'pages.case-studies', 'pages.about.leaders']

test('marks all shipped parts as sample content', () => {
  expect(sampleParts(defaults, defaults)).toEqual(ALL_PARTS)
  expect(defaults.samples).toEqual(ALL_PARTS)
})

test('does not mark a part that the operator replaced', () => {
  const claims = { ...site.claims, agents: '12' }
  const about = {
    ...pages.about,
    leaders: pages.about.leaders.map((leader) => ({ ...leader, name: 'Ana Ruiz' })),
  }
  expect(sampleParts({ site: { ...site, claims }, pages }, defaults)).toEqual(ALL_PARTS.slice(1))
  expect(sampleParts({ site, pages: { ...pages, about } }, defaults)).toEqual(ALL_PARTS.slice(0, 3))
  const studies = { ...pages['case-studies'], heading: 'Ours' }
  expect(sampleParts({ site, pages: { ...pages, 'case-studies': studies } }, defaults)).toEqual(ALL_PARTS)
})
