import { expect, test } from 'vitest'
import type { CoverageAnswer, NeighborhoodsAnswer } from '#contract/analytics/answers.ts'
import { openAnalytics } from '#test/workspaces/analytics.ts'

const DAY_MS = 24 * 3_600_000
const workspace = openAnalytics()
const { addContact, sum, view } = workspace

test('count no erased contact, although the night counted it, and count at night again', async () => {
  const [erased] = [await addContact(), await addContact()]
  await workspace.app.owner.run(`update contacts set zip_code = '60601' where id = $1`, [erased])
  await sum()
  const read = async () => {
    const [coverage, { neighborhoods }] = [
      await view<CoverageAnswer>('coverage'),
      await view<NeighborhoodsAnswer>('neighborhoods'),
    ]
    return { contacts: coverage.contacts, zips: neighborhoods.map(({ zip }) => zip), asOf: coverage.asOf }
  }
  expect(await read()).toMatchObject({ contacts: 2, asOf: workspace.now.toISOString() })
  const countedAt = workspace.now
  workspace.now = new Date(countedAt.getTime() + 3_600_000)
  expect(await read()).toMatchObject({ contacts: 2, asOf: countedAt.toISOString() })
  await workspace.ann.request('DELETE', `/api/contacts/${erased}`)
  expect(await read()).toEqual({ contacts: 1, zips: [null], asOf: workspace.now.toISOString() })
  await sum()
  expect((await read()).contacts).toBe(1)
  workspace.now = new Date(countedAt.getTime() + DAY_MS)
  await sum()
  const next = workspace.now
  workspace.now = new Date(next.getTime() + 3_600_000)
  expect(await read()).toEqual({ contacts: 1, zips: [null], asOf: next.toISOString() })
})

test('do not show the state of a ZIP code as its city', async () => {
  const id = await addContact()
  await workspace.app.owner.run(`update contacts set zip_code = '60601', state = 'IL' where id = $1`, [id])
  const { neighborhoods } = await view<NeighborhoodsAnswer>('neighborhoods')
  expect(neighborhoods).toMatchObject([{ zip: '60601', city: null, state: 'IL' }])
})
