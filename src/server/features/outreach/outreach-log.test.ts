import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OutreachRetention } from '#contract/outreach.ts'
import { parseCsv } from '#test/checks.ts'
import { addLicense, LICENSE } from '#test/builders/licenses.ts'
import { addRecipient } from '#test/builders/recipients.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const NOON = new Date('2026-11-20T20:00:00Z')
const LETTER = 'Dear Hazel,\n\nDo you have any questions about homes, "big" or small?\n\nAda'

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => NOON } })
  ann = await app.subscriber('ann@example.com')
})
afterAll(() => app.close())
