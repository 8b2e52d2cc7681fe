import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { OverviewAnswer } from '#contract/analytics/answers.ts'
import type { Database } from '#server/platform/db/database.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { PROJECT_ROOT } from '#server/project-root.ts'
import { openAnalytics } from '#test/workspaces/analytics.ts'
import { sumDays } from './service/sum-days.ts'

const workspace = openAnalytics()
const { addContact, ago, log, readStored, sum, view } = workspace

describe('the job', () => {
  async function addHistory(): Promise<string> {
    const id = await addContact()
    for (let days = 3; days < 60; days += 5)
      await log(id, { type: 'call', outcome: 'reached', at: ago(days * 24) })
    return id
  }

  test('gives equal sums after it was killed in the middle of a slice', async () => {
    await addHistory()
    let slices = 0
    const db: Database = {
      ...workspace.app.db,
      tenant: (organizationId, work, options) =>
        workspace.app.db.tenant(
          organizationId,
          async (tx) => {
            const result = await work(tx)
            slices += 1
            if (slices === 5) {
              const pid = await tx.value<number>('select pg_backend_pid()')
              await workspace.app.owner.run('select pg_terminate_backend($1)', [pid])
            }
            return result
          },
          options,
        ),
    }
    const organizationId = parseOrganizationId(workspace.ann.organizationId)
    await expect(sumDays({ db, clock: workspace.app.clock }, organizationId)).rejects.toThrow()
    const partial = await readStored()
    expect(partial.length).toBeGreaterThan(0)
    await sum()
    const resumed = await readStored()
    expect(resumed.length).toBeGreaterThan(partial.length)
    await workspace.app.owner.run('delete from daily_facts where organization_id = $1', [
      workspace.ann.organizationId,
    ])
    await workspace.app.owner.run('update fact_runs set done_through = null where organization_id = $1', [
      workspace.ann.organizationId,
    ])
    await sum()
    expect(await readStored()).toEqual(resumed)
  })

  test('reads a changed day from its records until it sums it again', async () => {
    const id = await addHistory()
    await sum()
    const { json } = await log(id, { type: 'call', outcome: 'reached', at: ago(20 * 24) })
    const read = async () => (await view<OverviewAnswer>('overview')).figures.conversations.value
    const before = await read()
    const { activity } = json as { activity: { id: string } }
    await workspace.ann.request('PATCH', `/api/activities/${activity.id}`, { outcome: 'no_answer' })
    expect(await read()).toBe(before - 1)
    await sum()
    expect([
      await read(),
      await workspace.app.owner.column('select day from fact_days where organization_id = $1', [
        workspace.ann.organizationId,
      ]),
    ]).toEqual([before - 1, []])
  })

  test('is checked by a rebuild, which finds and repairs what is wrong', async () => {
    await addHistory()
    await sum()
    const rebuild = (writes: boolean) =>
      workspace.app.services.analytics.rebuild(parseOrganizationId(workspace.ann.organizationId), { writes })
    expect(await rebuild(false)).toMatchObject({ milestones: 0, facts: [] })
    const corrupt = (set: string, where: string) =>
      workspace.app.owner.run(`update ${set} where organization_id = $1 and ${where}`, [
        workspace.ann.organizationId,
      ])
    await corrupt(
      'daily_facts set n = n + 1',
      `metric = 'conversation' and dimension = '' and day = '2026-11-07'`,
    )
    await corrupt(
      'daily_facts set n = n + 3',
      `unit = 'month' and metric = 'conversation' and dimension = '' and day = '2026-10-01'`,
    )
    await corrupt(`contact_milestones set first_at = first_at - interval '1 hour'`, `milestone = 'contacted'`)
    const { milestones, facts } = await rebuild(true)
    expect(milestones).toBe(1)
    expect(
      facts.map(({ unit, day, dimension, stored, counted }) => [unit, day, dimension, stored, counted]),
    ).toEqual([
      ['day', '2026-11-07', '', 2, 1],
      ['month', '2026-10-01', '', 9, 6],
      // The error of the day went into its month.
      ['month', '2026-11-01', '', 1, 2],
    ])
    await sum()
    expect(await rebuild(false)).toMatchObject({ milestones: 0, facts: [] })
  })

  test('is checked by the script rebuild-facts, which ends with 1 and names the differences', async () => {
    await addHistory()
    await sum()
    const { organizationId } = workspace.ann
    const rebuild = (...options: string[]) => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [path.join(PROJECT_ROOT, 'scripts/rebuild-facts.ts'), ...options],
        { encoding: 'utf8', env: { ...process.env, DATABASE_URL: workspace.app.database.ownerUrl } },
      )
      expect(stderr).toBe('')
      const lines = stdout.split('\n')
      const line = lines.find((each) => each.startsWith(organizationId))
      return [status, line?.replace(/^.*?, /, ''), lines.at(-2)]
    }
    expect(rebuild()).toEqual([
      0,
      '0 wrong milestones, 0 wrong sums',
      'Everything stored equals what was counted.',
    ])
    await workspace.app.owner.run(
      `update daily_facts set n = n + 1 where organization_id = $1 and unit = 'day' and metric = 'conversation'
          and dimension = '' and day = '2026-11-07'`,
      [organizationId],
    )
    const differences = '0 wrong milestones, 2 wrong sums'
    expect(rebuild()).toEqual([1, differences, expect.stringMatching(/^2 differences\. Run it with/)])
    expect(rebuild('--write')).toEqual([1, differences, '2 differences, stored as counted.'])
    expect(rebuild()[0]).toBe(0)
  })
})
