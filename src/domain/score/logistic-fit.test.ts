import { describe, expect, test } from 'vitest'
import { fitLogistic } from './logistic-fit.ts'

const UNSHRUNK = Number.POSITIVE_INFINITY
const column = (...values: number[]) => Float64Array.from(values)
const repeat = (value: number, times: number) => Array.from({ length: times }, () => value)

describe('fitLogistic', () => {
  test('finds the log odds of a share and its standard error', () => {
    // 20 of 100 moved: ln(.25), and 1 / √(100 · .2 · .8).
    const moved = Uint8Array.from([...repeat(1, 20), ...repeat(0, 80)])
    const problem = { columns: [column(...repeat(1, 100))], offsets: new Float64Array(100), moved }
    const [intercept] = fitLogistic({ ...problem, priorDeviations: [UNSHRUNK] }) ?? []
    expect(intercept?.value).toBeCloseTo(Math.log(0.25), 9)
    expect(intercept?.standardError).toBeCloseTo(0.25, 9)
  })

  test('finds the log of an odds ratio next to the offsets', () => {
    // Odds of 1 to 4 and of 1 to 1; the offsets already explain the first.
    const moved = Uint8Array.from([...repeat(1, 20), ...repeat(0, 80), ...repeat(1, 50), ...repeat(0, 50)])
    const group = column(...repeat(0, 100), ...repeat(1, 100))
    const offsets = new Float64Array(200).fill(Math.log(0.25))
    const columns = [column(...repeat(1, 200)), group]
    const fit = fitLogistic({ columns, offsets, moved, priorDeviations: [UNSHRUNK, UNSHRUNK] })
    expect(fit?.map(({ value }) => value)).toEqual([expect.closeTo(0, 9), expect.closeTo(Math.log(4), 9)])
  })

  test('stays closer to 0 the stronger the prior', () => {
    const moved = Uint8Array.from([...repeat(1, 20), ...repeat(0, 80)])
    const valueWith = (deviation: number) => {
      const columns = [column(...repeat(1, 100))]
      const fit = fitLogistic({
        columns,
        offsets: new Float64Array(100),
        moved,
        priorDeviations: [deviation],
      })
      return fit?.[0]?.value ?? Number.NaN
    }
    const [weak, medium, strong] = [10, 0.5, 0.05].map(valueWith)
    expect(weak).toBeCloseTo(Math.log(0.25), 1)
    expect(medium).toBeGreaterThan(weak ?? 0)
    expect(strong).toBeGreaterThan(medium ?? 0)
    expect(strong).toBeLessThan(0)
  })

  test('gives nothing where the outcomes determine nothing', () => {
    const everyone = { offsets: new Float64Array(3), moved: Uint8Array.from([1, 1, 1]) }
    expect(fitLogistic({ ...everyone, columns: [column(1, 1, 1)], priorDeviations: [UNSHRUNK] })).toBeNull()
    const twice = [column(1, 1, 1), column(1, 1, 1)]
    const mixed = { offsets: new Float64Array(3), moved: Uint8Array.from([1, 0, 1]) }
    expect(fitLogistic({ ...mixed, columns: twice, priorDeviations: [UNSHRUNK, UNSHRUNK] })).toBeNull()
    // A prior decides even then.
    expect(fitLogistic({ ...everyone, columns: [column(1, 1, 1)], priorDeviations: [1] })).toHaveLength(1)
  })
})
