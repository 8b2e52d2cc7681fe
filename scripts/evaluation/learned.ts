/** Gradient boosting of regression trees on the logistic loss (Friedman 2001), with binned facts. */

/** One person to learn from: facts, a first guess, and the true chance. */
export type Example = { facts: Float32Array; chance: number; trueChance: number }

const TREES = { count: 50, depth: 4, learningRate: 0.2, maxBins: 40, minPeople: 50 }
const RARE_SHARES = [0.005, 0.01, 0.02, 0.98, 0.99, 0.995]
/** Added to the second derivatives, which keeps small leaves near zero. */
const RIDGE = 1

type Tree = { fact: Int16Array; threshold: Float32Array; value: Float64Array }
type Column = { bins: Uint8Array; edges: readonly number[] }

const logit = (chance: number) => Math.log(chance / (1 - chance))
const logistic = (logOdds: number) => 1 / (1 + Math.exp(-logOdds))

/** Edges between bins with about equal numbers of people. */
function edgesOf(values: Float32Array): number[] {
  const sorted = values.toSorted()
  const edges = new Set<number>()
  for (let bin = 1; bin < TREES.maxBins; bin++)
    edges.add(sorted[Math.floor((bin * sorted.length) / TREES.maxBins)] ?? 0)
  // Most people have no signal of a kind, so the rare values need edges of their own.
  for (const share of RARE_SHARES) edges.add(sorted[Math.floor(share * sorted.length)] ?? 0)
  const min = sorted[0] ?? 0
  const max = sorted.at(-1) ?? 0
  edges.add(sorted.find((value) => value > min) ?? min)
  edges.add(max)
  edges.delete(min)
  return [...edges].sort((a, b) => a - b)
}

function columnOf(examples: readonly Example[], fact: number): Column {
  const values = Float32Array.from(examples, ({ facts }) => facts[fact] ?? 0)
  const edges = edgesOf(values)
  const bins = Uint8Array.from(values, (value) => edges.findLastIndex((edge) => edge <= value) + 1)
  return { bins, edges }
}

/** Sums of first and second derivatives, and people, per node of one level and bin of one fact. */
class Histogram {
  readonly gradients: Float64Array
  readonly curvatures: Float64Array
  readonly people: Int32Array
  constructor(size: number) {
    this.gradients = new Float64Array(size)
    this.curvatures = new Float64Array(size)
    this.people = new Int32Array(size)
  }
}

type Derivatives = { gradient: Float64Array; curvature: Float64Array }

/** Sums the derivatives of the people at one level, by node and bin of one column. */
function histogramOf(
  { bins, edges }: Column,
  { gradient, curvature }: Derivatives,
  nodeOf: Int16Array,
  { first, nodes }: { first: number; nodes: number },
): Histogram {
  const width = edges.length + 1
  const sums = new Histogram(nodes * width)
  for (let i = 0; i < bins.length; i++) {
    const node = (nodeOf[i] ?? 0) - first
    if (node < 0) continue
    const at = node * width + (bins[i] ?? 0)
    sums.gradients[at] = (sums.gradients[at] ?? 0) + (gradient[i] ?? 0)
    sums.curvatures[at] = (sums.curvatures[at] ?? 0) + (curvature[i] ?? 0)
    sums.people[at] = (sums.people[at] ?? 0) + 1
  }
  return sums
}

/** Values of the leaves: one Newton step each, shortened by the learning rate. */
function leafValues({ gradient, curvature }: Derivatives, nodeOf: Int16Array, size: number): Float64Array {
  const gradients = new Float64Array(size)
  const curvatures = new Float64Array(size)
  nodeOf.forEach((node, i) => {
    gradients[node] = (gradients[node] ?? 0) + (gradient[i] ?? 0)
    curvatures[node] = (curvatures[node] ?? 0) + (curvature[i] ?? 0)
  })
  return gradients.map((sum, node) => (TREES.learningRate * sum) / ((curvatures[node] ?? 0) + RIDGE))
}

/** Grows one tree level by level; `nodeOf` ends as the leaf of each person. */
function growTree(columns: readonly Column[], derivatives: Derivatives, nodeOf: Int16Array): Tree {
  const size = 2 ** (TREES.depth + 1) - 1
  const facts = new Int16Array(size).fill(-1)
  const thresholds = new Float32Array(size)
  nodeOf.fill(0)
  for (let depth = 0; depth < TREES.depth; depth++) {
    const level = { first: 2 ** depth - 1, nodes: 2 ** depth }
    const best = Array.from({ length: level.nodes }, () => ({ gain: 0, bin: 0 }))
    columns.forEach((column, fact) => {
      const width = column.edges.length + 1
      const sums = histogramOf(column, derivatives, nodeOf, level)
      for (let node = 0; node < level.nodes; node++) {
        const split = bestSplit(sums, node * width, width)
        if (split.gain <= (best[node]?.gain ?? 0)) continue
        best[node] = split
        facts[level.first + node] = fact
        thresholds[level.first + node] = column.edges[split.bin] ?? 0
      }
    })
    nodeOf.forEach((node, i) => {
      const bins = node < level.first ? undefined : columns[facts[node] ?? -1]?.bins
      if (!bins) return
      const isLeft = (bins[i] ?? 0) <= (best[node - level.first]?.bin ?? 0)
      nodeOf[i] = 2 * node + (isLeft ? 1 : 2)
    })
  }
  return { fact: facts, threshold: thresholds, value: leafValues(derivatives, nodeOf, size) }
}

function bestSplit(sums: Histogram, from: number, width: number): { gain: number; bin: number } {
  const total = { gradient: 0, curvature: 0, people: 0 }
  for (let at = from; at < from + width; at++) {
    total.gradient += sums.gradients[at] ?? 0
    total.curvature += sums.curvatures[at] ?? 0
    total.people += sums.people[at] ?? 0
  }
  const quality = (gradient: number, curvature: number) => gradient ** 2 / (curvature + RIDGE)
  const best = { gain: 0, bin: 0 }
  const left = { gradient: 0, curvature: 0, people: 0 }
  for (let bin = 0; bin < width - 1; bin++) {
    left.gradient += sums.gradients[from + bin] ?? 0
    left.curvature += sums.curvatures[from + bin] ?? 0
    left.people += sums.people[from + bin] ?? 0
    if (left.people < TREES.minPeople || total.people - left.people < TREES.minPeople) continue
    const gain =
      quality(left.gradient, left.curvature) +
      quality(total.gradient - left.gradient, total.curvature - left.curvature) -
      quality(total.gradient, total.curvature)
    if (gain > best.gain) Object.assign(best, { gain, bin })
  }
  return best
}

function leafValue({ fact, threshold, value }: Tree, facts: Float32Array): number {
  let node = 0
  for (;;) {
    const split = fact[node] ?? -1
    if (split < 0) return value[node] ?? 0
    node = 2 * node + ((facts[split] ?? 0) < (threshold[node] ?? 0) ? 1 : 2)
  }
}

/**
 * Learns the chance of moving from people whose true chance is known, starting from the score's. The simulation alone
 * can do this: it comes close to the best that anyone could do with the same records.
 * @returns the chance of a further person
 */
export function learnChance(examples: readonly Example[]): (person: Omit<Example, 'trueChance'>) => number {
  const factCount = examples[0]?.facts.length ?? 0
  const columns = Array.from({ length: factCount }, (_, fact) => columnOf(examples, fact))
  const logOdds = Float64Array.from(examples, ({ chance }) => logit(chance))
  const nodeOf = new Int16Array(examples.length)
  const trees = Array.from({ length: TREES.count }, () => {
    const chances = logOdds.map(logistic)
    const gradient = chances.map((chance, i) => (examples[i]?.trueChance ?? 0) - chance)
    const curvature = chances.map((chance) => chance * (1 - chance))
    const tree = growTree(columns, { gradient, curvature }, nodeOf)
    nodeOf.forEach((node, i) => {
      logOdds[i] = (logOdds[i] ?? 0) + (tree.value[node] ?? 0)
    })
    return tree
  })
  return ({ facts, chance }) =>
    logistic(trees.reduce((sum, tree) => sum + leafValue(tree, facts), logit(chance)))
}
