import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { becomeSubscriber, type Client, signIn, waitForEmailedLink } from '#test/product/client.ts'
import { rowsOf } from '#test/product/invariants.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { accessibilityViolationsOf, logMotion } from './accessibility.ts'
import { toastOf } from './failing-product.ts'
import { openBrowser, type Person, signInAs, signInByDialog, type Tab } from './person.ts'

const ADA_EMAIL = 'ada.okafor@example.com'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
let organizationId: string
/** Ada owns Oak & Main Realty. */
let owner: Client
let ownersBrowser: Person

let tabs: Tab[]
let ada: Tab
/** A new email address for each test. */
let lou: string

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  ;({ client: owner, organizationId } = await becomeSubscriber(product, ADA_EMAIL))
  await owner.json('POST', '/api/contacts', { firstName: 'Lena', lastName: 'Quill' })
  ownersBrowser = await browser.newPerson()
  await signInAs(owner, ownersBrowser, product)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

let personCount = 0
/** Leaves Ada as the only member. */
beforeEach(async () => {
  lou = `lou${personCount++}@example.com`
  await rowsOf(
    product.database.ownerUrl,
    `delete from users where email <> '${ADA_EMAIL}';
     update users set role = 'OWNER', first_name = 'Ada', last_name = 'Okafor'; update memberships set role = 'OWNER';
     delete from invitations; delete from rate_limits`,
  )
  tabs = []
  ada = await openTab(ownersBrowser)
})
afterEach(async () => {
  await Promise.all(tabs.map(({ page }) => page.close()))
  expect(tabs.flatMap(({ consoleErrors }) => consoleErrors)).toEqual([])
})

/** Opens a page without motion; its console errors are checked after the test. */
async function openTab(person: Person): Promise<Tab> {
  const tab = await person.openPage()
  tabs.push(tab)
  await logMotion(tab)
  return tab
}

/** Signs in a user with the email `lou`. */
async function signInLou(): Promise<Tab> {
  const person = await browser.newPerson()
  await signInAs(await signIn(product, lou), person, product)
  return openTab(person)
}

async function addLou(): Promise<Tab> {
  await rowsOf(
    product.database.ownerUrl,
    `with lou as (insert into users (email, organization_id) values ($1, $2) returning *)
     insert into memberships (user_id, organization_id) select id, organization_id from lou`,
    [lou, organizationId],
  )
  return signInLou()
}

/** Sends an invitation. @returns the link in its email */
async function invite(email: string): Promise<string> {
  await owner.json('POST', `/api/organizations/${organizationId}/invitations`, { email, role: 'MEMBER' })
  return waitForEmailedLink(product, email)
}

/** Opens a page and waits for its event stream, which doesn't repeat earlier events. */
async function openPage({ page }: Tab, path: string): Promise<void> {
  const eventStream = page.waitForResponse('**/api/events*')
  await page.goto(product.url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await eventStream
}
const row = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: text })
const invitations = (page: Page) => page.getByRole('list', { name: 'Pending invitations' })

test('A35 a single owner sees one seat and cannot leave', async () => {
  await openPage(ada, '/settings/team')
  await row(ada.page, ADA_EMAIL).getByText('You', { exact: true }).waitFor()
  await ada.page.getByText('1 member, 1 seat').waitFor()
  await ada.page.getByText('No pending invitations.').waitFor()
  await ada.page.getByText("You're the only owner. Make someone else an owner before you leave.").waitFor()
  for (const name of ['Leave', 'Transfer ownership', /^Remove/])
    expect(await ada.page.getByRole('button', { name, exact: true }).count()).toBe(0)
  expect(await ada.page.getByRole('combobox', { name: /^Role of/ }).count()).toBe(0)
})

test('A35 the invitation dialog explains invalid addresses and existing members beside the field', async () => {
  const { page } = ada
  await openPage(ada, '/settings/team')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite to the team' })
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await dialog.getByText('Please enter your email address').waitFor()
  await dialog.getByLabel('Email').fill(ADA_EMAIL)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await dialog.getByText('This person is already a member of your organization').waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // The browser logs the refused request.
  ada.consoleErrors.splice(0)
})

test('A35 an invitation can be sent, sent again and revoked', async () => {
  const { page } = ada
  await openPage(ada, '/settings/team')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite to the team' })
  await dialog.getByLabel('Email').fill(lou)
  await dialog.getByLabel('Role').selectOption('Admin')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await toastOf(ada, 'Invitation Sent')).toBe(`${lou} can join for 7 days.`)
  await invitations(page).getByText(lou, { exact: true }).waitFor()
  await page.getByText('1 member and 1 pending invitation, 2 seats').waitFor()
  const firstLink = await waitForEmailedLink(product, lou)
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await page.getByRole('button', { name: `Send again to ${lou}` }).click()
  expect(await waitForEmailedLink(product, lou, firstLink)).not.toBe(firstLink)
  await page.getByRole('button', { name: `Revoke the invitation for ${lou}` }).click()
  await page.getByText('No pending invitations.').waitFor()
})

test('A35 an emailed invitation signs in, joins the team and shows its contacts', async () => {
  const link = await invite(lou)
  const person = await browser.newPerson()
  const { page } = await openTab(person)
  await page.goto(link)
  await page.getByRole('heading', { name: 'Join Oak & Main Realty' }).waitFor()
  await page.getByText('Ada Okafor invited you to join Oak & Main Realty as a member.').waitFor()
  await page.getByText(`The invitation is for ${lou}. You don't need a password.`).waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await page.getByRole('button', { name: `Join as ${lou}` }).click()
  await page.waitForURL('**/dashboard')
  await page.getByRole('main').getByText('Lena Quill').first().waitFor()
})

test('A35 an invitation appears on the onboarding page after signing in without its link', async () => {
  await invite(lou)
  const { page } = await signInLou()
  await page.goto(`${product.url}/onboarding`)
  const invitationSection = page.getByRole('region', { name: 'Invitations' })
  await invitationSection.getByText('Ada Okafor invited you to join Oak & Main Realty as a member.').waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Decline the invitation to Oak & Main Realty' }).click()
  await page.getByText('Invitation declined', { exact: true }).first().waitFor()
  await invitationSection.waitFor({ state: 'detached' })
})

test('A35 a used invitation says so and leads to the contacts', async () => {
  const link = await invite(lou)
  await join(link)
  const tab = await signInLou()
  await tab.page.goto(link)
  await tab.page.getByText(/^This invitation was already used or withdrawn/).waitFor()
  await tab.page.getByRole('link', { name: 'Go to your contacts' }).waitFor()
  expect(await accessibilityViolationsOf(tab.page)).toEqual([])
  // The browser logs the refused request.
  tab.consoleErrors.splice(0)
})

test('A35 the owner sees a new member without reloading', async () => {
  await openPage(ada, '/settings/team')
  await join(await invite(lou))
  await row(ada.page, lou).waitFor()
  await ada.page.getByText('2 members, 2 seats').waitFor()
})

test('A35 a member sees the team and can only leave it', async () => {
  const { page } = await addLou()
  await page.goto(`${product.url}/settings/team`)
  await row(page, lou).getByText('Member', { exact: true }).waitFor()
  expect(await page.getByRole('combobox', { name: /^Role of/ }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^(Remove|Invite|Transfer)/ }).count()).toBe(0)
  expect(await page.getByRole('heading', { name: 'Pending invitations' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Leave', exact: true }).waitFor()
})

test("A35 another person's invitation asks before it signs out the current user", async () => {
  const kim = `kim.${lou}`
  const link = await invite(kim)
  const { page } = await addLou()
  await page.goto(link)
  await page.getByText(`You're signed in as ${lou}. Sign out and join as ${kim}?`).waitFor()
  await page.getByRole('button', { name: `Sign out and join as ${kim}` }).waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Stay signed in' }).click()
  await page.waitForURL('**/dashboard')
})

test('A35 a role change reaches the member at once', async () => {
  const member = await addLou()
  await openPage(member, '/settings/team')
  await openPage(ada, '/settings/team')
  await ada.page.getByRole('combobox', { name: `Role of ${lou}` }).selectOption('Admin')
  expect(await toastOf(ada, 'Role Changed')).toBe(`${lou} is now Admin.`)
  await member.page.getByRole('button', { name: 'Invite', exact: true }).waitFor()
  expect(await accessibilityViolationsOf(ada.page)).toEqual([])
})

test('A35 an owner transfers ownership and gets it back', async () => {
  const { page } = ada
  const member = await addLou()
  await openPage(member, '/settings/team')
  await openPage(ada, '/settings/team')
  await page.getByRole('button', { name: 'Transfer ownership' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer ownership' })
  await dialog.getByRole('button', { name: 'Transfer ownership' }).click()
  await dialog.getByText('Choose a member', { exact: true }).last().waitFor()
  await dialog.getByLabel('New owner').selectOption({ label: lou })
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Transfer ownership' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row(page, lou).getByText('Owner', { exact: true }).waitFor()
  await member.page.getByRole('combobox', { name: 'Role of Ada Okafor' }).selectOption('Owner')
  await member.page.getByRole('alertdialog').getByRole('button', { name: 'Make owner' }).click()
  await page.getByRole('combobox', { name: `Role of ${lou}` }).selectOption('Member')
  await member.page.getByRole('button', { name: 'Invite', exact: true }).waitFor({ state: 'detached' })
  // The page may still request invitations just after the role changed.
  dropRefusedRequests(member)
})

test('A35 a removed member is signed out at once', async () => {
  const member = await addLou()
  await openPage(member, '/settings/team')
  await openPage(ada, '/settings/team')
  await ada.page.getByRole('button', { name: `Remove ${lou}` }).click()
  const question = ada.page.getByRole('alertdialog', { name: `Remove ${lou}?` })
  await question.getByRole('button', { name: 'Remove member' }).click()
  await question.waitFor({ state: 'detached' })
  await row(ada.page, lou).waitFor({ state: 'detached' })
  await member.page.getByText('Please log in to continue').waitFor()
  dropRefusedRequests(member)
})

test('A03 the profile shows the email and changes names and theme', async () => {
  const { page } = ada
  await page.goto(`${product.url}/dashboard`)
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(ADA_EMAIL)
  await page.getByLabel('Last Name').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Last name is required').waitFor()
  await page.getByLabel('Last Name').fill('Eze')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(await toastOf(ada, 'Saved')).toBe('We updated your name.')
  await page.getByRole('radio', { name: 'Light' }).check()
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
  await page.getByRole('radio', { name: 'Dark' }).check()
  expect(await accessibilityViolationsOf(page, 2400)).toEqual([])
})

test('A03 signing out everywhere ends all sessions but the current one', async () => {
  const phone = await addLou()
  const deskTab = await openTab(await browser.newPerson())
  const { page } = deskTab
  // Signs in on the screen, because the list of sessions names the browser.
  await signInByDialog(page, product, lou)
  await page.waitForURL('**/dashboard')
  await page.goto(`${product.url}/settings/profile`)
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await sessions.filter({ hasText: 'This session' }).getByText('Chrome on Linux').waitFor()
  expect(await sessions.count()).toBe(2)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  expect(await accessibilityViolationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Sign out other sessions' }).click()
  await dialog.waitFor({ state: 'detached' })
  await sessions.nth(1).waitFor({ state: 'detached' })
  await phone.page.goto(`${product.url}/tasks`)
  await phone.page.getByText('Please log in to continue').waitFor()
  dropRefusedRequests(phone)
})

test('A03 the last owner learns what to do before deleting the account', async () => {
  const { page } = ada
  await page.goto(`${product.url}/settings/profile`)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await dialog.getByText('Type the email address of this account').waitFor()
  await dialog.getByLabel('Your email').fill(ADA_EMAIL)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await dialog.getByText(/^An organization needs an owner/).waitFor()
  expect(await accessibilityViolationsOf(page)).toEqual([])
  // The browser logs the refused request.
  ada.consoleErrors.splice(0)
})

test('A03 an account is deleted by typing its email address', async () => {
  const { page } = await signInLou()
  await page.goto(`${product.url}/settings/profile`)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByLabel('Your email').fill(lou)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.waitForURL(`${product.url}/`)
  await page.getByRole('button', { name: 'Login' }).waitFor()
})

/** Accepts an invitation through the API. */
async function join(link: string): Promise<void> {
  const token = new URL(link).searchParams.get('token')
  const response = await fetch(`${product.url}/api/invitations/join`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  expect(response.status).toBe(200)
}

/** Removes the console errors of requests that were refused because a role or session ended. */
function dropRefusedRequests(tab: Tab): void {
  const otherErrors = tab.consoleErrors.filter((text) => !/status of 40[13] /.test(text))
  tab.consoleErrors.splice(0, tab.consoleErrors.length, ...otherErrors)
}
