import { z } from 'zod'
import { memberEndpoint, publicEndpoint } from './endpoint.ts'
import { sendAt, timeZone, weekdays, weekdaysInput } from './send-time.ts'
import { isoDateTime } from './text.ts'
import { oneClickUnsubscribe, unsubscribePage } from './unsubscribe.ts'

const morningFive = z.object({
  isOn: z.boolean(),
  /** Minutes after midnight in `timeZone`. */
  sendAt,
  /** IANA name; null until the member chooses one. */
  timeZone: z.string().nullable(),
  /** 1 (Monday) to 7 (Sunday). */
  days: weekdays,
  /** Due time of the next email; null while it is off. */
  nextAt: isoDateTime.nullable(),
})
export type MorningFive = z.infer<typeof morningFive>

export const getMorningFive = memberEndpoint('GET /api/profile/morning-five', {
  summary: 'Get your settings for the Morning Five, the email with five people to contact',
  responses: { 200: morningFive },
})

const morningFiveInput = z.strictObject({
  isOn: z.boolean(),
  sendAt,
  timeZone,
  days: weekdaysInput.refine((values) => values.length > 0, 'Choose at least one day'),
})
export type MorningFiveInput = z.infer<typeof morningFiveInput>

export const setMorningFive = memberEndpoint('PATCH /api/profile/morning-five', {
  summary: 'Turn the Morning Five on or off, and choose its days and local time',
  body: morningFiveInput.partial(),
  responses: { 200: morningFive },
})

export const unsubscribeFromMorningFive = publicEndpoint('POST /api/morning-five/unsubscribe', {
  summary:
    'Turn the Morning Five off: JSON {token}, or the one-click form of an email program (RFC 8058) with ?token=',
  ...oneClickUnsubscribe,
})

export const openMorningFiveUnsubscribe = publicEndpoint('GET /api/morning-five/unsubscribe', {
  summary: 'Redirect email programs without one-click to the page that turns it off; changes nothing',
  ...unsubscribePage,
})
