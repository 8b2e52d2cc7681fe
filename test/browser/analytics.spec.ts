import { readFile } from 'node:fs/promises'
import type { Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANALYTICS_VIEWS } from '#domain/analytics/metrics.ts'
import { accessibilityViolationsOf } from './accessibility.ts'
import { type AnalyticsWorkspace, openAnalyticsWorkspace } from './analytics-workspace.ts'
import { gzippedBytes } from './script-weight.ts'

const KIB = 1024
/** Nothing of a table is under the bottom bar of such a phone. */
const TALL_PHONE = 4000

let workspace: AnalyticsWorkspace
beforeAll(async () => {
  workspace = await openAnalyticsWorkspace()
})
afterAll(() => workspace?.close())

const main = () => workspace.page.getByRole('main')
const figureOf = (name: string) => main().getByRole('figure', { name, exact: true })
const pathOf = (view: string) => (view === 'overview' ? '/analytics' : `/analytics/${view}`)

test('A39 analytics loads at most 40 KiB of JavaScript that no other page loads', async () => {
  const { page, product, person } = workspace
  const scriptsOf = async (path: string, ready: () => Promise<void>) => {
    const scripts = new Set<string>()
    const note = (request: Request) =>
      void (request.resourceType() === 'script' && scripts.add(request.url()))
    page.on('request', note)
    await page.goto(product.url + path)
    await ready()
    page.off('request', note)
    return scripts
  }
  // Parts of the application that analytics shares: tables, tabs, and the menus of the contacts page.
  const others = new Set<string>()
  for (const path of ['/insights', '/tasks', '/settings/team', '/dashboard']) {
    const ready = async () => {
      await main().getByRole('button').first().waitFor()
      if (path !== '/dashboard') return
      await main().getByRole('button', { name: 'Views' }).click()
      await page.getByText('No saved views yet').waitFor()
    }
    for (const url of await scriptsOf(path, ready)) others.add(url)
  }
  const own = await scriptsOf('/analytics', () => figureOf('Conversations').waitFor())
  const added = [...own].filter((url) => !others.has(url))
  const sizes = await Promise.all(added.map(async (url) => ({ url, bytes: await gzippedBytes(url) })))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  expect(added.length).toBeGreaterThan(0)
  expect(total, sizes.map(({ url, bytes }) => `${bytes} ${url}`).join('\n')).toBeLessThanOrEqual(40 * KIB)
  expect(person.consoleErrors).toEqual([])
})

test.each(ANALYTICS_VIEWS)('A39 %s is accessible in both themes and has no broken number', async (view) => {
  const { page, open, person } = workspace
  await open(`${pathOf(view)}?compare=previous`)
  await main().getByRole('heading', { level: 2 }).first().waitFor()
  expect(await main().innerText()).not.toMatch(/NaN|Infinity|undefined|\bnull\b/)
  for (const button of await main()
    .getByRole('button', { name: /^Show .* as a table$/ })
    .all()) {
    const name = (await button.getAttribute('aria-label'))?.replace(/^Show (.*) as a table$/, '$1') ?? ''
    await button.click()
    await figureOf(name).getByRole('table').waitFor()
    expect(await figureOf(name).innerText()).not.toMatch(/NaN|Infinity|undefined|\bnull\b/)
    await figureOf(name)
      .getByRole('button', { name: /as a chart$/ })
      .click()
  }
  expect(await accessibilityViolationsOf(page, TALL_PHONE)).toEqual([])
  expect(person.consoleErrors).toEqual([])
})

describe('filters', () => {
  test('A39 are in the URL, stay when the view changes, and Back undoes them', async () => {
    const { page, open } = workspace
    await open('/analytics')
    await main().getByRole('combobox', { name: 'Period' }).selectOption('Last 90 days')
    await page.waitForURL('**/analytics?days=90')
    await main().getByRole('button', { name: 'Filters' }).click()
    await main().getByRole('combobox', { name: 'Signal' }).selectOption('Debt')
    await page.waitForURL(/signal=debt/)
    await main().getByRole('checkbox', { name: 'Compare with the period before' }).check()
    await page.waitForURL(/compare=previous/)
    await page.getByRole('navigation', { name: 'Analytics' }).getByRole('link', { name: 'Funnel' }).click()
    await page.waitForURL(/\/analytics\/funnel\?.*signal=debt.*compare=previous/)
    await figureOf('Steps to a closing').waitFor()
    await page.getByRole('button', { name: 'Remove filter Signal: Debt' }).click()
    await expect.poll(() => page.url()).not.toContain('signal')
    await page.goBack()
    await page.getByRole('button', { name: 'Remove filter Signal: Debt' }).waitFor()
    await page.goBack()
    await page.waitForURL(/\/analytics\?.*compare=previous/)
    await page.goBack()
    await expect.poll(() => page.url()).not.toContain('compare')
    await expect
      .poll(() =>
        main()
          .getByRole('checkbox', { name: /^Compare/ })
          .isChecked(),
      )
      .toBe(false)
  })

  test('A39 of a hundred years get a message at the field', async () => {
    const { page, open, person } = workspace
    await open('/analytics')
    await main().getByRole('combobox', { name: 'Period' }).selectOption('Own dates')
    const field = main().getByLabel('First day')
    await field.fill('1926-01-01')
    await field.press('Enter')
    await page.waitForURL(/from=1926-01-01/)
    await main().getByText('Choose a day within the last 10 years', { exact: true }).first().waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill('2026-01-01')
    await field.press('Enter')
    await figureOf('Conversations').waitFor()
    expect(person.consoleErrors.splice(0).every((text) => text.includes('400'))).toBe(true)
  })

  test('A39 that fit no one leave zeros and dashes', async () => {
    await workspace.open('/analytics/funnel?zip=00000')
    const table = main().getByRole('table', { name: 'Steps in numbers' })
    await table.waitFor()
    expect(await table.getByRole('row', { name: /^Closed/ }).innerText()).toMatch(/0\s+–\s+–\s+0/)
    await main().getByText('No one reached a step in this period.').first().waitFor()
  })
})

test('A39 a failure says so and can be tried again', async () => {
  const { page, open, person } = workspace
  await page.route('**/api/analytics/credits*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await open('/analytics/credits')
  await main().getByRole('heading', { name: "We couldn't load these figures" }).waitFor()
  await page.unroute('**/api/analytics/credits*')
  await main().getByRole('button', { name: 'Try again' }).click()
  await main().getByRole('heading', { name: 'Credits by signal' }).waitFor()
  person.consoleErrors.splice(0)
})

test('A39 dashboards are saved, opened, updated, shared and deleted', async () => {
  const { page, open } = workspace
  const menu = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
  await open('/analytics/funnel?days=90&signal=debt')
  await menu('Dashboards').click()
  await page.getByText('No saved dashboards yet').waitFor()
  await page.getByRole('menuitem', { name: 'Save as a new dashboard' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as a new dashboard' })
  await dialog.getByRole('button', { name: 'Save dashboard' }).click()
  await dialog.getByText('Enter a name for the dashboard').waitFor()
  await dialog.getByLabel('Name').fill('Debt funnel')
  await dialog.getByRole('button', { name: 'Save dashboard' }).click()
  await page.getByText('Dashboard Saved', { exact: true }).waitFor()

  await open('/analytics')
  await menu('Dashboards').click()
  await page.getByRole('menuitemcheckbox', { name: 'Debt funnel' }).click()
  await page.waitForURL(/\/analytics\/funnel\?days=90&signal=debt&dashboard=/)
  await main().getByRole('combobox', { name: 'Period' }).selectOption('Last 7 days')
  await page.waitForURL(/days=7/)
  await menu('Debt funnel').click()
  await page.getByRole('menuitem', { name: 'Update with these filters' }).click()
  await page.getByText('Debt funnel now shows these filters.', { exact: true }).waitFor()
  await menu('Debt funnel').click()
  await page.getByRole('menuitem', { name: 'Rename or share' }).click()
  const sharing = page.getByRole('dialog', { name: 'Rename or share' })
  await sharing.getByLabel('Name').fill('Debt, weekly')
  await sharing.getByRole('checkbox').check()
  await sharing.getByRole('button', { name: 'Save dashboard' }).click()
  await menu('Debt, weekly').click()
  await page.getByRole('menuitemcheckbox', { name: 'Debt, weekly Shared by you' }).waitFor()
  await page.getByRole('menuitem', { name: 'Delete dashboard' }).click()
  await page.getByText('Dashboard Deleted', { exact: true }).waitFor()
  await menu('Dashboards').click()
  await page.getByText('No saved dashboards yet').waitFor()
  await page.keyboard.press('Escape')
})

test('A39 a number lists its people, and a person opens', async () => {
  const { page, open } = workspace
  await open('/analytics/funnel')
  const link = main()
    .getByRole('table', { name: 'Steps in numbers' })
    .getByRole('link', { name: /Appointment held/ })
  const count = Number(await link.innerText())
  expect(count).toBeGreaterThan(0)
  await link.click()
  await page.getByRole('heading', { name: 'Appointment held', level: 1 }).waitFor()
  await main()
    .getByText(count === 1 ? '1 person' : `${count} people`, { exact: true })
    .waitFor()
  const people = main().getByRole('list', { name: 'Appointment held' }).getByRole('listitem')
  expect(await people.count()).toBe(count)
  await people.first().getByRole('link').click()
  await page.getByRole('dialog').getByRole('tab', { name: 'Overview' }).waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await page.goBack()
  await page.goBack()
  await figureOf('Steps to a closing').waitFor()
})

test('A39 contacts without a lead source are a row with its people, and a filter', async () => {
  const { page, open } = workspace
  await open('/analytics/funnel')
  const row = main()
    .getByRole('table', { name: 'All steps by lead source' })
    .getByRole('row', { name: /^No source/ })
  const link = row.getByRole('link').first()
  const count = Number(await link.innerText())
  await link.click()
  await page.waitForURL(/[?&]source=(&|$)/)
  await main()
    .getByText(count === 1 ? '1 person' : `${count} people`, { exact: true })
    .waitFor()
  await open('/analytics/funnel?source=')
  await page.getByRole('button', { name: 'Remove filter Lead source: None' }).click()
  await expect.poll(() => page.url()).not.toContain('source')
})

test('A39 the overview shows the period before beside each unit', async () => {
  await workspace.open('/analytics?compare=previous')
  const figure = figureOf('Conversations')
  await figure.getByRole('button', { name: /as a table$/ }).click()
  await figure.getByRole('columnheader', { name: 'Period before' }).waitFor()
})

test('A39 score bands and activities by type list their people', async () => {
  const { page, open } = workspace
  await open('/analytics/members')
  await main().getByRole('table', { name: 'Activities' }).getByRole('link', { name: /Calls/ }).first().click()
  await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor()
  await main().getByRole('list', { name: 'Calls' }).getByRole('listitem').first().waitFor()
  await open('/analytics/people?metric=band.2.moved')
  await page.getByRole('heading', { name: 'Moved: 40–59', level: 1 }).waitFor()
})

test('A39 the keyboard reads a chart and lists the people of a value', async () => {
  const { page, open } = workspace
  await open('/analytics/funnel')
  const chart = figureOf('Steps to a closing').getByRole('group', { name: 'Steps to a closing' })
  await chart.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const reading = chart.getByRole('status')
  await expect.poll(() => reading.innerText()).toMatch(/^Contacted, People: \d+, Of the first: /)
  const people = /People: (\d+)/.exec(await reading.innerText())?.[1]
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Contacted', level: 1 }).waitFor()
  await main().getByText(`${people} people`, { exact: true }).waitFor()
})

test('A39 charts can be downloaded as CSV and PNG', async () => {
  const { page, open } = workspace
  await open('/analytics/pipeline?days=90')
  const download = async (item: string) => {
    await figureOf('Fees by stage').getByRole('button', { name: 'Download Fees by stage' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ])
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  const csv = await download('CSV file')
  expect(csv.name).toBe('pipeline.csv')
  expect(csv.bytes.toString()).toMatch(/^Closed,.*,9000\r$/m)
  const png = await download('PNG picture')
  expect(png.name).toBe('pipeline-fees.png')
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG')
})

test('A39 members are ranked only with 20 conversations each, and members who left have no name', async () => {
  const { page, open } = workspace
  let canRank = false
  await page.route('**/api/analytics/members*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const [member] = answer.members
    const former = {
      ...member,
      memberId: '01a1fb73-0000-7000-8000-000000000000',
      name: 'Zed Gone',
      isFormer: true,
    }
    former.closed = { value: 12, previous: null, drill: null }
    const unassigned = { ...former, memberId: null, name: 'No member on record', isFormer: false }
    unassigned.closed = { value: 1, previous: null, drill: null }
    await route.fulfill({ response, json: { ...answer, canRank, members: [member, former, unassigned] } })
  })
  await open('/analytics/members')
  await main().getByText('Members are listed by name, not ranked.').waitFor()
  expect(await main().getByRole('combobox', { name: 'Order' }).count()).toBe(0)
  expect(await main().innerText()).not.toContain('Zed Gone')
  const names = main().getByRole('table', { name: 'Outcomes' }).getByRole('rowheader')
  expect((await names.allInnerTexts()).slice(1)).toEqual(['Former member', 'No member on record'])
  canRank = true
  await open('/analytics/members?days=90')
  await main().getByRole('combobox', { name: 'Order' }).selectOption('Most: Closed')
  await expect.poll(async () => (await names.allInnerTexts())[0]).toBe('Former member')
  await page.unroute('**/api/analytics/members*')
})

test('A39 milestones are marked and undone by hand, and a fee starts empty', async () => {
  const { page, product } = workspace
  const id = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ firstName: 'Quinn', lastName: 'Seller' })
    return (await (await fetch('/api/contacts', { method: 'POST', headers, body })).json()).id as string
  })
  await page.goto(`${product.url}/dashboard?contact=${id}`)
  const panel = page.getByRole('tabpanel')
  await panel.getByRole('button', { name: 'Pipeline' }).click()
  await panel.getByText('No milestones yet.').waitFor()
  const fee = panel.getByRole('form', { name: 'Price and fee' })
  for (const label of ['Price ($)', 'Your fee']) expect(await fee.getByLabel(label).inputValue()).toBe('')

  const form = panel.getByRole('form', { name: 'Mark a milestone' })
  await form.getByLabel('Milestone').selectOption('Agreement signed')
  await form.getByRole('button', { name: 'Mark milestone' }).click()
  const reached = panel.getByRole('list', { name: 'Milestones' }).getByRole('listitem')
  await reached.filter({ hasText: 'Agreement signed' }).waitFor()
  expect(await reached.filter({ hasText: 'Appointment held' }).innerText()).toContain('not recorded')

  await fee.getByLabel('Your fee').fill('2.5')
  await fee.getByRole('button', { name: 'Save fee' }).click()
  await fee.getByText('Enter the price that the percentage is of').waitFor()
  await fee.getByLabel('Price ($)').fill('$400,000')
  await fee.getByRole('button', { name: 'Save fee' }).click()
  await page.getByText('Fee Saved', { exact: true }).waitFor()

  await panel.getByRole('button', { name: 'Undo Agreement signed' }).click()
  await panel.getByText('No milestones yet.').waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
})
