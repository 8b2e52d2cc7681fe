/** Pseudorandom numbers, reproducible by seed and stream. */
export type Random = {
  /** In [0, 1). */
  uniform(): number
  /** Standard normal. */
  normal(): number
  /** Waiting time with mean 1. */
  exponential(): number
  /** Gamma with this shape (at least 1) and scale 1. */
  gamma(shape: number): number
}

/** Spreads a seed over 32 bits (the finalizer of MurmurHash3). */
function mixBits(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** sfc32 (Doty-Humphrey's small fast counter): 128 bits of state, passes PractRand. */
function createGenerator(seed: number, stream: number): () => number {
  let a = mixBits(seed)
  let b = mixBits(a ^ stream)
  let c = mixBits(b + 0x9e3779b9)
  let counter = 1
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return (sum >>> 0) / 2 ** 32
  }
  for (let i = 0; i < 15; i++) next()
  return next
}

/** Creates a generator. Streams of a seed are independent, so extra draws in one change no other. */
export function createRandom(seed: number, stream: number): Random {
  const uniform = createGenerator(seed, stream)
  const exponential = () => -Math.log1p(-uniform())
  /** Box–Muller. */
  const normal = () => Math.sqrt(2 * exponential()) * Math.cos(2 * Math.PI * uniform())
  /** Marsaglia & Tsang 2000. */
  const gamma = (shape: number): number => {
    const d = shape - 1 / 3
    for (;;) {
      const x = normal()
      const v = (1 + x / Math.sqrt(9 * d)) ** 3
      if (v > 0 && Math.log1p(-uniform()) < x * x * 0.5 + d - d * v + d * Math.log(v)) return d * v
    }
  }
  return { uniform, normal, exponential, gamma }
}
