import { BASELINE } from './parameters.ts'

/** Age bands of the baseline table by starting age, youngest first: `18-24` … `85+`. */
export const AGE_BANDS: readonly { from: number; label: string }[] = BASELINE.bands.map(
  ({ below }, index) => {
    const from = index === 0 ? BASELINE.adultAges[0] : (BASELINE.bands[index - 1]?.below ?? 0)
    return { from, label: below > BASELINE.adultAges[1] ? `${from}+` : `${from}-${below - 1}` }
  },
)
