export type Options = { people: number; seed: number }

const DEFAULTS: Options = { people: 200_000, seed: 1 }
const BOUNDS = { people: [10_000, 2_000_000], seed: [0, 2 ** 31 - 1] } as const

/** @throws {Error} naming the wrong option and its range */
export function parseOptions(args: readonly string[]): Options {
  const options = { ...DEFAULTS }
  for (const arg of args) {
    const match = /^--(people|seed)=(.*)$/.exec(arg)
    if (!match) throw new Error(`Unknown option ${arg}; there are --people=${DEFAULTS.people} and --seed=1`)
    const name = match[1] as keyof Options
    const value = /^\d{1,12}$/.test(match[2] ?? '') ? Number(match[2]) : Number.NaN
    const [min, max] = BOUNDS[name]
    if (!(value >= min && value <= max))
      throw new Error(`--${name} is a whole number from ${min} to ${max}, not "${match[2]}"`)
    options[name] = value
  }
  return options
}
