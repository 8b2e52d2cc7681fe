import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityViolationsOf } from './accessibility.ts'
import { type AnalyticsWorkspace, openAnalyticsWorkspace } from './analytics-workspace.ts'
import { waitForHydration } from './person.ts'

/** The dialog scrolls on a lower one. */
const TALL_PHONE = 1400

let workspace: AnalyticsWorkspace
beforeAll(async () => {
  workspace = await openAnalyticsWorkspace()
})
afterAll(() => workspace?.close())

const main = () => workspace.page.getByRole('main')
const dialog = () => workspace.page.getByRole('dialog', { name: 'Email this dashboard' })

async function saveDashboard(path: string, name: string): Promise<void> {
  const { page, open } = workspace
  await open(path)
  await main().getByRole('button', { name: 'Dashboards' }).click()
  await page.getByRole('menuitem', { name: 'Save as a new dashboard' }).click()
  const saving = page.getByRole('dialog', { name: 'Save as a new dashboard' })
  await saving.getByLabel('Name').fill(name)
  await saving.getByRole('checkbox', { name: 'Share with everyone in your organization' }).check()
  await saving.getByRole('button', { name: 'Save dashboard' }).click()
  await main().getByRole('button', { name }).waitFor()
}

async function openDialog(name: string): Promise<void> {
  await main().getByRole('button', { name }).click()
  await workspace.page.getByRole('menuitem', { name: 'Email this dashboard' }).click()
  await dialog().getByRole('form', { name: 'Schedule' }).waitFor()
}

test('A39 a dashboard is sent by email on a schedule, at once, and until its member unsubscribes', async () => {
  const { page, product, person } = workspace
  await saveDashboard('/analytics/funnel?days=30', 'Our funnel')
  await openDialog('Our funnel')
  const form = dialog().getByRole('form', { name: 'Schedule' })
  await form.getByRole('checkbox', { name: 'Monday' }).uncheck()
  await form.getByText('Choose at least one day').waitFor()
  await form.getByRole('combobox', { name: 'Repeat' }).selectOption('Once a month')
  await form.getByRole('combobox', { name: 'Day of the month' }).selectOption('31st, or the last day')
  await form.getByLabel('Time', { exact: true }).fill('06:30')
  await form.getByRole('combobox', { name: 'Time zone' }).selectOption('America/Denver')
  await form.getByRole('button', { name: 'Start emails' }).click()
  await dialog()
    .getByText(/^Next: .+ at 6:30\sAM$/)
    .waitFor()
  expect(await dialog().getByRole('checkbox', { name: 'Email this dashboard to me' }).isChecked()).toBe(true)

  await dialog().getByRole('button', { name: 'Send to 1 member now' }).click()
  await page
    .getByRole('alertdialog', { name: 'Send this dashboard to 1 member now?' })
    .getByRole('button', { name: 'Send emails' })
    .click()
  await dialog().getByRole('region', { name: 'Last emails' }).getByText('Sent', { exact: true }).waitFor()
  expect(await accessibilityViolationsOf(page, TALL_PHONE)).toEqual([])

  const figure = main().getByRole('figure', { name: 'Steps to a closing', exact: true })
  const outbox = await (await fetch(`${product.url}/dev/outbox`)).text()
  const text = outbox.replaceAll('<wbr>', '').replaceAll('&amp;', '&')
  expect(text).toContain('Pictures: funnel-stages.png, funnel-by-signal.png')
  await page.keyboard.press('Escape')
  await figure.getByRole('button', { name: 'Show Steps to a closing as a table' }).click()
  const rows = await figure.getByRole('row').allInnerTexts()
  expect(rows.length).toBe(9)
  for (const row of rows.slice(1)) {
    const [label, ...cells] = row.split('\t')
    const names = ['People', 'Of the first', 'Of the one before']
    expect(text).toContain(`${label}: ${cells.map((cell, index) => `${names[index]} ${cell}`).join(', ')}`)
  }

  const [link = ''] = /http[^\s"<]+\/analytics\/unsubscribe\?token=[\w-]+/.exec(text) ?? []
  await page.goto(link)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('heading', { name: "You're unsubscribed" }).waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await workspace.open('/analytics')
  await main().getByRole('button', { name: 'Dashboards' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Our funnel' }).click()
  await openDialog('Our funnel')
  await dialog().getByText('(unsubscribed)').waitFor()
  await dialog().getByRole('button', { name: 'Save schedule' }).click()
  await dialog().getByText('Choose at least one member').waitFor()
  await dialog().getByRole('checkbox', { name: 'Email this dashboard to me' }).click()
  await dialog().getByText('(unsubscribed)').waitFor({ state: 'detached' })
  await dialog().getByRole('button', { name: 'Stop emails' }).click()
  await dialog().getByRole('button', { name: 'Start emails' }).waitFor()
  await page.keyboard.press('Escape')
  expect(person.consoleErrors).toEqual([])
})

test('A39 neighborhoods are on a map, and a dot lists its people', async () => {
  const { page, open, person } = workspace
  await open('/analytics/neighborhoods')
  const map = main().getByRole('img', {
    name: 'Map of your ZIP codes. Counties with more contacts are darker.',
  })
  await map.waitFor()
  await map.locator('title').first().waitFor({ state: 'attached' })
  const dots = () => main().locator('[data-dot]').count()
  const dotsOfState = await dots()
  await main().getByRole('combobox', { name: 'State on the map' }).selectOption('All states')
  await expect.poll(dots).toBeGreaterThan(dotsOfState)
  // Small dots are on top.
  const dot = main().locator('[data-dot]').last()
  const zip = await dot.getAttribute('data-dot')
  await dot.hover()
  await main()
    .getByText(new RegExp(`^${zip} .+ expected moves$`))
    .first()
    .waitFor()
  await dot.click()
  await page.waitForURL(new RegExp(`/analytics/people\\?.*zip=${zip}`))
  expect(person.consoleErrors).toEqual([])
})
