import { expect, test } from 'vitest'
import { readSite, sampleParts } from './site.ts'

const shipped = readSite(null)
const { site, pages } = shipped
const ALL = ['claims', 'pages.landing.testimonials', 'pages.case-studies', 'pages.about.leaders']

test('all shipped parts are sample content', () => {
  expect(sampleParts(shipped, shipped)).toEqual(ALL)
  expect(shipped.samples).toEqual(ALL)
})

test('a part the operator replaced is no longer a sample', () => {
  const claims = { ...site.claims, agents: '12' }
  const about = {
    ...pages.about,
    leaders: pages.about.leaders.map((leader) => ({ ...leader, name: 'Ana Ruiz' })),
  }
  expect(sampleParts({ site: { ...site, claims }, pages }, shipped)).toEqual(ALL.slice(1))
  expect(sampleParts({ site, pages: { ...pages, about } }, shipped)).toEqual(ALL.slice(0, 3))
  const studies = { ...pages['case-studies'], heading: 'Ours' }
  expect(sampleParts({ site, pages: { ...pages, 'case-studies': studies } }, shipped)).toEqual(ALL)
})
