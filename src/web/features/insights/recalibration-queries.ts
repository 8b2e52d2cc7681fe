import { call } from '#web/lib/api.ts'
import { read } from '#web/lib/query-client.ts'
import { useChange } from '#web/ui/use-change.ts'
import { decisionText } from './recalibration-texts.ts'

export const recalibrationQuery = read('GET /api/score/recalibration')

const RUN_FAILURE = ['Run failed', "Scores didn't change. Try again."] as const
const CHOICE_FAILURE = ['Not changed', "We couldn't change the adjustment. Try again."] as const

/** Fits the scores to known outcomes now. */
export function useRecalibrate() {
  return useChange({
    change: () => call('POST /api/score/recalibration', {}),
    successToast: (_, result) =>
      'status' in result
        ? { title: 'Still running', description: "The result appears here when it's done." }
        : {
            title: 'Run finished',
            ...(result.latest && { description: decisionText(result.latest, result.inUse) }),
          },
    failureToast: RUN_FAILURE,
    refreshedKeys: [recalibrationQuery.queryKey],
  })
}

/** Uses an earlier version, or with null none. */
export function useChooseCalibration() {
  return useChange({
    change: (version: number | null) => call('POST /api/score/recalibration/use', { body: { version } }),
    successToast: () => ({ title: 'Saved', description: "We're rescoring all contacts." }),
    failureToast: CHOICE_FAILURE,
    refreshedKeys: [recalibrationQuery.queryKey],
  })
}
