import { expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import { isBeingLookedUp, lookUpEnd } from './lookup-end.ts'

type Status = NonNullable<ContactDetail['lookUp']>['status']
const contact = (status: Status, message: string | null = null) => ({ lookUp: { status, message } })

test('A18 a look-up that ends later says whether it found somebody, found nobody or failed, and why', () => {
  expect(lookUpEnd(contact('matched'))).toEqual({ found: true })
  expect(lookUpEnd(contact('no_match'))).toEqual({ found: false, message: 'No enrichment data' })
  expect(lookUpEnd(contact('failed', 'No data provider is connected to this instance.'))).toEqual({
    found: false,
    message: 'No data provider is connected to this instance.',
  })
  expect(lookUpEnd(contact('failed'))).toEqual({ found: false, message: 'Enrichment failed' })
})

test('A18 a look-up that waits or runs has no end; one that waits for credits can be asked for', () => {
  const open = (['waiting', 'queued', 'running'] as const).map((status) => contact(status))
  expect(open.map(lookUpEnd)).toEqual([null, null, null])
  expect(open.map(isBeingLookedUp)).toEqual([false, true, true])
  expect([{ lookUp: null }, contact('matched')].map(isBeingLookedUp)).toEqual([false, false])
})
