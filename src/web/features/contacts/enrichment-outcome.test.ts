import { expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { enrichmentErrorText, enrichmentOutcome, isEnriching } from './enrichment-outcome.ts'

const NO_DATA =
  "We couldn't find additional data for this contact. Try again later or verify the contact information is correct."

type Status = NonNullable<ContactDetail['latestEnrichment']>['status']
const contact = (status: Status, message: string | null = null) => ({ latestEnrichment: { status, message } })

test('A18 reports match, no match or failure with its reason when an enrichment ends later', () => {
  expect(enrichmentOutcome(contact('matched'))).toEqual({ hasMatch: true })
  expect(enrichmentOutcome(contact('no_match'))).toEqual({ hasMatch: false, message: NO_DATA })
  expect(enrichmentOutcome(contact('failed', 'No data provider is connected to this instance.'))).toEqual({
    hasMatch: false,
    message: 'No data provider is connected to this instance.',
  })
  expect(enrichmentOutcome(contact('failed'))).toEqual({ hasMatch: false, message: 'Enrichment failed' })
})

test('A18 reports no outcome while an enrichment waits or runs, and allows one that waits for credits', () => {
  const unfinished = (['waiting', 'queued', 'running'] as const).map((status) => contact(status))
  expect(unfinished.map(enrichmentOutcome)).toEqual([null, null, null])
  expect(unfinished.map(isEnriching)).toEqual([false, true, true])
  expect([{ latestEnrichment: null }, contact('matched')].map(isEnriching)).toEqual([false, false])
})

test('A18 recognizes no match by its code, not its text', () => {
  const refusedError = (status: number, code: string, message: string) =>
    enrichmentErrorText(new ApiError(status, JSON.stringify({ message, code, requestId: 'r' }), ''))
  expect(refusedError(404, 'no_enrichment_data', 'No match')).toBe(NO_DATA)
  expect(refusedError(404, 'not_found', 'Contact not found: No enrichment data')).toBe(
    'Contact not found: No enrichment data',
  )
  expect(enrichmentErrorText(new TypeError('Failed to fetch'))).toBe('Enrichment failed')
})
