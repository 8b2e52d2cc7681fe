import { afterEach, expect, test, vi } from 'vitest'
import type { Task } from '#contract/tasks.ts'
import { type Encounter, logEncounter } from './today-queries.ts'

afterEach(() => vi.unstubAllGlobals())

const encounter = { contact: { id: 'c1' }, type: 'call', task: { id: 't1' } as Task } as Encounter

/** Stubs the responses of the activity and task requests with these statuses. */
function stubResponses(activity: number, task: number) {
  const paths: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    paths.push(url)
    return Response.json({ activity: { id: 'a1' } }, { status: url.includes('/tasks/') ? task : activity })
  })
  return paths
}

test('completes the promised task when the person was reached', async () => {
  const paths = stubResponses(201, 200)
  expect(await logEncounter(encounter, { outcome: 'reached' })).toMatchObject({ hasCompletedTask: true })
  expect(paths).toEqual(['/api/contacts/c1/activities', '/api/tasks/t1'])
})

test('leaves the promised task open when no one answered', async () => {
  const paths = stubResponses(201, 200)
  expect(await logEncounter(encounter, { outcome: 'no_answer' })).toMatchObject({ hasCompletedTask: false })
  expect(paths).toEqual(['/api/contacts/c1/activities'])
})

test('logs the activity once when someone deleted the promised task meanwhile', async () => {
  stubResponses(201, 404)
  const logged = await logEncounter(encounter, { outcome: 'reached' })
  expect(logged).toMatchObject({ hasCompletedTask: false, encounter: { task: null } })
})

test('keeps the promised task open when completing it failed for another reason', async () => {
  stubResponses(201, 500)
  const logged = await logEncounter(encounter, { outcome: 'reached' })
  expect(logged).toMatchObject({ hasCompletedTask: false, encounter: { task: { id: 't1' } } })
})

test('fails when the activity could not be stored', async () => {
  const paths = stubResponses(404, 200)
  await expect(logEncounter(encounter, { outcome: 'reached' })).rejects.toThrow('404')
  expect(paths).toHaveLength(1)
})
