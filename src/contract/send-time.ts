import { z } from 'zod'
import { isTimeZone } from '#domain/zone-clock.ts'

/** Minutes after midnight. */
export const sendAt = z.number().int().min(0, 'Choose a time of day').max(1439, 'Choose a time of day')

/** 1 (Monday) to 7 (Sunday). */
export const weekdays = z.array(z.number().int().min(1).max(7))

/** Weekdays as sent: each once, in order. */
export const weekdaysInput = weekdays.max(7).transform((values) => [...new Set(values)].sort((a, b) => a - b))

/** IANA name. */
export const timeZone = z.string().max(100).refine(isTimeZone, 'Choose a time zone')
