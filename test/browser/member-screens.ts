import type { Locator, Page } from 'playwright-core'
import { hydrated } from './person.ts'

const SENTENCE = 'Last Name is missing'

/** Screens by name and how to open them; a screen may continue from the one before it. */
export type Screens = Readonly<Record<string, () => Promise<void>>>

/** A member of the demo workspace at the page, set once the product runs. */
export type Member = {
  page: Page
  url: string
  /** The best-scored contact, which has signals, a property and tasks. */
  best: string
  /** A contact that is in the list twice. */
  twice: string
}

/** Everything that a member of a workspace can open. */
export function memberScreens(at: Member): Screens {
  return {
    // First, because it is possible within ten minutes of signing in.
    'setting up a second factor': async () => {
      await at.page.goto(`${at.url}/settings/profile`)
      await press('Set up two-factor authentication')
      await overlay('dialog').getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    },
    contacts: dashboard,
    'the selection bar': () => firstCard().press('x'),
    'bulk enrich': () => askOfMany('Enrich', 'alertdialog'),
    'bulk assign': () => askOfMany('Assign', 'dialog'),
    'bulk delete': () => askOfMany('Delete', 'alertdialog'),
    'the data sources': async () => {
      await at.page.goto(`${at.url}/admin/data-sources`)
      await at.page
        .getByRole('region', { name: 'Data sources' })
        .getByText('ATTOM', { exact: true })
        .waitFor()
    },
    'nothing found': async () => {
      await at.page.goto(`${at.url}/dashboard?search=zzzz`)
      await at.page.getByRole('heading', { name: 'No contacts found' }).waitFor()
    },
    'saved views': async () => {
      await dashboard()
      await at.page.getByRole('button', { name: 'Views' }).click()
      await at.page.getByText('No saved views yet').waitFor()
    },
    'saving a view': async () => {
      await at.page.getByRole('menuitem', { name: 'Save this view' }).click()
      await overlay('dialog').getByRole('button', { name: 'Save view' }).click()
      await at.page.getByText('Enter a name for the view').waitFor()
    },
    'adding a contact': async () => {
      await press('Add Contact')
      await overlay('dialog').getByRole('button', { name: 'Add Contact' }).click()
      await at.page.getByText('Required').first().waitFor()
    },
    'the command palette': async () => {
      await closeAll()
      await at.page.keyboard.press('Control+k')
      await at.page.getByRole('option').first().waitFor()
    },
    'the keys': async () => {
      await closeAll()
      await at.page.keyboard.press('?')
      await at.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    },
    notifications: async () => {
      await closeAll()
      await at.page
        .getByRole('banner')
        .getByRole('button', { name: /^Notifications/ })
        .click()
      await at.page.getByRole('dialog', { name: 'Notifications' }).getByRole('heading').first().waitFor()
    },
    'the user menu': async () => {
      await press('User menu')
      await at.page.getByRole('menuitem', { name: 'Log out' }).waitFor()
    },
    'the assistant': async () => {
      await press('Ask the assistant')
      await at.page.getByLabel('Message').fill('What does a score of 75 mean?')
      await at.page.keyboard.press('Enter')
      await at.page.getByRole('log').getByText('one-in-three').waitFor()
    },
    'import, first step': () => press('Import Contacts'),
    'import, columns': async () => {
      const buffer = Buffer.from('First Name,Nachname,Ort\nRosa,Dropwell,Aurora\nTheo,,Aurora\n')
      const file = { name: 'people.csv', mimeType: 'text/csv', buffer }
      await overlay('dialog').locator('input[type=file]').setInputFiles(file)
      await at.page.getByLabel('Field for Nachname').selectOption('Last Name')
    },
    'import, report': async () => {
      await overlay('dialog').getByRole('switch').setChecked(false)
      await overlay('dialog').getByRole('button', { name: 'Start import' }).click()
      await at.page.getByRole('dialog', { name: 'Import Complete' }).getByText(SENTENCE).waitFor()
    },
    'import, rows to fix': async () => {
      await at.page.getByRole('button', { name: 'Fix rows' }).click()
      await at.page.getByRole('dialog', { name: 'Fix rows' }).getByText(SENTENCE).waitFor()
    },
    'the history of imports': async () => {
      await at.page.goto(`${at.url}/imports`)
      await at.page
        .getByRole('main')
        .getByRole('link', { name: /people\.csv/ })
        .waitFor()
    },
    'the report of an import': async () => {
      await at.page
        .getByRole('main')
        .getByRole('link', { name: /people\.csv/ })
        .click()
      await at.page.getByRole('heading', { name: 'people.csv', level: 1 }).waitFor()
    },
    'opt-outs to review': async () => {
      await at.page.goto(`${at.url}/imports/review`)
      await at.page.getByRole('heading', { name: 'Nothing to review' }).waitFor()
    },
    'contact, overview': () => drawer('overview'),
    'contact, signals': () => drawer('signals'),
    'contact, property': () => drawer('property'),
    'contact, intelligence': () => drawer('intelligence'),
    'contact, tasks': () => drawer('tasks'),
    'a task of the contact': async () => {
      await at.page
        .getByRole('button', { name: /^Edit task/ })
        .first()
        .click()
      await overlay('dialog').getByLabel('Title').waitFor()
    },
    'editing the contact': async () => {
      await drawer('overview')
      await at.page.getByRole('button', { name: 'Edit', exact: true }).click()
      await overlay('dialog').getByLabel('First Name').fill('')
      await overlay('dialog').getByRole('button', { name: 'Save Changes' }).click()
      await at.page.getByText('Required').first().waitFor()
    },
    'deleting the contact': async () => {
      await drawer('overview')
      await at.page.getByRole('button', { name: 'Delete', exact: true }).click()
      await overlay('alertdialog').waitFor()
    },
    'more actions': moreActions,
    'do not contact': async () => {
      await moreActions()
      await at.page.getByRole('menuitemcheckbox').click()
      await overlay('dialog').getByLabel('Reason (optional)').waitFor()
    },
    'an outreach script': async () => {
      await moreActions()
      await at.page.getByRole('menuitem', { name: 'Write outreach' }).click()
      await overlay('dialog').getByRole('button', { name: 'Write script' }).click()
      await overlay('dialog').getByText('Written from templates.').waitFor()
      await overlay('dialog').getByText('Looks good. No issues found.').waitFor()
    },
    'an outreach script that must not go out': async () => {
      await overlay('dialog').getByLabel('Script', { exact: true }).fill('We saw the notice of default.')
      await overlay('dialog').getByRole('list', { name: 'Issues' }).waitFor()
    },
    'a suspected duplicate': async () => {
      await drawer('overview', at.twice)
      await at.page.getByText('Possible duplicate of').waitFor()
    },
    'merging two contacts': async () => {
      await at.page.getByRole('button', { name: 'Review' }).click()
      await overlay('dialog').getByRole('region', { name: 'After the merge' }).waitFor()
    },
    'a contact that does not exist': async () => {
      await at.page.goto(`${at.url}/dashboard?contact=01a1fb73-0000-7000-8000-000000000000`)
      await at.page.getByText('Contact not found').waitFor()
    },
    'all open tasks': () => tasks('open'),
    'my tasks': () => tasks('mine'),
    'overdue tasks': () => tasks('overdue'),
    'done tasks': () => tasks('done'),
    'a new task': async () => {
      await press('New Task')
      await overlay('dialog').getByLabel('Title').fill('Bring the keys')
      await overlay('dialog').getByRole('button', { name: 'Add Task' }).click()
      await at.page.getByText('Choose a contact').waitFor()
    },
    'deleting a task': async () => {
      await tasks('open')
      await at.page
        .getByRole('button', { name: /^Delete task/ })
        .first()
        .click()
      await overlay('alertdialog').waitFor()
    },
    'what changed': async () => {
      await at.page.goto(`${at.url}/insights`)
      await at.page.getByRole('list', { name: 'Up' }).getByRole('link').first().waitFor()
    },
    outcomes: async () => {
      await at.page.goto(`${at.url}/insights/outcomes`)
      await at.page.getByRole('checkbox', { name: 'Exclude age' }).waitFor()
    },
    playbooks: async () => {
      await at.page.goto(`${at.url}/playbooks`)
      await at.page.getByRole('button', { name: 'Use Template', exact: true }).first().waitFor()
    },
    'applying a playbook': async () => {
      await at.page.getByRole('button', { name: 'Use Template', exact: true }).first().click()
      await overlay('dialog').getByRole('checkbox').first().check()
      // On a phone, the toast covers the dialog's Close button until it disappears.
      await at.page.getByText('Playbook Selected').first().waitFor({ state: 'detached' })
    },
    'contacts of the device': async () => {
      await at.page.goto(`${at.url}/sync-contacts`)
      await hydrated(at.page)
      await at.page.getByRole('heading', { name: 'Sync Contacts', level: 1 }).waitFor()
    },
    'contacts of the device, taken over': async () => {
      await at.page.evaluate(() => {
        const picked = Array.from({ length: 12 }, (_, n) => ({
          name: [n === 0 ? 'Wanda Picked' : `Word${n}`],
        }))
        Object.defineProperty(navigator, 'contacts', { value: { select: async () => picked } })
      })
      await press('Sync My Contacts')
      await at.page.getByRole('region', { name: 'Import Complete' }).getByText(SENTENCE).first().waitFor()
    },
  }

  async function dashboard(): Promise<void> {
    await at.page.goto(`${at.url}/dashboard`)
    await firstCard().waitFor()
  }

  function firstCard(): Locator {
    return at.page.getByRole('list', { name: 'Contacts' }).getByRole('link').first()
  }

  /** The topmost dialog; the contact drawer is a dialog, too. */
  function overlay(role: 'dialog' | 'alertdialog'): Locator {
    return at.page.getByRole(role).last()
  }

  async function closeAll(): Promise<void> {
    await at.page.keyboard.press('Escape')
    await at.page
      .locator('[role=dialog]:not([hidden]), [role=alertdialog], [role=menu]')
      .first()
      .waitFor({ state: 'detached' })
    // A closed dialog returns the focus a moment later; one opened before that would lose it and close.
    await at.page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve))))
  }

  /** A button of the page, once whatever covers it is closed. */
  async function press(name: string): Promise<void> {
    await closeAll()
    await at.page.getByRole('button', { name, exact: true }).click()
  }

  async function askOfMany(button: string, role: 'dialog' | 'alertdialog'): Promise<void> {
    await closeAll()
    await at.page
      .getByRole('region', { name: 'Selected contacts' })
      .getByRole('button', { name: button })
      .click()
    await overlay(role).waitFor()
  }

  /** A tab of a contact with everything expanded. */
  async function drawer(tab: string, id = at.best): Promise<void> {
    await at.page.goto(`${at.url}/dashboard?contact=${id}&tab=${tab}`)
    const panel = at.page.getByRole('tabpanel')
    await panel.waitFor()
    await at.page.getByRole('status', { name: 'Loading score' }).waitFor({ state: 'detached' })
    await panel.evaluate((element) => {
      for (const closed of element.querySelectorAll<HTMLElement>('[aria-expanded="false"]')) closed.click()
    })
  }

  async function moreActions(): Promise<void> {
    await drawer('overview')
    await at.page.getByRole('button', { name: 'More actions' }).click()
    await at.page.getByRole('menuitemcheckbox').waitFor()
  }

  async function tasks(view: string): Promise<void> {
    await at.page.goto(`${at.url}/tasks?view=${view}`)
    await at.page.getByRole('tab', { selected: true }).getByText(/\d/).waitFor()
    await at.page
      .getByRole('tabpanel')
      .getByRole('listitem')
      .or(at.page.getByRole('tabpanel').getByRole('heading'))
      .first()
      .waitFor()
  }
}
