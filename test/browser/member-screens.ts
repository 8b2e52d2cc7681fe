import type { Locator, Page } from 'playwright-core'
import { waitForHydration } from './person.ts'

const SKIP_REASON = 'Last Name is missing'

/** Screens by name and how to open them; a screen may continue from the one before it. */
export type Screens = Readonly<Record<string, () => Promise<void>>>

/** The page of a demo workspace member, set once the product runs. */
export type MemberSession = {
  page: Page
  url: string
  /** The best-scored contact, which has signals, a property and tasks. */
  bestContactId: string
  /** A contact with a suspected duplicate. */
  duplicateId: string
}

/** Every screen that a member can open. */
export function memberScreens(session: MemberSession): Screens {
  return {
    // Comes first, because it's only possible within ten minutes of signing in.
    'setting up a second factor': async () => {
      await session.page.goto(`${session.url}/settings/profile`)
      await press('Set up two-factor authentication')
      await overlay('dialog').getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    },
    contacts: openDashboard,
    'the selection bar': () => firstCard().press('x'),
    'bulk enrich': () => openBulkDialog('Enrich', 'alertdialog'),
    'bulk assign': () => openBulkDialog('Assign', 'dialog'),
    'bulk delete': () => openBulkDialog('Delete', 'alertdialog'),
    'the data sources': async () => {
      await session.page.goto(`${session.url}/admin/data-sources`)
      await session.page
        .getByRole('region', { name: 'Data sources' })
        .getByText('ATTOM', { exact: true })
        .waitFor()
    },
    'nothing found': async () => {
      await session.page.goto(`${session.url}/dashboard?search=zzzz`)
      await session.page.getByRole('heading', { name: 'No contacts found' }).waitFor()
    },
    'saved views': async () => {
      await openDashboard()
      await session.page.getByRole('button', { name: 'Views' }).click()
      await session.page.getByText('No saved views yet').waitFor()
    },
    'saving a view': async () => {
      await session.page.getByRole('menuitem', { name: 'Save this view' }).click()
      await overlay('dialog').getByRole('button', { name: 'Save view' }).click()
      await session.page.getByText('Enter a name for the view').waitFor()
    },
    'adding a contact': async () => {
      await press('Add Contact')
      await overlay('dialog').getByRole('button', { name: 'Add Contact' }).click()
      await session.page.getByText('Required').first().waitFor()
    },
    'the command palette': async () => {
      await closeAll()
      await session.page.keyboard.press('Control+k')
      await session.page.getByRole('option').first().waitFor()
    },
    'the keyboard shortcuts': async () => {
      await closeAll()
      await session.page.keyboard.press('?')
      await session.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    },
    notifications: async () => {
      await closeAll()
      await session.page
        .getByRole('banner')
        .getByRole('button', { name: /^Notifications/ })
        .click()
      await session.page.getByRole('dialog', { name: 'Notifications' }).getByRole('heading').first().waitFor()
    },
    'the user menu': async () => {
      await press('User menu')
      await session.page.getByRole('menuitem', { name: 'Log out' }).waitFor()
    },
    'the assistant': async () => {
      await press('Ask the assistant')
      await session.page.getByLabel('Message').fill('What does a score of 75 mean?')
      await session.page.keyboard.press('Enter')
      await session.page.getByRole('log').getByText('one-in-three').waitFor()
    },
    'import, first step': () => press('Import Contacts'),
    'import, columns': async () => {
      const buffer = Buffer.from('First Name,Nachname,Ort\nRosa,Dropwell,Aurora\nTheo,,Aurora\n')
      const file = { name: 'people.csv', mimeType: 'text/csv', buffer }
      await overlay('dialog').locator('input[type=file]').setInputFiles(file)
      await session.page.getByLabel('Field for Nachname').selectOption('Last Name')
    },
    'import, report': async () => {
      await overlay('dialog').getByRole('switch').setChecked(false)
      await overlay('dialog').getByRole('button', { name: 'Start import' }).click()
      await session.page.getByRole('dialog', { name: 'Import Complete' }).getByText(SKIP_REASON).waitFor()
    },
    'import, rows to fix': async () => {
      await session.page.getByRole('button', { name: 'Fix rows' }).click()
      await session.page.getByRole('dialog', { name: 'Fix rows' }).getByText(SKIP_REASON).waitFor()
    },
    'the history of imports': async () => {
      await session.page.goto(`${session.url}/imports`)
      await session.page
        .getByRole('main')
        .getByRole('link', { name: /people\.csv/ })
        .waitFor()
    },
    'the report of an import': async () => {
      await session.page
        .getByRole('main')
        .getByRole('link', { name: /people\.csv/ })
        .click()
      await session.page.getByRole('heading', { name: 'people.csv', level: 1 }).waitFor()
    },
    'opt-outs to review': async () => {
      await session.page.goto(`${session.url}/imports/review`)
      await session.page.getByRole('heading', { name: 'Nothing to review' }).waitFor()
    },
    'contact, overview': () => openDrawer('overview'),
    'contact, signals': () => openDrawer('signals'),
    'contact, property': () => openDrawer('property'),
    'contact, intelligence': () => openDrawer('intelligence'),
    'contact, tasks': () => openDrawer('tasks'),
    'a task of the contact': async () => {
      await session.page
        .getByRole('button', { name: /^Edit task/ })
        .first()
        .click()
      await overlay('dialog').getByLabel('Title').waitFor()
    },
    'editing the contact': async () => {
      await openDrawer('overview')
      await session.page.getByRole('button', { name: 'Edit', exact: true }).click()
      await overlay('dialog').getByLabel('First Name').fill('')
      await overlay('dialog').getByRole('button', { name: 'Save Changes' }).click()
      await session.page.getByText('Required').first().waitFor()
    },
    'deleting the contact': async () => {
      await openDrawer('overview')
      await session.page.getByRole('button', { name: 'Delete', exact: true }).click()
      await overlay('alertdialog').waitFor()
    },
    'more actions': openMoreActions,
    'do not contact': async () => {
      await openMoreActions()
      await session.page.getByRole('menuitemcheckbox').click()
      await overlay('dialog').getByLabel('Reason (optional)').waitFor()
    },
    'an outreach script': async () => {
      await openMoreActions()
      await session.page.getByRole('menuitem', { name: 'Write outreach' }).click()
      await overlay('dialog').getByRole('button', { name: 'Write script' }).click()
      await overlay('dialog').getByText('Written from templates.').waitFor()
      await overlay('dialog').getByText('Looks good. No issues found.').waitFor()
    },
    'an outreach script with issues': async () => {
      await overlay('dialog').getByLabel('Script', { exact: true }).fill('We saw the notice of default.')
      await overlay('dialog').getByRole('list', { name: 'Issues' }).waitFor()
    },
    'a suspected duplicate': async () => {
      await openDrawer('overview', session.duplicateId)
      await session.page.getByText('Possible duplicate of').waitFor()
    },
    'merging two contacts': async () => {
      await session.page.getByRole('button', { name: 'Review' }).click()
      await overlay('dialog').getByRole('region', { name: 'After the merge' }).waitFor()
    },
    'a contact that does not exist': async () => {
      await session.page.goto(`${session.url}/dashboard?contact=01a1fb73-0000-7000-8000-000000000000`)
      await session.page.getByText('Contact not found').waitFor()
    },
    'all open tasks': () => openTasks('open'),
    'my tasks': () => openTasks('mine'),
    'overdue tasks': () => openTasks('overdue'),
    'done tasks': () => openTasks('done'),
    'a new task': async () => {
      await press('New Task')
      await overlay('dialog').getByLabel('Title').fill('Bring the keys')
      await overlay('dialog').getByRole('button', { name: 'Add Task' }).click()
      await session.page.getByText('Choose a contact').waitFor()
    },
    'deleting a task': async () => {
      await openTasks('open')
      await session.page
        .getByRole('button', { name: /^Delete task/ })
        .first()
        .click()
      await overlay('alertdialog').waitFor()
    },
    'the score changes': async () => {
      await session.page.goto(`${session.url}/insights`)
      await session.page.getByRole('list', { name: 'Up' }).getByRole('link').first().waitFor()
    },
    outcomes: async () => {
      await session.page.goto(`${session.url}/insights/outcomes`)
      await session.page.getByRole('checkbox', { name: 'Exclude age' }).waitFor()
    },
    playbooks: async () => {
      await session.page.goto(`${session.url}/playbooks`)
      await session.page.getByRole('button', { name: 'Use Template', exact: true }).first().waitFor()
    },
    'applying a playbook': async () => {
      await session.page.getByRole('button', { name: 'Use Template', exact: true }).first().click()
      await overlay('dialog').getByRole('checkbox').first().check()
      // On a phone, the toast covers the dialog's Close button until it disappears.
      await session.page.getByText('Playbook Selected').first().waitFor({ state: 'detached' })
    },
    'contacts of the device': async () => {
      await session.page.goto(`${session.url}/sync-contacts`)
      await waitForHydration(session.page)
      await session.page.getByRole('heading', { name: 'Sync Contacts', level: 1 }).waitFor()
    },
    'contacts of the device, imported': async () => {
      await session.page.evaluate(() => {
        const contacts = Array.from({ length: 12 }, (_, index) => ({
          name: [index === 0 ? 'Wanda Picked' : `Word${index}`],
        }))
        Object.defineProperty(navigator, 'contacts', { value: { select: async () => contacts } })
      })
      await press('Sync My Contacts')
      await session.page
        .getByRole('region', { name: 'Import Complete' })
        .getByText(SKIP_REASON)
        .first()
        .waitFor()
    },
  }

  async function openDashboard(): Promise<void> {
    await session.page.goto(`${session.url}/dashboard`)
    await firstCard().waitFor()
  }

  function firstCard(): Locator {
    return session.page.getByRole('list', { name: 'Contacts' }).getByRole('link').first()
  }

  /** The topmost dialog; the contact drawer is a dialog, too. */
  function overlay(role: 'dialog' | 'alertdialog'): Locator {
    return session.page.getByRole(role).last()
  }

  async function closeAll(): Promise<void> {
    await session.page.keyboard.press('Escape')
    await session.page
      .locator('[role=dialog]:not([hidden]), [role=alertdialog], [role=menu]')
      .first()
      .waitFor({ state: 'detached' })
    // A closed dialog returns the focus a moment later; a dialog opened earlier would lose it and close.
    await session.page.evaluate(
      () => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve))),
    )
  }

  /** Presses a button of the page after closing what covers it. */
  async function press(name: string): Promise<void> {
    await closeAll()
    await session.page.getByRole('button', { name, exact: true }).click()
  }

  async function openBulkDialog(button: string, role: 'dialog' | 'alertdialog'): Promise<void> {
    await closeAll()
    await session.page
      .getByRole('region', { name: 'Selected contacts' })
      .getByRole('button', { name: button })
      .click()
    await overlay(role).waitFor()
  }

  /** Opens a tab of a contact and expands everything. */
  async function openDrawer(tab: string, id = session.bestContactId): Promise<void> {
    await session.page.goto(`${session.url}/dashboard?contact=${id}&tab=${tab}`)
    const panel = session.page.getByRole('tabpanel')
    await panel.waitFor()
    await session.page.getByRole('status', { name: 'Loading score' }).waitFor({ state: 'detached' })
    await panel.evaluate((element) => {
      for (const toggle of element.querySelectorAll<HTMLElement>('[aria-expanded="false"]')) toggle.click()
    })
  }

  async function openMoreActions(): Promise<void> {
    await openDrawer('overview')
    await session.page.getByRole('button', { name: 'More actions' }).click()
    await session.page.getByRole('menuitemcheckbox').waitFor()
  }

  async function openTasks(view: string): Promise<void> {
    await session.page.goto(`${session.url}/tasks?view=${view}`)
    await session.page.getByRole('tab', { selected: true }).getByText(/\d/).waitFor()
    await session.page
      .getByRole('tabpanel')
      .getByRole('listitem')
      .or(session.page.getByRole('tabpanel').getByRole('heading'))
      .first()
      .waitFor()
  }
}
