/** Coefficient of a fit with its standard error. */
export type Coefficient = { value: number; standardError: number }

export type LogisticProblem = {
  /** One column per coefficient, one entry per person. */
  columns: readonly Float64Array[]
  /** Log odds of each person with all coefficients at 0. */
  offsets: Float64Array
  /** 1 for people who moved, 0 for others. */
  moved: Uint8Array
  /** Standard deviation of each coefficient around 0 before any outcome is seen; infinite for no shrinkage. */
  priorDeviations: readonly number[]
}

const MAX_STEPS = 25
const TOLERANCE = 1e-8
/** Smaller curvatures mean that nothing determines a coefficient. */
const MIN_PIVOT = 1e-9
/** Larger steps overshoot where nearly all or none moved. */
const MAX_STEP = 2

/** Gradient and negative Hessian of the log posterior; the latter row by row. */
type Derivatives = { gradient: Float64Array; information: Float64Array }

/** Columns in which a person has a value other than 0; most people have no signal of a category. */
type SparseRow = { columns: Int32Array; values: Float64Array; size: number }

/** Adds the contribution of one person to the gradient and to the lower half of the information. */
function addPerson({ gradient, information }: Derivatives, row: SparseRow, residual: number, weight: number) {
  for (let a = 0; a < row.size; a++) {
    const column = row.columns[a] ?? 0
    const value = row.values[a] ?? 0
    gradient[column] = (gradient[column] ?? 0) + residual * value
    for (let b = 0; b <= a; b++) {
      const at = column * gradient.length + (row.columns[b] ?? 0)
      information[at] = (information[at] ?? 0) + weight * value * (row.values[b] ?? 0)
    }
  }
}

function derivativesAt(coefficients: Float64Array, problem: LogisticProblem): Derivatives {
  const { columns, offsets, moved, priorDeviations } = problem
  const size = columns.length
  const derivatives = { gradient: new Float64Array(size), information: new Float64Array(size * size) }
  const row = { columns: new Int32Array(size), values: new Float64Array(size), size: 0 }
  for (let person = 0; person < offsets.length; person++) {
    let logOdds = offsets[person] ?? 0
    row.size = 0
    for (let column = 0; column < size; column++) {
      const value = columns[column]?.[person] ?? 0
      if (value === 0) continue
      logOdds += value * (coefficients[column] ?? 0)
      row.columns[row.size] = column
      row.values[row.size] = value
      row.size++
    }
    const chance = 1 / (1 + Math.exp(-logOdds))
    addPerson(derivatives, row, (moved[person] ?? 0) - chance, chance * (1 - chance))
  }
  const { gradient, information } = derivatives
  for (let i = 0; i < size; i++) {
    const precision = 1 / (priorDeviations[i] ?? Number.POSITIVE_INFINITY) ** 2
    gradient[i] = (gradient[i] ?? 0) - precision * (coefficients[i] ?? 0)
    information[i * size + i] = (information[i * size + i] ?? 0) + precision
    for (let j = 0; j < i; j++) information[j * size + i] = information[i * size + j] ?? 0
  }
  return derivatives
}

/** Inverse of a symmetric positive definite matrix by Gauss–Jordan elimination; null if it has none. */
function invert(matrix: Float64Array, size: number): number[][] | null {
  const rows = Array.from({ length: size }, (_, i) => [
    ...matrix.subarray(i * size, (i + 1) * size),
    ...Array.from({ length: size }, (_, j) => (i === j ? 1 : 0)),
  ])
  for (let pivot = 0; pivot < size; pivot++) {
    const pivotRow = rows[pivot] ?? []
    const divisor = pivotRow[pivot] ?? 0
    if (!(divisor > MIN_PIVOT)) return null
    for (let j = 0; j < 2 * size; j++) pivotRow[j] = (pivotRow[j] ?? 0) / divisor
    rows.forEach((row, i) => {
      const factor = row[pivot] ?? 0
      if (i === pivot || factor === 0) return
      for (let j = 0; j < 2 * size; j++) row[j] = (row[j] ?? 0) - factor * (pivotRow[j] ?? 0)
    })
  }
  return rows.map((row) => row.slice(size))
}

/**
 * Fits a logistic regression with normal priors by Newton's method: the most probable coefficients, and standard
 * errors from the curvature there. Null if the outcomes don't determine them.
 */
export function fitLogistic(problem: LogisticProblem): Coefficient[] | null {
  const size = problem.columns.length
  const coefficients = new Float64Array(size)
  for (let step = 0; step < MAX_STEPS; step++) {
    const { gradient, information } = derivativesAt(coefficients, problem)
    const covariance = invert(information, size)
    if (!covariance) return null
    const steps = covariance.map((row) => row.reduce((sum, value, i) => sum + value * (gradient[i] ?? 0), 0))
    const longest = Math.max(...steps.map(Math.abs))
    if (!Number.isFinite(longest)) return null
    const scale = Math.min(1, MAX_STEP / longest)
    steps.forEach((value, i) => {
      coefficients[i] = (coefficients[i] ?? 0) + scale * value
    })
    if (longest < TOLERANCE)
      return Array.from(coefficients, (value, i) => ({
        value,
        standardError: Math.sqrt(covariance[i]?.[i] ?? 0),
      }))
  }
  return null
}
