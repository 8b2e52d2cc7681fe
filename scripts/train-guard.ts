// `node scripts/run.mjs scripts/train-guard.ts`: trains the weights of the guard on the refused and clean texts of its
// corpus and on the script templates, and writes content/guard/weights.txt. Run it after adding texts. It never reads
// the held-out texts.
import { writeFileSync } from 'node:fs'
import { mergeFeatures, passagesOf, sentenceWordsOf, shareOf } from '#domain/compliance/guard/evidence.ts'
import { readGuardData } from '#domain/compliance/guard/guard-data.ts'
import { tokensOf } from '#domain/compliance/guard/words.ts'
import { CHANNELS, TONES } from '#domain/compliance/outreach.ts'
import { PURPOSES } from '#domain/outreach/purposes.ts'
import { templateScript } from '#domain/outreach/template.ts'
import { WORDS } from '#domain/outreach/words.ts'
import { readGuardFiles } from '#server/platform/content/guard.ts'
import { CORPUS_ADDRESS, corpusTexts } from '#test/data/outreach-corpus.ts'

/** Feature numbers of one passage, each weighted by `share`. */
type Row = { ids: readonly number[]; share: number }
type Sample = { refused: number; weight: number; passages: readonly Row[] }

const TARGET = 'content/guard/weights.txt'
const ROUNDS = 250
/** After these rounds, only the worst passage of a refused text counts as the reason. */
const WARM_UP = 15
const DECAY = 2e-6
/** How much a close call counts; other texts count once. */
const CLOSE_CALL_WEIGHT = 4
/** Weights are rounded to this step; smaller ones are dropped. */
const STEP = 0.5

const { kinds } = readGuardData(readGuardFiles())
const sender = { agent: 'Rosa Marsh', company: 'Marsh Realty', postalAddress: CORPUS_ADDRESS }
const readyMade = CHANNELS.flatMap((channel) =>
  TONES.flatMap((tone) =>
    ['a', 'b'].flatMap((seed) =>
      PURPOSES.map((purpose) =>
        templateScript(
          { channel, kind: 'marketing', tone, length: 'long', purpose },
          { firstName: 'Ada', city: 'Naperville', street: null, lastTouch: null, ...sender },
          seed,
        ),
      ),
    ),
  ),
)
const phrases = Object.values(WORDS).flatMap(({ subjects, reasons, offers, more }) =>
  [...subjects, ...TONES.flatMap((tone) => [...reasons[tone], ...offers[tone]]), ...more].map((text) =>
    text
      .replaceAll('{area}', 'your area')
      .replaceAll('{near}', 'in your area')
      .replaceAll('{home}', 'your home'),
  ),
)
const corpus = [
  ...[...corpusTexts('refused'), ...corpusTexts('clean')].map((text) => ({ ...text, weight: 1 })),
  ...corpusTexts('close').map((text) => ({ ...text, weight: CLOSE_CALL_WEIGHT })),
  ...[...readyMade, ...phrases].map((text) => ({ text, rule: null, weight: 1 })),
].filter(({ rule }) => rule === null || !rule.endsWith('-missing'))
const labeled = corpus.map(({ text, rule, weight }) => {
  const sentences = sentenceWordsOf(tokensOf(text), new Set(), kinds)
  const passages = passagesOf(sentences)
  // Every sentence of a clean text is clean, those of a refused text only together.
  if (rule === null && sentences.length > 1) passages.push(...sentences.map((sentence) => [sentence]))
  return { refused: rule === null ? 0 : 1, weight, sets: passages.map(mergeFeatures) }
})
const numberOf = frequentFeatures(labeled.map(({ sets }) => new Set(sets.flatMap((set) => [...set]))))
const samples: Sample[] = labeled.map(({ sets, ...sample }) => ({ ...sample, passages: sets.map(rowOf) }))
const weights = new Float64Array(numberOf.size)
let bias = 0
learn()
write()

function frequentFeatures(sets: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const set of sets) for (const feature of set) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const frequent = [...counts].filter(([, count]) => count > 1)
  return new Map(frequent.map(([feature], index) => [feature, index]))
}

function rowOf(features: ReadonlySet<string>): Row {
  const ids = [...features].map((feature) => numberOf.get(feature) ?? -1).filter((id) => id >= 0)
  return { ids, share: shareOf(features) }
}

function scoreOf({ ids, share }: Row): number {
  return ids.reduce((sum, id) => sum + (weights[id] ?? 0), 0) * share + bias
}

/** Logistic regression with Adam over all texts in every round. */
function learn(): void {
  const mean = new Float64Array(weights.length)
  const variance = new Float64Array(weights.length)
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = new Float64Array(weights.length)
    let biasGradient = 0
    let totalWeight = 0
    for (const sample of samples) {
      const rows = passagesToLearn(sample, round)
      const weight = sample.weight / Math.sqrt(rows.length)
      for (const row of rows) {
        const error = weight * (1 / (1 + Math.exp(-scoreOf(row))) - sample.refused)
        biasGradient += error
        totalWeight += weight
        for (const id of row.ids) gradient[id] = (gradient[id] ?? 0) + error * row.share
      }
    }
    bias -= (0.5 * biasGradient) / totalWeight
    const rate = 0.3 * 0.98 ** (round / 10)
    weights.forEach((weight, id) => {
      const slope = (gradient[id] ?? 0) / totalWeight + DECAY * weight
      const average = 0.9 * (mean[id] ?? 0) + 0.1 * slope
      const square = 0.999 * (variance[id] ?? 0) + 0.001 * slope * slope
      mean[id] = average
      variance[id] = square
      weights[id] =
        weight - (rate * (average / (1 - 0.9 ** round))) / (Math.sqrt(square / (1 - 0.999 ** round)) + 1e-6)
    })
  }
}

function passagesToLearn({ refused, passages }: Sample, round: number): readonly Row[] {
  if (refused === 0 || round <= WARM_UP) return passages
  const scores = passages.map(scoreOf)
  const worst = scores.indexOf(Math.max(...scores))
  return passages.slice(worst, worst + 1)
}

function write(): void {
  const byWeight = new Map<number, string[]>()
  for (const [feature, id] of numberOf) {
    const weight = Math.round((weights[id] ?? 0) / STEP) * STEP
    if (weight !== 0) byWeight.set(weight, [...(byWeight.get(weight) ?? []), feature])
  }
  const lines = [...byWeight]
    .sort(([a], [b]) => a - b)
    .map(([weight, features]) => `weight ${weight}: ${features.sort().join('|')}`)
  const comment = '# Written by scripts/train-guard.ts from the corpus: features of passages by their weight.'
  writeFileSync(TARGET, `${[comment, `weight ${bias.toFixed(2)}: bias`, ...lines].join('\n')}\n`)
  console.log(`${corpus.length} texts, ${numberOf.size} features, ${lines.length} weights`)
}
