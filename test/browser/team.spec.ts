import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { becomeSubscriber, mailedLink, newestLink } from '#test/product/client.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { toastOf } from './failing-product.ts'
import { faultsOf, withoutMotion } from './looks.ts'
import { hydrated, openBrowser, type Person, signInByDialog } from './person.ts'

const ADA = 'ada.okafor@example.com'
const LOU = 'lou.tardif@example.com'
const KIM = 'kim.sato@example.com'

let product: Product
let browser: Awaited<ReturnType<typeof openBrowser>>
/** Owns Oak & Main Realty. */
let ada: Person
/** Invited by Ada. */
let lou: Person

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  const { client } = await becomeSubscriber(product, ADA)
  await client.json('POST', '/api/contacts', { firstName: 'Lena', lastName: 'Quill' })
  ;[ada, lou] = await Promise.all([browser.person(), browser.person()])
  await Promise.all([ada, lou].map(withoutMotion))
  await signInByDialog(ada.page, product, ADA)
  await ada.page.waitForURL('**/dashboard')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const open = async ({ page }: Person, path: string) => {
  await page.goto(product.url + path)
  await hydrated(page)
}
const row = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: text })
const invitations = (page: Page) => page.getByRole('list', { name: 'Open invitations' })

async function invite(email: string, role: string): Promise<void> {
  const { page } = ada
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite to the team' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Role').selectOption(role)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('A35 an owner alone sees themself, and cannot leave', async () => {
  await open(ada, '/settings/team')
  await row(ada.page, ADA).getByText('You', { exact: true }).waitFor()
  await ada.page.getByText('1 member, 1 seat').waitFor()
  await ada.page.getByText('No pending invitations.').waitFor()
  await ada.page.getByText("You're the only owner. Make someone else an owner before you leave.").waitFor()
  for (const name of ['Leave', 'Transfer ownership', /^Remove/])
    expect(await ada.page.getByRole('button', { name, exact: true }).count()).toBe(0)
  expect(await ada.page.getByRole('combobox', { name: /^Role of/ }).count()).toBe(0)
})

test('A35 what is no address, and who is a member already, is told beside the field', async () => {
  const { page } = ada
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite to the team' })
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await dialog.getByText('Please enter your email address').waitFor()
  await dialog.getByLabel('Email').fill(ADA)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await dialog.getByText('This person is already a member of your organization').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // The refused call, as the browser notes it.
  ada.complaints.splice(0)
})

test('A35 an invitation is sent, shown as open, sent again and revoked', async () => {
  const { page } = ada
  await invite(KIM, 'Admin')
  expect(await toastOf(ada, 'Invitation Sent')).toBe(`${KIM} can join for 7 days.`)
  await invitations(page).getByText(KIM, { exact: true }).waitFor()
  await page.getByText('1 member and 1 open invitation, 2 seats').waitFor()
  const first = await mailedLink(product, KIM)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: `Send again to ${KIM}` }).click()
  expect(await mailedLink(product, KIM, first)).not.toBe(first)
  await page.getByRole('button', { name: `Revoke the invitation for ${KIM}` }).click()
  await page.getByText('No pending invitations.').waitFor()
})

test('A35 the link leads through the sign-in to the team, and the member sees the contacts', async () => {
  await invite(LOU, 'Member')
  const link = await mailedLink(product, LOU)
  const { page } = lou
  await page.goto(link)
  await hydrated(page)
  await page.getByRole('heading', { name: "You're invited" }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Log in or sign up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(LOU)
  await dialog.getByRole('button', { name: 'Send magic link' }).click()
  // Signing in leads elsewhere: the invitation waits there, too.
  await page.goto(await mailedLink(product, LOU, link))
  await page.waitForURL('**/onboarding')
  const waiting = page.getByRole('region', { name: 'Invitations' })
  await waiting.getByText('Ada Okafor invited you to join Oak & Main Realty as a member.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.goto(link)
  await page.getByRole('heading', { name: 'Join Oak & Main Realty' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByRole('main').getByText('Lena Quill').first().waitFor()
  expect(await newestLink(product, LOU)).not.toBe(link)
})

test('A35 the owner sees the new member without a reload; the member reads the list and changes nothing', async () => {
  await row(ada.page, LOU).waitFor()
  await ada.page.getByText('2 members, 2 seats').waitFor()
  const { page } = lou
  await open(lou, '/settings/team')
  await row(page, LOU).getByText('Member', { exact: true }).waitFor()
  expect(await page.getByRole('combobox', { name: /^Role of/ }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^(Remove|Invite|Transfer)/ }).count()).toBe(0)
  expect(await page.getByRole('heading', { name: 'Open invitations' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Leave', exact: true }).waitFor()
})

test('A35 the link of somebody else says that it went to another address', async () => {
  const before = await newestLink(product, KIM)
  await invite(KIM, 'Member')
  await lou.page.goto(await mailedLink(product, KIM, before))
  await lou.page.getByText(/^This invitation was sent to another address/).waitFor()
  await lou.page.getByText(`You're signed in as ${LOU}.`).waitFor()
  expect(await faultsOf(lou.page)).toEqual([])
  // The refused call, as the browser notes it.
  lou.complaints.splice(0)
  await ada.page.getByRole('button', { name: `Revoke the invitation for ${KIM}` }).click()
  await ada.page.getByText('No pending invitations.').waitFor()
})

test('A35 a new role shows at once on the other side', async () => {
  // What changes before a page listens is not told to it.
  const listens = lou.page.waitForResponse('**/api/events*')
  await open(lou, '/settings/team')
  await listens
  await ada.page.getByRole('combobox', { name: `Role of ${LOU}` }).selectOption('Admin')
  expect(await toastOf(ada, 'Role Changed')).toBe(`${LOU} is now Admin.`)
  await lou.page.getByRole('button', { name: 'Invite', exact: true }).waitFor()
  expect(await faultsOf(ada.page)).toEqual([])
})

test('A35 ownership goes to another member and comes back', async () => {
  const { page } = ada
  await page.getByRole('button', { name: 'Transfer ownership' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer ownership' })
  await dialog.getByRole('button', { name: 'Transfer ownership' }).click()
  await dialog.getByText('Choose a member', { exact: true }).last().waitFor()
  await dialog.getByLabel('New owner').selectOption({ label: LOU })
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Transfer ownership' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row(page, LOU).getByText('Owner', { exact: true }).waitFor()
  await lou.page.getByRole('combobox', { name: 'Role of Ada Okafor' }).selectOption('Owner')
  await lou.page.getByRole('alertdialog').getByRole('button', { name: 'Make owner' }).click()
  await page.getByRole('combobox', { name: `Role of ${LOU}` }).selectOption('Member')
  await lou.page.getByRole('button', { name: 'Invite', exact: true }).waitFor({ state: 'detached' })
})

test('A35 a removed member is signed out where they are', async () => {
  await ada.page.getByRole('button', { name: `Remove ${LOU}` }).click()
  const question = ada.page.getByRole('alertdialog', { name: `Remove ${LOU}?` })
  await question.getByRole('button', { name: 'Remove member' }).click()
  await question.waitFor({ state: 'detached' })
  await row(ada.page, LOU).waitFor({ state: 'detached' })
  await lou.page.getByText('Please log in to continue').waitFor()
  expect(ada.complaints).toEqual([])
  // Refused, as the browser notes it: invitations just after the role was gone, and then who is signed in.
  expect(lou.complaints.filter((text) => !/status of 40[13] /.test(text))).toEqual([])
})

test('A03 the profile changes names and theme, and shows the address', async () => {
  const { page } = ada
  await page.getByRole('button', { name: 'User menu' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(ADA)
  await page.getByLabel('Last Name').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Last name is required').waitFor()
  await page.getByLabel('Last Name').fill('Eze')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(await toastOf(ada, 'Saved')).toBe('We updated your name.')
  await page.getByRole('radio', { name: 'Light' }).check()
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
  await page.getByRole('radio', { name: 'Dark' }).check()
  expect(await faultsOf(page)).toEqual([])
})

test('A03 sign out everywhere ends the other devices and keeps this one', async () => {
  const phone = await browser.person({ width: 390, height: 844 })
  await signInByDialog(phone.page, product, ADA)
  await phone.page.waitForURL('**/dashboard')
  const { page } = ada
  await open(ada, '/settings/profile')
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await sessions.first().waitFor()
  const before = await sessions.count()
  expect(before).toBeGreaterThanOrEqual(2)
  await sessions.filter({ hasText: 'This session' }).getByText('Chrome on Linux').waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'All other sessions' }).click()
  await dialog.waitFor({ state: 'detached' })
  await sessions.nth(1).waitFor({ state: 'detached' })
  await phone.page.goto(`${product.url}/tasks`)
  await phone.page.getByText('Please log in to continue').waitFor()
  await phone.leave()
})

test('A03 an account is deleted by typing its address; a last owner is told what to do first', async () => {
  const { page } = ada
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await dialog.getByText('Type the email address of this account').waitFor()
  await dialog.getByLabel('Your email').fill(ADA)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await dialog.getByText(/^An organization needs an owner/).waitFor()
  expect(await faultsOf(page)).toEqual([])

  await signInByDialog(lou.page, product, LOU)
  await lou.page.waitForURL('**/onboarding')
  await open(lou, '/settings/profile')
  await lou.page.getByRole('button', { name: 'Delete my account' }).click()
  await lou.page.getByLabel('Your email').fill(LOU)
  await lou.page.getByRole('button', { name: 'Delete account' }).click()
  await lou.page.waitForURL(`${product.url}/`)
  await lou.page.getByRole('button', { name: 'Login' }).waitFor()
})
