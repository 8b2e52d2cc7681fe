import { z } from 'zod'
import { recalibration } from '#domain/score/recalibration-report.ts'
import { subscriberEndpoint } from './endpoint.ts'
import { isoDateTime } from './text.ts'

const version = z.number().int().min(1)

const adoptedVersion = z.object({
  version,
  adoptedAt: isoDateTime,
  /** Name of the person who started the run; null for the nightly run. */
  startedBy: z.string().nullable(),
  outcomes: z.number().int(),
  moved: z.number().int(),
})

const recalibrationStatus = z.object({
  /** The run under way. */
  running: z.object({ id: z.string(), startedAt: isoDateTime }).nullable(),
  /** Version that scores are adjusted with; null for none. */
  inUse: version.nullable(),
  /** Set if a person chose the version, or none: nightly runs then report, but don't change it. */
  chosen: z.object({ at: isoDateTime, by: z.string().nullable() }).nullable(),
  /** Newest finished run; null before the first, and for members who see only some contacts. */
  latest: z
    .object({
      id: z.string(),
      finishedAt: isoDateTime,
      startedBy: z.string().nullable(),
      version: version.nullable(),
      report: recalibration,
    })
    .nullable(),
  /** Adopted calibrations, newest first. */
  versions: z.array(adoptedVersion),
})
export type RecalibrationStatus = z.infer<typeof recalibrationStatus>

export const getRecalibration = subscriberEndpoint('GET /api/score/recalibration', {
  summary: 'Get how known outcomes adjust the scores: the newest run, the version in use, and earlier ones',
  responses: { 200: recalibrationStatus },
})

export const recalibrateScores = subscriberEndpoint('POST /api/score/recalibration', {
  summary:
    'Adjust the scores to known outcomes if that predicts later ones better; 202 if it takes longer than 12 seconds',
  role: 'ADMIN',
  rate: 'heavy',
  duration: 'wait',
  responses: {
    200: recalibrationStatus,
    202: z.object({ status: z.literal('running'), id: z.string() }),
  },
})

export const chooseCalibration = subscriberEndpoint('POST /api/score/recalibration/use', {
  summary: 'Go back to an earlier calibration, or with null to none; all contacts are scored again',
  role: 'ADMIN',
  body: z.strictObject({ version: version.nullable() }),
  responses: { 200: recalibrationStatus },
})
